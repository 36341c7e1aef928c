"""Counts comparisons, their largest differences and what could not be compared, and prints them at the end of each oracle."""
import collections
import re
import sys

import numpy as np


class Refused(Exception):
    """The oracle does not take this robot."""


class Tally:
    """refusals: (pattern of the oracle's message, why it is right to leave the robot out), to be read as "3 left out: ...".
    A message that none of them fits is a failure: no oracle is lost in silence."""

    def __init__(self, oracle, refusals):
        self.oracle, self.refusals = oracle, refusals
        self.worst = collections.defaultdict(lambda: (0.0, ""))  # quantity: error, where
        self.count = collections.Counter()
        self.left_out = collections.defaultdict(list)
        self.failures = []

    def near(self, quantity, where, ours, theirs, tolerance, scale=1.0):
        """Both the same within tolerance, relative to the largest of the numbers and scale."""
        ours, theirs = np.asarray(ours, float), np.asarray(theirs, float)
        self.count[quantity] += 1
        if ours.shape != theirs.shape:
            return self.fail(f"{where}: {quantity}: {ours.shape} values, not {theirs.shape}")
        if ours.size == 0:
            return
        error = float(np.max(np.abs(ours - theirs)) / max(scale, np.max(np.abs(theirs))))
        if not error <= tolerance:  # so that NaN fails, too
            self.fail(f"{where}: {quantity}: {error:.3g} apart, allowed {tolerance:g}")
        if not error <= self.worst[quantity][0]:
            self.worst[quantity] = (error, where)

    def same(self, quantity, where, ours, theirs):
        self.count[quantity] += 1
        if ours != theirs:
            self.fail(f"{where}: {quantity}: {ours!r}, {self.oracle}: {theirs!r}")

    def fail(self, message):
        self.failures.append(message)

    def refused(self, where, message):
        why = next((why for pattern, why in self.refusals if re.search(pattern, str(message))), None)
        if why is None:
            self.fail(f"{where}: {self.oracle} refuses it: {' '.join(str(message).split())[:300]}")
        else:
            self.left_out[why].append(where)

    def finish(self, *required):
        """Prints all and ends the program: 0 when every quantity was compared and agreed."""
        for quantity in required:
            if not self.count[quantity]:
                self.fail(f"{quantity}: nothing was compared")
        for why, robots in self.left_out.items():
            print(f"{len(robots)} {why}: {' '.join(robots)}")
        for quantity, count in self.count.items():
            error, where = self.worst[quantity]
            print(f"{quantity}: {count} compared" + (f", at most {error:.1e} apart ({where})" if where else ""))
        for failure in self.failures[:40]:
            print(f"FAILED: {failure}")
        print(f"{self.oracle}: {sum(self.count.values())} comparisons, {len(self.failures)} failures")
        sys.exit(bool(self.failures))
