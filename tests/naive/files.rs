//! Reads the two data files of the assignment.

use super::{AGENTS, Agent, Scenario, THIEF};

/// Reads a scenario whose files are known to be right; of others it says no
/// more than which line stopped it.
///
/// City lines may come in any order, the ID decides.
pub fn read(cities: &str, agents: &str, hours: i64) -> Result<Scenario, String> {
    let mut lines = lines(cities);
    let count = lines.next().and_then(|line| line.parse().ok());
    let mut roads = Vec::new();
    let mut named = vec![None; count.ok_or("no number of cities")?];
    for line in lines {
        let city = read_city(line).ok_or_else(|| trouble(line))?;
        let place = named.get_mut(city.id).ok_or_else(|| trouble(line))?;
        *place = Some((city.name, city.informant));
        roads.extend(city.roads.iter().map(|road| (city.id, road.0, road.1)));
    }
    let cities: Option<Vec<_>> = named.into_iter().collect();
    let (agents, getaway) = read_agents(agents)?;
    let s = Scenario { cities: cities.ok_or("a city has no line")?, roads, agents, getaway, hours };
    check(&s)?;
    Ok(s)
}

fn lines(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.lines().map(str::trim_end);
    lines.filter(|line| !line.is_empty())
}

fn trouble(line: &str) -> String {
    format!("cannot read `{line}`")
}

struct City {
    id: usize,
    roads: Vec<(usize, u64)>,
    informant: bool,
    name: String,
}

/// `ID, other length, other length..., n or i, name`.
fn read_city(line: &str) -> Option<City> {
    let (id, mut rest) = word(line);
    let id = id.parse().ok()?;
    let mut roads = Vec::new();
    loop {
        let (first, after) = word(rest);
        if first == "n" || first == "i" {
            let informant = first == "i";
            let name = after.trim_start().to_string();
            return Some(City { id, roads, informant, name });
        }
        let (length, after) = word(after);
        roads.push((first.parse().ok()?, length.parse().ok()?));
        rest = after;
    }
}

/// The first word of a line, and what stands behind it.
fn word(line: &str) -> (&str, &str) {
    let line = line.trim_start();
    let end = line.find(char::is_whitespace).unwrap_or(line.len());
    line.split_at(end)
}

/// The five agents, and the getaway city, which is the thief's third number.
fn read_agents(text: &str) -> Result<([Agent; AGENTS], i64), String> {
    let read = |line| read_agent(line).ok_or_else(|| trouble(line));
    let agents: Vec<Agent> = lines(text).map(read).collect::<Result<_, _>>()?;
    let getaway = agents.first().map_or(-1, |thief| thief.strategy);
    let agents = agents.try_into().map_err(|_| "not a thief and four detectives")?;
    Ok((agents, getaway))
}

/// `stamina start strategy name`.
fn read_agent(line: &str) -> Option<Agent> {
    let (stamina, rest) = word(line);
    let (start, rest) = word(rest);
    let (strategy, name) = word(rest);
    Some(Agent {
        name: name.trim_start().to_string(),
        stamina: stamina.parse().ok()?,
        start: start.parse().ok()?,
        strategy: strategy.parse().ok()?,
    })
}

/// That everything that is named is there, so that nobody has to ask again.
fn check(s: &Scenario) -> Result<(), String> {
    let is_city = |city: usize| city < s.cities.len();
    let mut roads = s.roads.iter();
    if !roads.all(|&(a, b, length)| is_city(b) && a != b && length > 0) {
        return Err("a road that cannot be".to_string());
    }
    if !s.agents.iter().all(|agent| is_city(agent.start)) {
        return Err("an agent starts in no city".to_string());
    }
    let mut detectives = s.agents[THIEF + 1..].iter();
    if !detectives.all(|agent| (-1..=2).contains(&agent.strategy)) {
        return Err("a strategy that is not one of -1, 0, 1, 2".to_string());
    }
    Ok(())
}
