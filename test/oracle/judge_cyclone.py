"""Cyclone DDS's own Python as a peer: what robot_state_publisher and joint_state_publisher are documented to do, as a table.

The types are written here by hand, so that a field that limb has wrong does not agree with itself. Each row starts the node as
launch files do (`--ros-args --params-file ...`) and looks at it as another node would: topics, services, time, its leaving.
"""
import dataclasses
import math
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import types

from cyclonedds.core import Policy, Qos
from cyclonedds.domain import Domain, DomainParticipant
from cyclonedds.idl import IdlStruct
from cyclonedds.idl.annotations import final
from cyclonedds.idl.types import byte, float64, int32, int64, sequence, uint8, uint32, uint64
from cyclonedds.pub import DataWriter
from cyclonedds.sub import DataReader
from cyclonedds.topic import Topic
from cyclonedds.util import duration

SOURCE = pathlib.Path(__file__).resolve().parents[2]
LIMB = os.environ["LIMB"]
DOMAIN = 20 + os.getpid() % 60
LOOPBACK = """<CycloneDDS><Domain Id="any"><General><Interfaces><NetworkInterface name="lo" multicast="false"/></Interfaces>
<AllowMulticast>false</AllowMulticast></General><Discovery><ParticipantIndex>auto</ParticipantIndex><MaxAutoParticipantIndex>32</MaxAutoParticipantIndex>
<Peers><Peer address="localhost"/></Peers></Discovery></Domain></CycloneDDS>"""
ROBOT = """<robot name="r"><link name="base"/><link name="a"/><link name="b"/><link name="c"/><link name="d"/><link name="e"/>
<joint name="turn" type="revolute"><parent link="base"/><child link="a"/><axis xyz="0 0 1"/><limit lower="-1" upper="2" effort="1" velocity="1"/>
<safety_controller soft_lower_limit="-0.5" soft_upper_limit="1.5" k_velocity="1"/></joint>
<joint name="slide" type="prismatic"><parent link="a"/><child link="b"/><axis xyz="1 0 0"/><limit lower="1" upper="3" effort="1" velocity="1"/></joint>
<joint name="same" type="revolute"><parent link="b"/><child link="c"/><axis xyz="0 0 1"/><limit lower="-9" upper="9" effort="1" velocity="1"/>
<mimic joint="turn" multiplier="2" offset="0.25"/></joint>
<joint name="round" type="continuous"><parent link="c"/><child link="d"/><axis xyz="0 1 0"/></joint>
<joint name="still" type="fixed"><origin xyz="0.5 0 0"/><parent link="d"/><child link="e"/></joint></robot>"""


# ---- types -----------------------------------------------------------------------------------------

@final
@dataclasses.dataclass
class Time(IdlStruct, typename="builtin_interfaces.msg.dds_.Time_"):
    sec: int32 = 0
    nanosec: uint32 = 0

    def seconds(self):
        return self.sec + 1e-9 * self.nanosec


@final
@dataclasses.dataclass
class Header(IdlStruct, typename="std_msgs.msg.dds_.Header_"):
    stamp: Time
    frame_id: str


@final
@dataclasses.dataclass
class String(IdlStruct, typename="std_msgs.msg.dds_.String_"):
    data: str


@final
@dataclasses.dataclass
class Clock(IdlStruct, typename="rosgraph_msgs.msg.dds_.Clock_"):
    clock: Time


@final
@dataclasses.dataclass
class JointState(IdlStruct, typename="sensor_msgs.msg.dds_.JointState_"):
    header: Header
    name: sequence[str]
    position: sequence[float64]
    velocity: sequence[float64]
    effort: sequence[float64]


@final
@dataclasses.dataclass
class Vector3(IdlStruct, typename="geometry_msgs.msg.dds_.Vector3_"):
    x: float64
    y: float64
    z: float64


@final
@dataclasses.dataclass
class Quaternion(IdlStruct, typename="geometry_msgs.msg.dds_.Quaternion_"):
    x: float64
    y: float64
    z: float64
    w: float64


@final
@dataclasses.dataclass
class Transform(IdlStruct, typename="geometry_msgs.msg.dds_.Transform_"):
    translation: Vector3
    rotation: Quaternion


@final
@dataclasses.dataclass
class TransformStamped(IdlStruct, typename="geometry_msgs.msg.dds_.TransformStamped_"):
    header: Header
    child_frame_id: str
    transform: Transform


@final
@dataclasses.dataclass
class TFMessage(IdlStruct, typename="tf2_msgs.msg.dds_.TFMessage_"):
    transforms: sequence[TransformStamped]


@final
@dataclasses.dataclass
class Value(IdlStruct, typename="rcl_interfaces.msg.dds_.ParameterValue_"):
    type: uint8 = 0
    bool_value: bool = False
    integer_value: int64 = 0
    double_value: float64 = 0.0
    string_value: str = ""
    byte_array_value: sequence[byte] = dataclasses.field(default_factory=list)
    bool_array_value: sequence[bool] = dataclasses.field(default_factory=list)
    integer_array_value: sequence[int64] = dataclasses.field(default_factory=list)
    double_array_value: sequence[float64] = dataclasses.field(default_factory=list)
    string_array_value: sequence[str] = dataclasses.field(default_factory=list)

    FIELDS = (None, "bool_value", "integer_value", "double_value", "string_value", "byte_array_value", "bool_array_value",
              "integer_array_value", "double_array_value", "string_array_value")

    def get(self):
        return getattr(self, Value.FIELDS[self.type]) if self.type else None

    @staticmethod
    def of(value):
        kind = {bool: 1, int: 2, float: 3, str: 4}.get(type(value)) or {bool: 6, int: 7, float: 8, str: 9}[type(value[0])]
        return Value(type=kind, **{Value.FIELDS[kind]: value})


@final
@dataclasses.dataclass
class Parameter(IdlStruct, typename="rcl_interfaces.msg.dds_.Parameter_"):
    name: str
    value: Value


@final
@dataclasses.dataclass
class ParameterEvent(IdlStruct, typename="rcl_interfaces.msg.dds_.ParameterEvent_"):
    stamp: Time
    node: str
    new_parameters: sequence[Parameter]
    changed_parameters: sequence[Parameter]
    deleted_parameters: sequence[Parameter]


@final
@dataclasses.dataclass
class FloatRange(IdlStruct, typename="rcl_interfaces.msg.dds_.FloatingPointRange_"):
    from_value: float64
    to_value: float64
    step: float64


@final
@dataclasses.dataclass
class IntegerRange(IdlStruct, typename="rcl_interfaces.msg.dds_.IntegerRange_"):
    from_value: int64
    to_value: int64
    step: uint64


@final
@dataclasses.dataclass
class Descriptor(IdlStruct, typename="rcl_interfaces.msg.dds_.ParameterDescriptor_"):
    name: str
    type: uint8
    description: str
    additional_constraints: str
    read_only: bool
    dynamic_typing: bool
    floating_point_range: sequence[FloatRange, 1]
    integer_range: sequence[IntegerRange, 1]


@final
@dataclasses.dataclass
class Result(IdlStruct, typename="rcl_interfaces.msg.dds_.SetParametersResult_"):
    successful: bool
    reason: str


@final
@dataclasses.dataclass
class ListResult(IdlStruct, typename="rcl_interfaces.msg.dds_.ListParametersResult_"):
    names: sequence[str]
    prefixes: sequence[str]


def service(name, request, reply):
    """Both messages of a service begin with who asks, as rmw_cyclonedds has it."""
    made = []
    for kind, fields in (("Request", request), ("Response", reply)):
        space = {"__annotations__": {"guid": uint64, "seq": int64, **fields}}
        cls = types.new_class(f"{name}_{kind}", (IdlStruct,), {"typename": f"rcl_interfaces.srv.dds_.{name}_{kind}_"},
                              lambda made, space=space: made.update(space))
        made.append(final(dataclasses.dataclass(cls)))
    return made


SERVICES = {
    "get_parameters": service("GetParameters", {"names": sequence[str]}, {"values": sequence[Value]}),
    "get_parameter_types": service("GetParameterTypes", {"names": sequence[str]}, {"types": sequence[uint8]}),
    "describe_parameters": service("DescribeParameters", {"names": sequence[str]}, {"descriptors": sequence[Descriptor]}),
    "list_parameters": service("ListParameters", {"prefixes": sequence[str], "depth": uint64}, {"result": ListResult}),
    "set_parameters": service("SetParameters", {"parameters": sequence[Parameter]}, {"results": sequence[Result]}),
    "set_parameters_atomically": service("SetParametersAtomically", {"parameters": sequence[Parameter]}, {"result": Result}),
}

LATCHED = Qos(Policy.Reliability.Reliable(duration(seconds=1)), Policy.Durability.TransientLocal, Policy.History.KeepLast(10))
RELIABLE = Qos(Policy.Reliability.Reliable(duration(seconds=1)), Policy.Durability.Volatile, Policy.History.KeepLast(1000))


RUNNING = []  # processes


# ---- the peer --------------------------------------------------------------------------------------

def until(what, condition):
    end = time.monotonic() + 60
    while True:
        value = condition()
        if value:
            return value
        assert time.monotonic() < end, f"a minute passed without: {what}"
        assert not [node for node in RUNNING if node.poll() not in (None, 0)], f"limb ended without: {what}"
        time.sleep(0.005)


class Peer:
    def __init__(self):
        self.participant = DomainParticipant(DOMAIN)
        self.sequence = 0

    def read(self, topic, cls, qos=RELIABLE):
        return DataReader(self.participant, Topic(self.participant, topic, cls), qos=qos)

    def write(self, topic, cls, qos=RELIABLE):
        writer = DataWriter(self.participant, Topic(self.participant, topic, cls), qos=qos)
        until(f"a reader of {topic}", lambda: writer.get_matched_subscriptions())
        return writer

    def call(self, node, name, **fields):
        """Asks a service of the node, and waits for the answer."""
        request, reply = SERVICES[name]
        writer = self.write(f"rq{node}/{name}Request", request)
        reader = self.read(f"rr{node}/{name}Reply", reply)
        until("the service", lambda: reader.get_matched_publications())
        self.sequence += 1
        guid = 0x123456789abcdef0 + self.sequence
        asked = 0

        def answered():
            nonlocal asked
            if time.monotonic() - asked > 2:  # as clients do that wait for an answer
                asked = time.monotonic()
                writer.write(request(guid=guid, seq=self.sequence, **fields))
            return [m for m in reader.take(100) if (m.guid, m.seq) == (guid, self.sequence)]
        return until(f"the answer of {name}", answered)[0]

    def get(self, node, *names):
        return [value.get() for value in self.call(node, "get_parameters", names=list(names)).values]

    def set(self, node, **values):
        parameters = [Parameter(name, Value.of(value)) for name, value in values.items()]
        return [(r.successful, r.reason) for r in self.call(node, "set_parameters", parameters=parameters).results]


class Node:
    """A running limb; its topics are gone when it has ended."""

    def __init__(self, *arguments, environment=None):
        self.process = subprocess.Popen([LIMB, *map(str, arguments)], stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        env={**os.environ, "ROS_DOMAIN_ID": str(DOMAIN), **(environment or {"ROS_LOCALHOST_ONLY": "1"})})

    def __enter__(self):
        RUNNING.append(self.process)
        return self

    def __exit__(self, *error):
        RUNNING.remove(self.process)
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        self.messages = self.process.communicate(timeout=60)[1]
        if not error[0]:
            assert self.process.returncode == 0, (self.process.returncode, self.messages)
        elif self.messages:
            print(self.messages, file=sys.stderr)


def params_file(text):
    folder = pathlib.Path(tempfile.mkdtemp(dir=FOLDER))
    path = folder / "params.yaml"
    path.write_text(text)
    return path


def block(text, indent):
    return "|\n" + "".join(f"{' ' * indent}{line}\n" for line in text.splitlines())


def joint_state(stamp, **positions):
    sec = math.floor(stamp)
    return JointState(Header(Time(sec, round((stamp - sec) * 1e9)), ""), list(positions), list(positions.values()), [], [])


def provoke(writer, sample, reader):
    """What a sample leads to. A best effort reader may miss what comes before it has found its writer, so it is sent again."""
    return until("a message", lambda: writer.write(sample) or time.sleep(0.05) or reader.take(1))[0]


def take(reader):
    return until("a message", lambda: reader.take(1))[0]


def angle(tf):
    return 2 * math.atan2(tf.transform.rotation.z, tf.transform.rotation.w)


# ---- the table -------------------------------------------------------------------------------------

STATE, JOINT = "/robot_state_publisher", "/joint_state_publisher"
ROWS = []


def row(check):
    ROWS.append(check)
    return check


@row
def robot_description_comes_from_a_params_file(peer):
    file = params_file(f"/**:\n  ros__parameters:\n    use_sim_time: false\n    robot_description: {block(ROBOT, 6)}")
    with Node("state-publisher", "--ros-args", "-r", "__node:=robot_state_publisher", "--params-file", file):
        assert take(peer.read("rt/robot_description", String, LATCHED)).data.strip() == ROBOT
        (fixed,) = take(peer.read("rt/tf_static", TFMessage, LATCHED)).transforms
        assert (fixed.header.frame_id, fixed.child_frame_id, fixed.transform.translation.x) == ("d", "e", 0.5)
        moving = peer.read("rt/tf", TFMessage)
        until("the writer", moving.get_matched_publications)
        joints = peer.write("rt/joint_states", JointState)
        found = {tf.child_frame_id: tf for tf in provoke(joints, joint_state(5, turn=0.5, nobody=1.0), moving).transforms}
        assert set(found) == {"a", "c"}, set(found)  # with the joint that mimics
        assert abs(angle(found["a"]) - 0.5) < 1e-12 and abs(angle(found["c"]) - 1.25) < 1e-12
        assert found["a"].header.stamp == Time(5, 0)


@row
def parameters_have_the_documented_defaults(peer):
    with Node("state-publisher", "--ros-args", "-p", f"robot_description:={ROBOT}"):
        names = ("publish_frequency", "frame_prefix", "ignore_timestamp", "use_sim_time", "robot_description", "nothing")
        assert peer.get(STATE, *names) == [20.0, "", False, False, ROBOT, None]
        kinds = peer.call(STATE, "get_parameter_types", names=list(names)).types
        assert list(kinds) == [3, 4, 1, 1, 4, 0]
    with Node("joint-publisher", "--ros-args", "-p", f"robot_description:={ROBOT}"):
        defaults = {"rate": 10, "delta": 0.0, "publish_default_positions": True, "publish_default_velocities": False, "source_list": [],
                    "publish_default_efforts": False, "use_mimic_tags": True, "use_smallest_joint_limits": True, "use_sim_time": False}
        assert peer.get(JOINT, *defaults) == list(defaults.values())


@row
def parameters_change_while_it_runs(peer):
    with Node("state-publisher", "--ros-args", "-p", f"robot_description:={ROBOT}"):
        events = peer.read("rt/parameter_events", ParameterEvent)
        fixed = peer.read("rt/tf_static", TFMessage, LATCHED)
        assert take(fixed).transforms[0].child_frame_id == "e"
        until("the writer", events.get_matched_publications)
        assert peer.set(STATE, frame_prefix="left/") == [(True, "")]
        assert take(fixed).transforms[0].child_frame_id == "left/e"
        event = take(events)
        assert event.node == STATE and [(p.name, p.value.get()) for p in event.changed_parameters] == [("frame_prefix", "left/")]
        for frequency in (0.0, -1.0, 1000.5, math.nan, math.inf):
            ((done, reason),) = peer.set(STATE, publish_frequency=frequency)
            assert not done and "publish_frequency" in reason, reason
        assert peer.set(STATE, publish_frequency=1000.0, ignore_timestamp=True) == [(True, "")] * 2
        assert peer.get(STATE, "publish_frequency", "ignore_timestamp") == [1000.0, True]
        # as rclcpp: types stay, and nothing is declared by setting it
        assert not peer.set(STATE, publish_frequency="fast")[0][0] and not peer.set(STATE, nobody=1)[0][0]
        other = ROBOT.replace('"e"', '"f"')
        assert peer.set(STATE, robot_description=other) == [(True, "")]
        assert take(fixed).transforms[0].child_frame_id == "left/f"
        for broken in ("", "<robot", "<robot name='r'><link name='a'/><link name='a'/></robot>"):
            ((done, reason),) = peer.set(STATE, robot_description=broken)
            assert not done and reason, broken
        assert peer.get(STATE, "robot_description") == [other]
        # all or none
        parameters = [Parameter("frame_prefix", Value.of("right/")), Parameter("publish_frequency", Value.of(0.0))]
        assert not peer.call(STATE, "set_parameters_atomically", parameters=parameters).result.successful
        assert peer.get(STATE, "frame_prefix") == ["left/"]
        assert peer.call(STATE, "set_parameters_atomically", parameters=parameters[:1]).result.successful
        assert peer.get(STATE, "frame_prefix") == ["right/"]


@row
def parameters_are_listed_and_described(peer):
    with Node("joint-publisher", "--ros-args", "-p", f"robot_description:={ROBOT}", "-p", "zeros.turn:=0.25", "-p", "zeros.slide:=2.0",
              "-p", "dependent_joints.round.parent:=turn", "-p", "mine:=[1, 2]"):
        result = peer.call(JOINT, "list_parameters", prefixes=[], depth=0).result
        assert {"rate", "zeros.turn", "dependent_joints.round.parent", "mine"} <= set(result.names), result.names
        assert set(result.prefixes) == {"zeros", "dependent_joints.round"}, result.prefixes
        assert set(peer.call(JOINT, "list_parameters", prefixes=["zeros"], depth=0).result.names) == {"zeros.turn", "zeros.slide"}
        assert not any("." in name for name in peer.call(JOINT, "list_parameters", prefixes=[], depth=1).result.names)
        rate, mine = peer.call(JOINT, "describe_parameters", names=["rate", "mine"]).descriptors
        assert (rate.type, rate.read_only) == (2, False) and rate.description and rate.integer_range[0].to_value == 1000
        assert (mine.type, mine.description) == (7, "")


@row
def joint_states_have_zeros_limits_and_followers(peer):
    with Node("joint-publisher", "--ros-args", "-p", f"robot_description:={ROBOT}"):
        first = take(peer.read("rt/joint_states", JointState))
        assert first.name == ["turn", "slide", "same", "round"] and first.position == [0, 2, 0.25, 0]
        assert (first.velocity, first.effort) == ([], []) and abs(first.header.stamp.seconds() - time.time()) < 60
    with Node("joint-publisher", "--ros-args", "-p", f"robot_description:={ROBOT}", "-p", "zeros.turn:=0.5", "-p",
              "publish_default_velocities:=true", "-p", "publish_default_efforts:=true", "-p", "dependent_joints.round.parent:=same",
              "-p", "dependent_joints.round.factor:=-1.0", "-p", "dependent_joints.round.offset:=1.0"):
        first = take(peer.read("rt/joint_states", JointState))
        assert first.position == [0.5, 2, 1.25, -0.25], first.position
        assert first.velocity == [0] * 4 and first.effort == [0] * 4
    with Node("joint-publisher", "--ros-args", "-p", f"robot_description:={ROBOT}", "-p", "use_mimic_tags:=false"):
        assert take(peer.read("rt/joint_states", JointState)).position == [0, 2, 0, 0]
    with Node("joint-publisher", "--ros-args", "-p", f"robot_description:={ROBOT}", "-p", "publish_default_positions:=false", "-p",
              "use_mimic_tags:=false"):
        first = take(peer.read("rt/joint_states", JointState))
        assert (len(first.name), first.position) == (4, [])


@row
def joints_move_by_delta_and_turn_at_their_limits(peer):
    with Node("joint-publisher", "--ros-args", "-p", f"robot_description:={ROBOT}", "-p", "delta:=0.5", "-p", "rate:=200"):
        reader = peer.read("rt/joint_states", JointState)
        heard = []
        until("forty messages", lambda: heard.extend(reader.take(100)) or len(heard) >= 40)
        turn = [m.position[0] for m in heard]
        assert set(turn) == {-0.5, 0.0, 0.5, 1.0, 1.5}, set(turn)  # the soft limits
        steps = {round(b - a, 9) for a, b in zip(turn, turn[1:])}
        assert steps <= {0.5, -0.5, 0.0}, steps
        assert all(abs(m.position[3]) <= math.pi for m in heard)


@row
def joint_states_come_from_other_topics(peer):
    with Node("joint-publisher", "--ros-args", "-p", f"robot_description:={ROBOT}", "-p", "source_list:=[arm/states, /hand]", "-p", "rate:=100"):
        reader = peer.read("rt/joint_states", JointState)
        arm, hand = peer.write("rt/arm/states", JointState), peer.write("rt/hand", JointState)

        def arrived():
            arm.write(joint_state(1, turn=0.75, nobody=1.0, same=3.0))  # a joint that mimics is not set
            hand.write(JointState(Header(Time(1, 0), ""), ["slide"], [2.5], [0.125], [7.0]))
            return [m for m in reader.take(100) if m.position == [0.75, 2.5, 1.75, 0]]
        last = until("both values", arrived)[-1]
        until("the velocity", lambda: [m for m in reader.take(100) if m.velocity == [0, 0.125, 0, 0] and m.effort == [0, 7, 0, 0]])
        assert last.name == ["turn", "slide", "same", "round"]


@row
def joint_publisher_waits_for_the_description(peer):
    with Node("joint-publisher", "--ros-args", "-r", "__ns:=/left"):
        peer.write("rt/left/robot_description", String, LATCHED).write(String(ROBOT))
        assert take(peer.read("rt/left/joint_states", JointState)).position == [0, 2, 0.25, 0]


@row
def time_is_that_of_clock(peer):
    file = params_file("/*:\n  ros__parameters:\n    use_sim_time: true\n    rate: 10\n")
    with Node("joint-publisher", "--ros-args", "--params-file", file, "-p", f"robot_description:={ROBOT}"):
        reader = peer.read("rt/joint_states", JointState)
        clock = peer.write("rt/clock", Clock)
        until("the writer", reader.get_matched_publications)
        time.sleep(0.3)
        assert not reader.take(10), "nothing is published before the first /clock"
        assert provoke(clock, Clock(Time(100, 0)), reader).header.stamp == Time(100, 0)
        reader.take(10)
        time.sleep(0.3)
        assert not reader.take(10), "time stands still"
        clock.write(Clock(Time(100, 50000000)))
        clock.write(Clock(Time(100, 150000000)))
        assert take(reader).header.stamp == Time(100, 150000000)
        clock.write(Clock(Time(20, 0)))  # it went back
        assert take(reader).header.stamp == Time(20, 0)
    with Node("state-publisher", "--ros-args", "--params-file", file, "-p", f"robot_description:={ROBOT}"):
        moving = peer.read("rt/tf", TFMessage)
        clock, joints = peer.write("rt/clock", Clock), peer.write("rt/joint_states", JointState)
        until("the writer", moving.get_matched_publications)
        until("the time", lambda: clock.write(Clock(Time(40, 0))) or provoke(joints, joint_state(40, turn=0.5), moving))
        for now, is_published in ((50, True), (50.01, False), (50.06, True), (10, True), (10.02, False), (10.07, True)):
            clock.write(Clock(joint_state(now).header.stamp))
            time.sleep(0.1)
            joints.write(joint_state(now, turn=0.5))
            if is_published:
                assert abs(take(moving).transforms[0].header.stamp.seconds() - now) < 1e-9
        assert not moving.take(10)


@row
def parameters_are_chosen_as_rcl_chooses_them(peer):
    first = params_file("""/left/robot_state_publisher:
  ros__parameters: {publish_frequency: 1.0, frame_prefix: a/}
/other:
  ros__parameters: {publish_frequency: 2.0, list: [nothing]}
left:
  robot_state_publisher:
    ros__parameters: {deep: {deeper: {word: "12", number: 0x10, flag: on}}}
""")
    second = params_file("/**/robot_state_publisher:\n  ros__parameters:\n    publish_frequency: 3.5\n    numbers: [1.5, .inf]\n"
                         "/*:\n  ros__parameters:\n    frame_prefix: root only\n")
    with Node("state-publisher", "--ros-args", "-r", "__ns:=/left", "--params-file", first, "--params-file", second, "-p", f"robot_description:={ROBOT}",
              "--log-level", "debug", "--enclave", "/here") as node:
        names = ("publish_frequency", "frame_prefix", "deep.deeper.word", "deep.deeper.number", "deep.deeper.flag", "numbers", "list")
        assert peer.get(f"/left{STATE}", *names) == [3.5, "a/", "12", 16, True, [1.5, math.inf], None]
    assert "deep.deeper.word" in node.messages, "unknown parameters are reported"


@row
def only_what_speaks_is_announced(peer):
    for arguments, count in ((["publish", SOURCE / "examples" / "arm.urdf"], 0), (["publish", SOURCE / "examples" / "arm.urdf", "--joints-from", "zero"], 1)):
        other = Peer()
        with Node(*arguments):
            joints = other.read("rt/joint_states", JointState)
            take(other.read("rt/robot_description", String, LATCHED))
            until("its endpoints", other.read("rt/parameter_events", ParameterEvent).get_matched_publications)
            found = until("its writer", joints.get_matched_publications) if count else joints.get_matched_publications()
            assert len(found) == count, (arguments, found)


@row
def it_is_seen_to_leave_at_once(peer):
    for signal_number in (signal.SIGINT, signal.SIGTERM):
        with Node("state-publisher", "--ros-args", "-p", f"robot_description:={ROBOT}") as node:
            reader = peer.read("rt/robot_description", String, LATCHED)
            take(reader)
            writer = peer.write("rt/joint_states", JointState)
            node.process.send_signal(signal_number)
            begun = time.monotonic()
            until("its leaving", lambda: not reader.get_matched_publications() and not writer.get_matched_subscriptions())
            took = time.monotonic() - begun
            assert took < 5, took  # with its lease alone: 10 s
            print(f"  {signal.Signals(signal_number).name}: {took:.3f} s")


@row
def the_loopback_may_be_named_twice(peer):
    uri = '<CycloneDDS><Domain><General><Interfaces><NetworkInterface name="lo"/></Interfaces></General></Domain></CycloneDDS>'
    with Node("state-publisher", "--localhost", "--ros-args", "-p", f"robot_description:={ROBOT}", environment={"CYCLONEDDS_URI": uri}):
        take(peer.read("rt/robot_description", String, LATCHED))


@row
def robots_of_the_corpus_are_published_through_params_files(peer):
    corpus = pathlib.Path(os.environ.get("LIMB_CORPUS", SOURCE.parent / "shared" / "corpus"))
    robots = sorted(corpus.rglob("*.urdf"))[::12] if corpus.exists() else [SOURCE / "examples" / "arm.urdf", SOURCE / "examples" / "quadruped.urdf"]
    published = 0
    for robot in robots:
        text = robot.read_text()
        if subprocess.run([LIMB, "show", robot], capture_output=True).returncode:
            continue
        file = params_file("/robot_state_publisher:\n  ros__parameters:\n    robot_description: " + quoted(text))
        with Node("state-publisher", "--ros-args", "--params-file", file):
            assert take(peer.read("rt/robot_description", String, LATCHED)).data == text
            published += 1
    assert published >= 2, published
    print(f"  {published} robots")


def quoted(text):
    """A text as YAML's double quotes have it, on one line."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t").replace("\r", "\\r") + '"'


def main():
    domain = Domain(DOMAIN, LOOPBACK)
    wanted = sys.argv[1:]
    for check in ROWS:
        if wanted and check.__name__ not in wanted:
            continue
        begun = time.monotonic()
        check(Peer())
        print(f"{check.__name__}: {time.monotonic() - begun:.1f} s", flush=True)
    del domain
    print(f"{len(ROWS)} rows")


with tempfile.TemporaryDirectory() as FOLDER:
    main()
