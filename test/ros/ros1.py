"""Starts a separate ROS 1: a master on a free port, and nodes from Debian's packages."""
import os
import shutil
import socket
import subprocess
import tempfile
import time
import xmlrpc.client

STATE_PUBLISHER = "/usr/lib/robot_state_publisher/robot_state_publisher"
JOINT_PUBLISHER = "/usr/lib/joint_state_publisher/joint_state_publisher"


def missing():
    """What is not installed, or ""."""
    try:
        import rospy  # noqa: F401
        import sensor_msgs.msg  # noqa: F401
        import tf2_msgs.msg  # noqa: F401
    except ImportError as error:
        return str(error)
    for program in (STATE_PUBLISHER, JOINT_PUBLISHER, shutil.which("rosmaster") or "rosmaster"):
        if not os.path.exists(program):
            return f"no {program}"
    return ""


def until(what, condition, seconds=60):
    end = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise TimeoutError(f"{seconds} s passed without: {what}")
        time.sleep(0.01)


class Ros1:
    def __enter__(self):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.folder = tempfile.mkdtemp()
        os.environ.update(ROS_MASTER_URI=f"http://127.0.0.1:{port}", ROS_IP="127.0.0.1", ROS_LOG_DIR=self.folder,
                          ROS_HOME=self.folder)
        self.children = []
        self.start("rosmaster", "--core", "-p", str(port))
        self.master = xmlrpc.client.ServerProxy(os.environ["ROS_MASTER_URI"])
        until("the master", self.answers)
        import rospy
        rospy.init_node("oracle", disable_signals=True, disable_rosout=True)
        return self

    def __exit__(self, *_):
        import rospy
        rospy.signal_shutdown("done")
        for child in self.children:
            child.terminate()
        for child in self.children:
            child.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def answers(self):
        try:
            return self.master.getPid("/oracle")[0] == 1
        except OSError:
            return False

    def start(self, *command):
        child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.children.append(child)
        return child

    def stop(self, child):
        child.terminate()
        child.wait()
        self.children.remove(child)

    def set(self, name, value):
        self.master.setParam("/oracle", name, value)
