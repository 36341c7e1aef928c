#!/usr/bin/env python3
"""Compares limb publish with ROS 1's robot_state_publisher and joint_state_publisher: the same joint values must give the same
transforms to within 1e-9, and the same robot the same joint states, including planar, floating and mimic joints.

    ros1_oracle.py LIMB SOURCE

Joint states travel as text: `limb echo --json` prints what limb published, and ROS 1 is given the same numbers.
"""
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml

import ros1

LIMB, SOURCE = sys.argv[1], pathlib.Path(sys.argv[2])
CORPUS = SOURCE / "../shared/corpus/robots"
# of the robots beside the project: arms, grippers that mimic, a humanoid
WANTED = ("ur5", "panda", "talos", "pr2", "robotiq", "baxter", "anymal", "kinova", "iiwa", "spot")
DOMAIN = str(10 + os.getpid() % 20)  # below those that other tests take; another run on this machine has another
NETWORK = ("--localhost", "--domain", DOMAIN)


def robots():
    yield from (SOURCE / "examples" / name for name in ("arm.urdf", "quadruped.urdf", "rover.urdf"))
    yield from (SOURCE / "test/ros/robots" / name for name in ("limits.urdf", "planar.urdf"))
    found = sorted(path for path in CORPUS.rglob("*.urdf") if any(name in path.name.lower() for name in WANTED))
    yield from [path for path in found if loads(path)][:8]


def loads(path):
    return subprocess.run([LIMB, "fk", str(path)], capture_output=True, timeout=60).returncode == 0


def echo(topic):
    done = subprocess.run([LIMB, "echo", topic, "--json", "-n", "1", "--wait", "60", *NETWORK], capture_output=True,
                          text=True, timeout=90, check=True)
    return json.loads(done.stdout)


def ours(path, table):
    """Joint states, moving and fixed transforms as limb publishes them."""
    source = f"csv:{table}" if table else "zero"
    child = subprocess.Popen([LIMB, "publish", str(path), "--joints-from", source, *NETWORK], stderr=subprocess.PIPE, text=True)
    try:
        joints = echo("joint_states")
        moving = echo("/tf") if table else None
        fixed = echo("/tf_static") if table else None
        return joints, moving, fixed
    finally:
        child.terminate()
        child.wait()


def transforms(message):
    return {t["child_frame_id"]: (t["header"]["frame_id"], *t["transform"]["translation"].values(),
                                  *t["transform"]["rotation"].values()) for t in message["transforms"]}


def theirs(ros, joints, nmoving, nfixed):
    import rospy
    from sensor_msgs.msg import JointState
    from tf2_msgs.msg import TFMessage
    heard = {"/tf": {}, "/tf_static": {}}

    def hear(message, topic):
        for t in message.transforms:
            p, q = t.transform.translation, t.transform.rotation
            heard[topic][t.child_frame_id] = (t.header.frame_id, p.x, p.y, p.z, q.x, q.y, q.z, q.w)

    subscribers = [rospy.Subscriber(topic, TFMessage, hear, topic, queue_size=100) for topic in heard]
    publisher = rospy.Publisher("/joint_states", JointState, queue_size=10)
    node = ros.start(ros1.STATE_PUBLISHER)

    def answered():
        message = JointState(name=joints["name"], position=joints["position"])
        message.header.stamp = rospy.Time.now()
        publisher.publish(message)
        return len(heard["/tf"]) >= nmoving and len(heard["/tf_static"]) >= nfixed

    ros1.until(f"{nmoving} and {nfixed} transforms of robot_state_publisher", answered)
    ros.stop(node)
    for each in (*subscribers, publisher):
        each.unregister()
    return heard["/tf"], heard["/tf_static"]


def compare(name, own, other):
    assert own.keys() == other.keys(), f"{name}: {own.keys() ^ other.keys()}"
    largest = 0
    for child, (parent, *numbers) in own.items():
        assert parent == other[child][0], f"{name}: {child}"
        expected = other[child][1:]
        sign = 1 if sum(a * b for a, b in zip(numbers[3:], expected[3:])) >= 0 else -1
        for i, (a, b) in enumerate(zip(numbers, expected)):
            error = abs(a - (sign * b if i >= 3 else b))
            assert error < 1e-9, f"{name}: {child}[{i}]: {a} is not {b}"
            largest = max(largest, error)
    return largest


def zeros_of_ros1(ros):
    import rospy
    from sensor_msgs.msg import JointState
    node = ros.start(sys.executable, ros1.JOINT_PUBLISHER)
    heard = []
    subscriber = rospy.Subscriber("/joint_states", JointState, heard.append, queue_size=10)
    message = ros1.until("joint states of joint_state_publisher", lambda: heard and heard[0])
    subscriber.unregister()
    ros.stop(node)
    return list(message.name), list(message.position)


def main():
    reason = ros1.missing()
    if reason:
        sys.exit(f"ROS 1's publishers are not installed ({reason}): tools/install_deps.sh test")
    random.seed(4)
    compared, met = 0, set()
    with ros1.Ros1() as ros, tempfile.TemporaryDirectory() as folder:
        for path in robots():
            text = path.read_text()
            ros.set("/robot_description", text)
            met |= {j.get("type") for j in xml.fromstring(text).findall("joint")} | ({"mimic"} if "<mimic" in text else set())
            moving = [j for j in xml.fromstring(text).findall("joint") if j.get("type") in ("revolute", "continuous", "prismatic")]
            joints, _, _ = ours(path, None)
            if not joints["name"]:
                continue
            names, positions = zeros_of_ros1(ros)
            assert joints["name"] == names, f"{path.name}: {joints['name']} is not {names}"
            assert all(abs(a - b) < 1e-12 for a, b in zip(joints["position"], positions)), path.name
            # values that only free joints have; the others follow
            free = [j.get("name") for j in moving if j.find("mimic") is None and j.get("name") in names]
            table = pathlib.Path(folder) / "values.csv"
            table.write_text(",".join(free) + "\n" + ",".join(str(random.uniform(-1, 1)) for _ in free) + "\n")
            joints, own_moving, own_fixed = ours(path, table)
            own_moving, own_fixed = transforms(own_moving), transforms(own_fixed)
            other_moving, other_fixed = theirs(ros, joints, len(own_moving), len(own_fixed))
            error = max(compare(path.name, own_moving, other_moving), compare(path.name, own_fixed, other_fixed))
            print(f"{path.name}: {len(own_moving)} moving and {len(own_fixed)} fixed transforms agree to {error:.1e}")
            compared += len(own_moving)
    assert compared > 30, compared
    wanted = {"planar", "floating", "mimic"}
    assert wanted <= met, f"no robot with {wanted - met}"


main()
