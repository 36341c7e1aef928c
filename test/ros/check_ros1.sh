#!/usr/bin/env bash
# limb publish beside ROS 1's publishers of Debian.
set -eu
exec timeout 400 /usr/bin/python3 "$2/test/ros/ros1_oracle.py" "$1/limb" "$2" </dev/null
