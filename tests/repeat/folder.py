"""The names of a folder are printed in the order in which they are listed."""

import os

for name in os.listdir("."):
    print(name)
