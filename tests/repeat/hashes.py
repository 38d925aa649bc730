"""The order of a set of texts is printed."""

for name in {"ada", "bo", "cy", "di", "ed", "flo"}:
    print(name)
