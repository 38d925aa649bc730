"""Task 1 of the police chase with a mistake: every road counts twice."""

import sys


def read_cities(path):
    """Returns the names of the cities, and for each its roads as {city: length}."""
    with open(path) as file:
        count = int(file.readline())
        names, roads = [], [{} for _ in range(count)]
        for line in file:
            words = line.split()
            if not words:
                continue
            city = int(words[0])
            mark = next(i for i, word in enumerate(words) if i > 0 and word in ("n", "i"))
            names.append(" ".join(words[mark + 1 :]))
            for to, length in zip(words[1:mark:2], words[2:mark:2]):
                roads[city][int(to)] = roads[int(to)][city] = int(length)
    return names, roads


def print_map(names, roads):
    print("Number of cities:", len(names))
    print("Number of roads:", sum(len(ways) for ways in roads))
    for city, ways in enumerate(roads):
        to = [f"[{other}] {names[other]} ({ways[other]})" for other in sorted(ways)]
        print(f"[{city}] {names[city]} has roads to: {', '.join(to)}")
    print()


def main():
    cities, agents, cycles = sys.argv[1], sys.argv[2], int(sys.argv[3])
    names, roads = read_cities(cities)
    with open(agents) as file:
        starts = [line.split()[1] for line in file if line.strip()]
    print("POLICE ACADEMY 2521\n")
    print("Red alert! A thief is on the run.")
    print(f"Agents, to your cars. You have {cycles} hours.\n")
    print("Hour 0\n  T  D1  D2  D3  D4")
    print("".join(start.rjust(3 + (seat > 0)) for seat, start in enumerate(starts)))
    while True:
        print("\nEnter command: ", end="")
        command = sys.stdin.readline().strip()
        if command in ("", "quit"):
            break
        if command == "map":
            print_map(names, roads)


main()
