# Both nodes of a robot, by limb instead of robot_state_publisher and joint_state_publisher:
#
#     ros2 launch robot.launch.py robot:=arm.urdf
#
# limb must be on the PATH. Written by the documentation of launch_ros; it was not run, for want of a ROS 2 installation. What
# it hands over (names, parameters files, remaps) is what the project's tests start the nodes with.
import pathlib

from launch import LaunchDescription
from launch.actions import DeclareLaunchArgument, OpaqueFunction
from launch.substitutions import FindExecutable, LaunchConfiguration
from launch_ros.actions import Node


def nodes(context):
    robot = pathlib.Path(LaunchConfiguration("robot").perform(context)).read_text()
    parameters = [{"robot_description": robot, "use_sim_time": LaunchConfiguration("use_sim_time").perform(context) == "true"}]
    limb = FindExecutable(name="limb")
    return [
        Node(executable=limb, arguments=["state-publisher"], name="robot_state_publisher", parameters=parameters),
        Node(executable=limb, arguments=["joint-publisher"], name="joint_state_publisher", parameters=parameters),
    ]


def generate_launch_description():
    return LaunchDescription([
        DeclareLaunchArgument("robot", description="a URDF file"),
        DeclareLaunchArgument("use_sim_time", default_value="false"),
        OpaqueFunction(function=nodes),
    ])
