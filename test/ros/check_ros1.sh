#!/usr/bin/env bash
# Compares limb publish with the publishers of Debian's ROS 1.
set -eu
exec timeout 400 /usr/bin/python3 "$2/test/ros/ros1_oracle.py" "$1/limb" "$2" </dev/null
