#!/usr/bin/env python3
"""Compare two limb-bench binaries: run them alternately and print the ratio of their smallest times.

    compare.py OLD NEW [--filter ROOM]... [--runs 3] [--bound 1.02]

A ratio above 1 means that NEW takes longer. Cases that only one of them has are left out and counted. Both find the
robots beside their own sources; LIMB_BENCH_CORPUS names them for both. Exits with 1 when a ratio is above the bound.
"""
import argparse
import math
import subprocess
import sys


def measure(program, filters):
    """Smallest time in ns of each case."""
    times = {}
    for name in filters:
        done = subprocess.run([program, *([name] if name else [])], stdout=subprocess.PIPE, text=True)
        if done.returncode != 0:
            sys.exit(f"{program} {name}: exit {done.returncode}")
        for line in done.stdout.splitlines():
            field = line.split("\t")
            if len(field) == 6 and field[0] != "case":
                times[field[0]] = float(field[1])
    return times


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--filter", action="append", help="a room, or part of the cases' names; may be repeated")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--bound", type=float, default=1.02)
    options = parser.parse_args()
    smallest = {program: {} for program in (options.old, options.new)}
    for run in range(options.runs):
        # whoever comes second finds a warmer machine: take turns
        for program in (options.old, options.new) if run % 2 == 0 else (options.new, options.old):
            for name, time in measure(program, options.filter or [""]).items():
                smallest[program][name] = min(time, smallest[program].get(name, math.inf))
    old, new = smallest[options.old], smallest[options.new]
    both = [name for name in new if name in old]
    if not both:
        sys.exit("the two have no case in common")
    print(f"{'case':44}{'old, ns':>14}{'new, ns':>14}{'ratio':>8}")
    above = 0
    for name in both:
        ratio = new[name] / old[name]
        above += ratio > options.bound
        print(f"{name:44}{old[name]:14.1f}{new[name]:14.1f}{ratio:8.3f}{'  <--' if ratio > options.bound else ''}")
    mean = math.exp(sum(math.log(new[name] / old[name]) for name in both) / len(both))
    print(f"{len(both)} cases, geometric mean {mean:.3f}, {above} above {options.bound}; "
          f"only in old: {len(old) - len(both)}, only in new: {len(new) - len(both)}")
    sys.exit(above > 0)


if __name__ == "__main__":
    main()
