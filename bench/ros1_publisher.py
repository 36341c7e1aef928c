#!/usr/bin/env python3
"""What a JointState costs ROS 1's robot_state_publisher: processor time of its process for each message.

    ros1_publisher.py ROBOT JOINTS RATE

Prints one line, or nothing where ROS 1 is not installed.
"""
import os
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "test/ros"))
import ros1  # noqa: E402

SECONDS = 2


def processor_seconds(pid):
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main():
    robot, njoint, rate = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
    if ros1.missing():
        return
    with ros1.Ros1() as ros:
        import rospy
        from sensor_msgs.msg import JointState
        from tf2_msgs.msg import TFMessage
        ros.set("/robot_description", pathlib.Path(robot).read_text())
        ros.set("/robot_state_publisher/publish_frequency", 1000.0)
        ros.set("/robot_state_publisher/ignore_timestamp", True)
        heard = []
        rospy.Subscriber("/tf", TFMessage, lambda message: heard.append(1), queue_size=10000)
        publisher = rospy.Publisher("/joint_states", JointState, queue_size=100)
        node = ros.start(ros1.STATE_PUBLISHER, "__name:=robot_state_publisher")
        message = JointState(name=[f"joint_{i}" for i in range(njoint)], position=[0.5] * njoint)

        def answered():
            message.header.stamp = rospy.Time.now()
            publisher.publish(message)
            return heard

        ros1.until("an answer", answered)
        heard.clear()
        before, start = processor_seconds(node.pid), time.monotonic()
        count = int(SECONDS * rate)
        for i in range(count):
            time.sleep(max(0, start + i / rate - time.monotonic()))
            message.header.stamp = rospy.Time.now()
            publisher.publish(message)
        span = time.monotonic() - start
        time.sleep(0.5)
        spent = processor_seconds(node.pid) - before
        print(f"{count / span:.0f} messages a second for {SECONDS} s: {len(heard)} of {count} answered, "
              f"{1e6 * spent / count:.1f} us of processor time each")


main()
