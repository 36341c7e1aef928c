"""Opens every kind of recording that `limb publish --record` writes with rosbags, and reads all their messages.

rosbags requires the complete quality of service of each topic, as rosbag2 writes it, which other MCAP readers ignore.
"""
import os
import pathlib
import subprocess
import tempfile

import numpy as np
from rosbags.highlevel import AnyReader
from rosbags.interfaces import QosDurability, QosHistory, QosLiveliness, QosReliability, QosTime

SOURCE = pathlib.Path(__file__).resolve().parents[2]
ARM = SOURCE / "examples" / "arm.urdf"
ENDLESS = QosTime(9223372036, 854775807)  # RMW_DURATION_INFINITE
DEPTH = {"/robot_description": 1, "/tf_static": 1, "/tf": 100, "/joint_states": 10}
LATCHED = {"/robot_description", "/tf_static"}
# what is recorded: by name, with the options, the prefix of the topics that have one, and which have messages
KINDS = {
    "moving": (["--joints-from", "random", "--rate", "100", "--duration", "2.5"], "", DEPTH),
    "still": (["--duration", "0.3"], "", LATCHED),
    "renamed": (["--joints-from", "random", "--duration", "0.5", "--ros-args", "-r", "__ns:=/left", "-r", "/tf:=/moved", "--"], "/left", DEPTH),
}


def record(folder, kind, options):
    path = pathlib.Path(folder) / f"{kind}.mcap"
    domain = str(20 + os.getpid() % 60)
    subprocess.run([os.environ["LIMB"], "publish", ARM, "--record", path, "--localhost", "--domain", domain, *options], check=True,
                   capture_output=True)
    return path


def judge(path, prefix, expected):
    topic = {f"{prefix}{name}" if name in ("/robot_description", "/joint_states") else name: name for name in DEPTH}
    if prefix:
        topic["/moved"] = topic.pop("/tf")
    with AnyReader([path]) as reader:
        assert {connection.topic for connection in reader.connections} == set(topic), [c.topic for c in reader.connections]
        for connection in reader.connections:
            name = topic[connection.topic]
            (qos,) = connection.ext.offered_qos_profiles
            assert (qos.history, qos.depth, qos.reliability) == (QosHistory.KEEP_LAST, DEPTH[name], QosReliability.RELIABLE), qos
            assert qos.durability == (QosDurability.TRANSIENT_LOCAL if name in LATCHED else QosDurability.VOLATILE), qos
            assert (qos.deadline, qos.lifespan, qos.liveliness_lease_duration) == (ENDLESS, ENDLESS, ENDLESS), qos
            assert qos.liveliness == QosLiveliness.AUTOMATIC and not qos.avoid_ros_namespace_conventions, qos
        heard = {name: [] for name in DEPTH}
        for connection, _, raw in reader.messages():
            heard[topic[connection.topic]].append(reader.deserialize(raw, connection.msgtype))
        assert sum(map(len, heard.values())) == reader.message_count
    assert {name for name, messages in heard.items() if messages} == set(expected), {name: len(m) for name, m in heard.items()}
    assert [message.data for message in heard["/robot_description"]] == [ARM.read_text()]
    stamps = {(message.header.stamp.sec, message.header.stamp.nanosec) for message in heard["/joint_states"]}
    for message in heard["/joint_states"]:
        assert len(message.name) == len(message.position) > 0 and np.isfinite(message.position).all()
    for message in heard["/tf"]:
        assert {(t.header.stamp.sec, t.header.stamp.nanosec) for t in message.transforms} <= stamps
    return sum(map(len, heard.values()))


def main():
    with tempfile.TemporaryDirectory() as folder:
        for kind, (options, prefix, expected) in KINDS.items():
            print(f"{kind}: {judge(record(folder, kind, options), prefix, expected)} messages")


main()
