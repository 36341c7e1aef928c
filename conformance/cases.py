"""Writes the suite: tiny robots with one feature or mistake each. Each case is the base robot below with a few texts
replaced, so that two cases can be combined in one file.

    python3 conformance/cases.py     writes conformance/suite/NAME.urdf
"""
import json
import pathlib

HERE = pathlib.Path(__file__).resolve().parent

PLAIN = """<?xml version="1.0"?>
<robot name="robot">
  <link name="base">
    <inertial><origin xyz="0 0 0.1"/><mass value="2"/><inertia ixx="0.02" ixy="0" ixz="0" iyy="0.03" iyz="0" izz="0.04"/></inertial>
    <visual><origin xyz="0 0 0"/><geometry><box size="0.2 0.2 0.1"/></geometry></visual>
    <collision><origin xyz="0 0 0"/><geometry><box size="0.2 0.2 0.1"/></geometry></collision>
  </link>
  <link name="arm">
    <inertial><origin xyz="0.1 0 0.2" rpy="0 0 0"/><mass value="1"/><inertia ixx="0.01" ixy="0" ixz="0" iyy="0.01" iyz="0" izz="0.005"/></inertial>
    <visual><origin xyz="0 0 0.15"/><geometry><cylinder radius="0.05" length="0.3"/></geometry></visual>
    <collision><origin xyz="0 0 0.15"/><geometry><cylinder radius="0.05" length="0.3"/></geometry></collision>
  </link>
  <link name="tip">
    <inertial><origin xyz="0 0 0.05"/><mass value="0.5"/><inertia ixx="0.001" ixy="0" ixz="0" iyy="0.001" iyz="0" izz="0.001"/></inertial>
    <visual><geometry><sphere radius="0.04"/></geometry></visual>
    <collision><geometry><sphere radius="0.04"/></geometry></collision>
  </link>
  <joint name="shoulder" type="revolute">
    <origin xyz="0 0 0.1" rpy="0 0 0.5"/>
    <parent link="base"/>
    <child link="arm"/>
    <axis xyz="0 1 0"/>
    <limit lower="-1" upper="2" effort="10" velocity="3"/>
  </joint>
  <joint name="wrist" type="revolute">
    <origin xyz="0 0 0.3" rpy="0 0 0"/>
    <parent link="arm"/>
    <child link="tip"/>
    <axis xyz="1 0 0"/>
    <limit lower="-0.5" upper="0.5" effort="5" velocity="2"/>
  </joint>
</robot>
"""

LINK = """    <inertial><mass value="0.25"/><inertia ixx="0.001" ixy="0" ixz="0" iyy="0.001" iyz="0" izz="0.001"/></inertial>
    <visual><geometry><box size="0.1 0.1 0.1"/></geometry></visual>
    <collision><geometry><box size="0.1 0.1 0.1"/></geometry></collision>
"""
LIMIT = '<limit lower="-1" upper="1" effort="5" velocity="2"/>'
END = "</robot>"

# the parts of the plain robot that cases replace
BASE_INERTIAL = PLAIN.split("\n")[3]
ARM_INERTIAL = PLAIN.split("\n")[8]
TIP_INERTIAL = PLAIN.split("\n")[13]
ARM_VISUAL = '<visual><origin xyz="0 0 0.15"/><geometry><cylinder radius="0.05" length="0.3"/></geometry></visual>'
ARM_COLLISION = '<collision><origin xyz="0 0 0.15"/><geometry><cylinder radius="0.05" length="0.3"/></geometry></collision>'
TIP_VISUAL = '<visual><geometry><sphere radius="0.04"/></geometry></visual>'
TIP_COLLISION = '<collision><geometry><sphere radius="0.04"/></geometry></collision>'
WRIST_LIMIT = '<limit lower="-0.5" upper="0.5" effort="5" velocity="2"/>'
SHOULDER_LIMIT = '<limit lower="-1" upper="2" effort="10" velocity="3"/>'
WRIST = '<joint name="wrist" type="revolute">'
WRIST_ORIGIN = '<origin xyz="0 0 0.3" rpy="0 0 0"/>'
WRIST_AXIS = '<axis xyz="1 0 0"/>'

CASES = {}  # name: (why, [(old, new), ...])


def case(name, why, *replacements):
    assert name not in CASES, name
    for old, _ in replacements:
        assert old in PLAIN, (name, old)
    CASES[name] = (why, replacements)


def child(name, joint, extra=""):
    """One more link under the tip, by a joint with these attributes and children."""
    return (END, f'  <link name="{name}">\n{LINK}  </link>\n  {joint}{extra}\n{END}')


def joint(name, kind, parent, link, inside="", axis='<axis xyz="0 0 1"/>'):
    return (f'<joint name="{name}" type="{kind}"><origin xyz="0 0 0.1"/><parent link="{parent}"/>'
            f'<child link="{link}"/>{axis}{inside}</joint>')


def numbers():
    """Every way to write a number that a reader may see differently, at every kind of place."""
    scalars = {"plus": "+{}", "exponent": "{}e0", "exponent-upper": "{}E+0", "leading-blank": " {}", "trailing-blank": "{} ", "newline": "\n{}",
               "comma": "{},5", "unit": "{}m", "hex": "0x1", "fortran": "{}d0", "float-suffix": "{}f", "underscore": "1_0", "empty": "",
               "blank": " ", "word": "abc", "nan": "nan", "inf": "inf", "huge": "1e400", "tiny": "1e-400", "expression": "${{h}}", "two": "{} 2",
               "point": "{}.", "bare-point": ".5"}
    places = {"mass": (ARM_INERTIAL, 'mass value="1"', 'mass value="%s"'), "upper": (SHOULDER_LIMIT, 'upper="2"', 'upper="%s"'),
              "radius": (ARM_COLLISION, 'radius="0.05"', 'radius="%s"')}
    for place, (part, old, new) in places.items():
        for how, text in scalars.items():
            if place == "radius" and how in ("plus", "exponent", "exponent-upper", "newline", "point", "bare-point", "tiny", "float-suffix", "underscore"):
                continue
            case(f"number-{place}-{how}", f"a number written as {text.format(1)!r} in {place}",
                 (part, part.replace(old, new % text.format(1))))
    vectors = {"tab": "0\t0\t1", "newline": "0\n0\n1", "two-blanks": "0  0  1", "leading": " 0 0 1", "trailing": "0 0 1 ", "comma": "0,0,1",
               "comma-blank": "0, 0, 1", "semicolon": "0;0;1", "two": "0 1", "one": "1", "four": "0 0 1 7", "empty": "", "unit": "0 0 1m",
               "comma-decimal": "0 0 1,5", "hex": "0 0 0x1", "nan": "0 0 nan", "word": "0 0 x", "expression": "0 0 ${h}", "plus": "0 0 +1"}
    places = {"origin": (WRIST_ORIGIN, WRIST_ORIGIN.replace("0 0 0.3", "%s")), "axis": (WRIST_AXIS, WRIST_AXIS.replace("1 0 0", "%s")),
              "visual-origin": (ARM_VISUAL, ARM_VISUAL.replace("0 0 0.15", "%s"))}
    for place, (part, new) in places.items():
        for how, text in vectors.items():
            case(f"vector-{place}-{how}", f"three numbers written as {text!r} in {place}", (part, new % text))


def xml():
    first = '<?xml version="1.0"?>\n'
    case("xml-no-declaration", "the XML declaration may be absent", (first, ""))
    case("xml-comment-first", "a comment before the XML declaration", (first, "<!-- made by hand -->\n" + first))
    case("xml-newline-first", "an empty line before the XML declaration", (first, "\n" + first))
    case("xml-bom", "a byte order mark", (first, "\ufeff" + first))
    case("xml-utf8-name", "a name in UTF-8", ('robot name="robot"', 'robot name="röbot"'))
    case("xml-encoding-utf8", "the encoding is declared", (first, '<?xml version="1.0" encoding="UTF-8"?>\n'))
    case("xml-encoding-latin1", "ISO-8859-1 is declared, all bytes are ASCII", (first, '<?xml version="1.0" encoding="ISO-8859-1"?>\n'))
    case("xml-doctype", "a document type without entities", (first, first + "<!DOCTYPE robot>\n"))
    case("xml-entity", "an entity that the document type defines", (first, first + '<!DOCTYPE robot [<!ENTITY three "0.3">]>\n'),
         (WRIST_ORIGIN, WRIST_ORIGIN.replace("0.3", "&three;")))
    case("xml-entity-unknown", "an entity that nobody defines, in a name", ('robot name="robot"', 'robot name="a&b;c"'))
    case("xml-entity-builtin", "a built-in entity in a name", ('robot name="robot"', 'robot name="a&amp;b"'))
    case("xml-ampersand", "a bare ampersand in a name", ('robot name="robot"', 'robot name="a & b"'))
    case("xml-less-than", "a '<' in a name", ('robot name="robot"', 'robot name="a<b"'))
    case("xml-prefix-unbound", "an element whose prefix is not declared", (END, "  <xacro:macro name='x'/>\n" + END))
    case("xml-prefix-bound", "an element of a declared namespace", ('<robot name="robot">', '<robot name="robot" xmlns:x="urn:x">'), (END, "  <x:y/>\n" + END))
    case("xml-default-namespace", "a default namespace", ('<robot name="robot">', '<robot name="robot" xmlns="http://www.ros.org">'))
    case("xml-xacro-namespace", "xacro's namespace is declared and not used", ('<robot name="robot">', '<robot name="robot" xmlns:xacro="http://wiki.ros.org/xacro">'))
    case("xml-duplicate-attribute", "an attribute twice", (WRIST_AXIS, '<axis xyz="1 0 0" xyz="0 1 0"/>'))
    case("xml-unclosed", "an element is not closed", (WRIST_AXIS, '<axis xyz="1 0 0">'))
    case("xml-text-after", "text after the outermost element", (END, END + "\nleft over"))
    case("xml-second-root", "a second outermost element", (END, END + "\n<robot name='two'/>"))
    case("xml-comment-after", "a comment after the outermost element", (END, END + "\n<!-- end -->"))
    case("xml-nul-after", "a NUL byte at the end", (END + "\n", END + "\n\0"))
    case("xml-comment-dashes", "a comment with two dashes in it", (WRIST_AXIS, "<!-- a -- b -->" + WRIST_AXIS))
    case("xml-cdata", "a CDATA section", (WRIST_AXIS, WRIST_AXIS + "<![CDATA[ x < y ]]>"))
    case("xml-text-inside", "text between elements", (WRIST_AXIS, WRIST_AXIS + "stray"))
    case("xml-instruction", "a processing instruction", (WRIST_AXIS, WRIST_AXIS + "<?keep this?>"))
    case("xml-crlf", "lines end with CR LF", *[(line + "\n", line + "\r\n") for line in PLAIN.split("\n")[1:3]])
    case("xml-single-quotes", "attributes in single quotes", (WRIST_AXIS, "<axis xyz='1 0 0'/>"))
    case("xml-unquoted", "an attribute without quotes", ('<link name="tip">', "<link name=tip>"))
    case("xml-deep", "elements nested 600 deep", (END, "<x>" * 600 + "</x>" * 600 + END))
    case("xml-upper-case", "an element in upper case", (WRIST_AXIS, '<Axis xyz="1 0 0"/>'))
    case("xml-bad-utf8", "a byte that is not UTF-8, in a comment", (WRIST_AXIS, "<!-- \udce9 -->" + WRIST_AXIS))


def robot():
    case("plain", "nothing special")
    case("robot-no-name", "the robot has no name", ('<robot name="robot">', "<robot>"))
    case("robot-empty-name", "the robot's name is empty", ('<robot name="robot">', '<robot name="">'))
    for version in ("1.0", "1.1", "1.2", "1", "2.0", "x"):
        case(f"robot-version-{version}", f"version {version}", ('<robot name="robot">', f'<robot name="robot" version="{version}">'))
    case("robot-other-root", "the outermost element is not robot", ('<robot name="robot">', '<model name="robot">'), (END, "</model>"))
    case("robot-gazebo", "an element for Gazebo", (END, '  <gazebo reference="arm"><material>Gazebo/Red</material></gazebo>\n' + END))
    case("robot-ros2-control", "an element for ros2_control", (END, '  <ros2_control name="s" type="system"><hardware><plugin>a/b</plugin></hardware></ros2_control>\n' + END))
    case("robot-transmission", "a transmission", (END, '  <transmission name="t"><type>transmission_interface/SimpleTransmission</type><joint name="wrist">'
         '<hardwareInterface>EffortJointInterface</hardwareInterface></joint><actuator name="m"><mechanicalReduction>50</mechanicalReduction></actuator></transmission>\n' + END))
    case("robot-transmission-lost", "a transmission of a joint that does not exist", (END, '  <transmission name="t"><type>transmission_interface/SimpleTransmission</type><joint name="nobody">'
         '<hardwareInterface>EffortJointInterface</hardwareInterface></joint><actuator name="m"><mechanicalReduction>50</mechanicalReduction></actuator></transmission>\n' + END))
    case("robot-unknown-element", "an unknown element", (END, "  <unknown a='b'/>\n" + END))
    case("robot-unknown-in-link", "an unknown element in a link", (TIP_VISUAL, TIP_VISUAL + "<contact><lateral_friction value='1'/></contact>"))
    case("robot-unknown-attribute", "an unknown attribute", ('<link name="tip">', '<link name="tip" color="red">'))
    case("robot-link-type", "a link with a type", ('<link name="tip">', '<link name="tip" type="laser">'))


def tree():
    case("tree-root-world", "a root called world with mass", ('<link name="base">', '<link name="world">'), ('<parent link="base"/>', '<parent link="world"/>'))
    case("tree-root-world-empty", "a root called world without anything", child("x", joint("x", "fixed", "tip", "x")),
         ('<link name="base">', '<link name="world"/>\n  <joint name="to_world" type="fixed"><parent link="world"/><child link="base"/></joint>\n  <link name="base">'))
    case("tree-inner-world", "an inner link called world", ('<link name="tip">', '<link name="world">'), ('<child link="tip"/>', '<child link="world"/>'))
    case("tree-two-roots", "a link that is connected to nothing", (END, f'  <link name="loose">\n{LINK}  </link>\n{END}'))
    case("tree-loop", "the links form a cycle", (END, "  " + joint("back", "fixed", "tip", "base") + "\n" + END))
    case("tree-two-parents", "a link that is the child of two joints", (END, "  " + joint("again", "fixed", "base", "tip") + "\n" + END))
    case("tree-self", "a joint from a link to itself", child("x", joint("x", "fixed", "x", "x")))
    case("tree-parent-missing", "a joint whose parent does not exist", ('<parent link="arm"/>', '<parent link="nobody"/>'))
    case("tree-child-missing", "a joint whose child does not exist", ('<child link="tip"/>', '<child link="nobody"/>'))
    case("tree-no-parent", "a joint without parent", ('<parent link="arm"/>', ""))
    case("tree-no-child", "a joint without child", ('<child link="tip"/>', ""))
    case("tree-parent-empty", "a parent without link", ('<parent link="arm"/>', "<parent/>"))
    case("tree-link-twice", "two links of a name", ('<link name="tip">', '<link name="arm"/>\n  <link name="tip">'))
    case("tree-joint-twice", "two joints of a name", child("x", joint("wrist", "fixed", "tip", "x")))
    case("tree-same-name", "a joint and a link of one name", ('joint name="wrist"', 'joint name="tip"'))
    case("tree-link-no-name", "a link without name", (END, "  <link/>\n" + END))
    case("tree-link-empty-name", "a link whose name is empty", ('<link name="tip">', '<link name="">'), ('<child link="tip"/>', '<child link=""/>'))
    case("tree-joint-no-name", "a joint without name", (WRIST, '<joint type="revolute">'))
    case("tree-joint-empty-name", "a joint whose name is empty", (WRIST, '<joint name="" type="revolute">'))
    case("tree-name-blank", "a name with a blank", ('<link name="tip">', '<link name="the tip">'), ('<child link="tip"/>', '<child link="the tip"/>'))
    case("tree-name-slash", "a name with a slash", ('<link name="tip">', '<link name="arm/tip">'), ('<child link="tip"/>', '<child link="arm/tip"/>'))
    case("tree-name-digit", "a name that begins with a digit", ('<link name="tip">', '<link name="1tip">'), ('<child link="tip"/>', '<child link="1tip"/>'))
    case("tree-joint-first", "joints before their links", ('  <link name="base">', '  <joint name="early" type="fixed"><parent link="tip"/><child link="late"/></joint>\n  <link name="late"/>\n  <link name="base">'))
    case("tree-branch", "two children", child("x", joint("x", "fixed", "base", "x")))
    case("tree-no-links", "a robot without links", (PLAIN[PLAIN.index("  <link name=\"base\">"):PLAIN.index(END)], ""))
    case("tree-one-link", "a single link", (PLAIN[PLAIN.index("  <link name=\"arm\">"):PLAIN.index(END)], ""))


def joints():
    case("joint-continuous", "a continuous joint", (WRIST, WRIST.replace("revolute", "continuous")), (WRIST_LIMIT, '<limit effort="5" velocity="2"/>'))
    case("joint-continuous-bare", "a continuous joint without limit", (WRIST, WRIST.replace("revolute", "continuous")), (WRIST_LIMIT, ""))
    case("joint-continuous-bounds", "a continuous joint with bounds", (WRIST, WRIST.replace("revolute", "continuous")))
    case("joint-prismatic", "a prismatic joint", (WRIST, WRIST.replace("revolute", "prismatic")))
    case("joint-prismatic-axis-2", "a prismatic joint with an axis of length 2", (WRIST, WRIST.replace("revolute", "prismatic")), (WRIST_AXIS, '<axis xyz="2 0 0"/>'))
    case("joint-fixed", "a fixed joint", (WRIST, WRIST.replace("revolute", "fixed")), (WRIST_LIMIT, ""), (WRIST_AXIS, ""))
    case("joint-fixed-limit", "a fixed joint with limit and axis", (WRIST, WRIST.replace("revolute", "fixed")))
    case("joint-floating", "a floating joint inside", (WRIST, WRIST.replace("revolute", "floating")), (WRIST_LIMIT, ""), (WRIST_AXIS, ""))
    case("joint-floating-root", "a floating joint at the root", ('<joint name="shoulder" type="revolute">', '<joint name="shoulder" type="floating">'), (SHOULDER_LIMIT, ""), ('<axis xyz="0 1 0"/>', ""))
    case("joint-planar", "a planar joint", (WRIST, WRIST.replace("revolute", "planar")), (WRIST_LIMIT, ""))
    case("joint-spherical", "a joint of type spherical", (WRIST, WRIST.replace("revolute", "spherical")))
    case("joint-upper-case", "a joint of type Revolute", (WRIST, WRIST.replace("revolute", "Revolute")))
    case("joint-no-type", "a joint without type", (WRIST, '<joint name="wrist">'))
    case("joint-empty-type", "a joint with an empty type", (WRIST, '<joint name="wrist" type="">'))
    case("joint-no-origin", "a joint without origin", (WRIST_ORIGIN, ""))
    case("joint-empty-origin", "a joint with an empty origin", (WRIST_ORIGIN, "<origin/>"))
    case("joint-rpy-only", "an origin without xyz", (WRIST_ORIGIN, '<origin rpy="0 0 1"/>'))
    case("joint-gimbal", "a pitch of 90 degrees", (WRIST_ORIGIN, '<origin xyz="0 0 0.3" rpy="0.4 1.5707963267948966 0.2"/>'))
    case("joint-two-origins", "two origins", (WRIST_ORIGIN, WRIST_ORIGIN + '<origin xyz="1 0 0"/>'))
    case("joint-quat-version-1.1", "an origin by quat_xyzw with version 1.1", (WRIST_ORIGIN, '<origin xyz="0 0 0.3" quat_xyzw="0 0 0.6 0.8"/>'), ('<robot name="robot">', '<robot name="robot" version="1.1">'))
    case("joint-quat-version-1.0", "an origin by quat_xyzw without version", (WRIST_ORIGIN, '<origin xyz="0 0 0.3" quat_xyzw="0 0 0.6 0.8"/>'))
    case("axis-absent", "a joint without axis", (WRIST_AXIS, ""))
    case("axis-no-xyz", "an axis without xyz", (WRIST_AXIS, "<axis/>"))
    case("axis-zero", "an axis of zeros", (WRIST_AXIS, '<axis xyz="0 0 0"/>'))
    case("axis-length-2", "an axis of length 2", (WRIST_AXIS, '<axis xyz="2 0 0"/>'))
    case("axis-oblique", "an axis that is not a coordinate axis", (WRIST_AXIS, '<axis xyz="0.6 0 0.8"/>'))
    case("axis-negative", "an axis against x", (WRIST_AXIS, '<axis xyz="-1 0 0"/>'))
    case("axis-rpy", "an axis by rpy", (WRIST_AXIS, '<axis rpy="0 0 1"/>'))
    case("dynamics", "damping and friction", (WRIST_AXIS, WRIST_AXIS + '<dynamics damping="0.1" friction="0.2"/>'))
    case("dynamics-empty", "dynamics without attributes", (WRIST_AXIS, WRIST_AXIS + "<dynamics/>"))
    case("dynamics-negative", "a negative damping", (WRIST_AXIS, WRIST_AXIS + '<dynamics damping="-0.1"/>'))
    case("dynamics-word", "a damping that is not a number", (WRIST_AXIS, WRIST_AXIS + '<dynamics damping="abc"/>'))
    case("safety", "a safety controller", (WRIST_AXIS, WRIST_AXIS + '<safety_controller k_velocity="10" k_position="5" soft_lower_limit="-0.4" soft_upper_limit="0.4"/>'))
    case("safety-no-k-velocity", "a safety controller without k_velocity", (WRIST_AXIS, WRIST_AXIS + '<safety_controller k_position="5"/>'))
    case("calibration", "a calibration", (WRIST_AXIS, WRIST_AXIS + '<calibration rising="0.1"/>'))
    case("calibration-word", "a calibration that is not a number", (WRIST_AXIS, WRIST_AXIS + '<calibration rising="abc"/>'))


def limits():
    def limit(name, why, text):
        case("limit-" + name, why, (WRIST_LIMIT, text))
    limit("absent", "a revolute joint without limit", "")
    limit("empty", "a limit without attributes", "<limit/>")
    limit("no-lower", "no lower limit", '<limit upper="0.5" effort="5" velocity="2"/>')
    limit("no-upper", "no upper limit", '<limit lower="-0.5" effort="5" velocity="2"/>')
    limit("no-bounds", "neither lower nor upper limit", '<limit effort="5" velocity="2"/>')
    limit("no-effort", "no effort", '<limit lower="-0.5" upper="0.5" velocity="2"/>')
    limit("no-velocity", "no velocity", '<limit lower="-0.5" upper="0.5" effort="5"/>')
    limit("swapped", "the lower limit is above the upper one", '<limit lower="0.5" upper="-0.5" effort="5" velocity="2"/>')
    limit("equal", "the lower limit is the upper one", '<limit lower="0.2" upper="0.2" effort="5" velocity="2"/>')
    limit("zero", "both limits are zero", '<limit lower="0" upper="0" effort="5" velocity="2"/>')
    limit("above-zero", "zero is outside of the limits", '<limit lower="0.2" upper="0.5" effort="5" velocity="2"/>')
    limit("wide", "limits beyond a full turn", '<limit lower="-10" upper="10" effort="5" velocity="2"/>')
    limit("infinite", "infinite limits", '<limit lower="-inf" upper="inf" effort="5" velocity="2"/>')
    limit("effort-zero", "an effort of zero", '<limit lower="-0.5" upper="0.5" effort="0" velocity="0"/>')
    limit("effort-negative", "a negative effort", '<limit lower="-0.5" upper="0.5" effort="-5" velocity="2"/>')
    limit("velocity-negative", "a negative velocity", '<limit lower="-0.5" upper="0.5" effort="5" velocity="-2"/>')
    limit("twice", "two limits", WRIST_LIMIT + '<limit lower="-2" upper="2" effort="1" velocity="1"/>')
    limit("acceleration", "an acceleration", WRIST_LIMIT.replace("/>", ' acceleration="3"/>'))


def mimics():
    inside = LIMIT + '<mimic joint="{}" multiplier="2" offset="0.1"/>'
    def follower(name, why, *more, source="wrist", kind="revolute"):
        case("mimic-" + name, why, child("x", joint("x", kind, "tip", "x", inside.format(source))), *more)
    follower("above", "a joint that follows the one above it")
    follower("root", "a joint that follows the first one", source="shoulder")
    follower("missing", "a joint that follows one that does not exist", source="nobody")
    follower("self", "a joint that follows itself", source="x")
    follower("prismatic", "a prismatic joint that follows a revolute one", kind="prismatic")
    follower("continuous", "a continuous joint that follows a revolute one", kind="continuous")
    follower("fixed", "a fixed joint that follows another", kind="fixed")
    follower("of-fixed", "a joint that follows a fixed one", (WRIST, WRIST.replace("revolute", "fixed")), (WRIST_LIMIT, ""))
    wrist = lambda text: (WRIST_AXIS, WRIST_AXIS + text)
    case("mimic-below", "a joint that follows the one below it", wrist('<mimic joint="x"/>'), child("x", joint("x", "revolute", "tip", "x", LIMIT)))
    case("mimic-sibling", "a joint that follows one of another branch", wrist('<mimic joint="x"/>'), child("x", joint("x", "revolute", "base", "x", LIMIT)))
    case("mimic-bare", "a follower without factors", child("x", joint("x", "revolute", "tip", "x", LIMIT + '<mimic joint="wrist"/>')))
    case("mimic-no-joint", "a follower that names no joint", child("x", joint("x", "revolute", "tip", "x", LIMIT + "<mimic/>")))
    case("mimic-factor-zero", "a follower with factor zero", child("x", joint("x", "revolute", "tip", "x", LIMIT + '<mimic joint="wrist" multiplier="0"/>')))
    case("mimic-factor-word", "a follower whose factor is not a number", child("x", joint("x", "revolute", "tip", "x", LIMIT + '<mimic joint="wrist" multiplier="abc"/>')))
    case("mimic-chain", "a follower of a follower", wrist('<mimic joint="shoulder"/>'), child("x", joint("x", "revolute", "tip", "x", inside.format("wrist"))))
    case("mimic-cycle", "two joints that follow each other", wrist('<mimic joint="x"/>'), child("x", joint("x", "revolute", "tip", "x", inside.format("wrist"))))


def inertials():
    def arm(name, why, text):
        case("inertial-" + name, why, (ARM_INERTIAL, text))
    arm("absent", "a moving link without inertial", "")
    case("inertial-absent-root", "a root without inertial", (BASE_INERTIAL, ""))
    case("inertial-absent-tip", "a last link without inertial", (TIP_INERTIAL, ""))
    case("inertial-absent-fixed", "a link without inertial at a fixed joint", (TIP_INERTIAL, ""), (WRIST, WRIST.replace("revolute", "fixed")))
    case("inertial-absent-all", "no link has an inertial", (BASE_INERTIAL, ""), (ARM_INERTIAL, ""), (TIP_INERTIAL, ""))
    case("inertial-absent-no-shape", "a moving link with nothing in it", (TIP_INERTIAL, ""), (TIP_VISUAL, ""), (TIP_COLLISION, ""))
    arm("empty", "an empty inertial", "<inertial/>")
    arm("no-mass", "an inertial without mass", ARM_INERTIAL.replace('<mass value="1"/>', ""))
    arm("mass-no-value", "a mass without value", ARM_INERTIAL.replace('<mass value="1"/>', "<mass/>"))
    arm("no-inertia", "an inertial without tensor", ARM_INERTIAL[:ARM_INERTIAL.index("<inertia ")] + "</inertial>")
    arm("inertia-empty", "a tensor without attributes", ARM_INERTIAL[:ARM_INERTIAL.index("<inertia ")] + "<inertia/></inertial>")
    arm("no-ixy", "a tensor without ixy", ARM_INERTIAL.replace(' ixy="0"', ""))
    arm("diagonal", "a tensor of three numbers", ARM_INERTIAL.replace(' ixy="0"', "").replace(' ixz="0"', "").replace(' iyz="0"', ""))
    arm("no-ixx", "a tensor without ixx", ARM_INERTIAL.replace(' ixx="0.01"', ""))
    arm("ixx-word", "an ixx that is not a number", ARM_INERTIAL.replace('ixx="0.01"', 'ixx="abc"'))
    arm("no-origin", "an inertial without origin", ARM_INERTIAL.replace('<origin xyz="0.1 0 0.2" rpy="0 0 0"/>', ""))
    arm("rotated", "an inertial whose origin is rotated", ARM_INERTIAL.replace('rpy="0 0 0"', 'rpy="0.3 0.2 0.1"'))
    arm("mass-zero", "a mass of zero with a tensor", ARM_INERTIAL.replace('mass value="1"', 'mass value="0"'))
    arm("all-zero", "mass and tensor are zero", '<inertial><mass value="0"/><inertia ixx="0" ixy="0" ixz="0" iyy="0" iyz="0" izz="0"/></inertial>')
    arm("tensor-zero", "a mass with a tensor of zeros", '<inertial><mass value="1"/><inertia ixx="0" ixy="0" ixz="0" iyy="0" iyz="0" izz="0"/></inertial>')
    arm("mass-negative", "a negative mass", ARM_INERTIAL.replace('mass value="1"', 'mass value="-1"'))
    arm("triangle", "a tensor that breaks the triangle inequality", ARM_INERTIAL.replace('izz="0.005"', 'izz="0.05"'))
    arm("not-positive", "a tensor that is not positive definite", ARM_INERTIAL.replace('ixy="0"', 'ixy="0.05"'))
    arm("diagonal-negative", "a negative moment", ARM_INERTIAL.replace('ixx="0.01"', 'ixx="-0.01"'))
    arm("mass-tiny", "a mass of 1e-8", ARM_INERTIAL.replace('mass value="1"', 'mass value="1e-8"'))
    arm("twice", "two inertials", ARM_INERTIAL + ARM_INERTIAL.replace('mass value="1"', 'mass value="7"'))
    case("inertial-root-mass", "the mass of the root", ('<mass value="2"/>', '<mass value="20"/>'))


def shapes():
    for which, part in (("visual", ARM_VISUAL), ("collision", ARM_COLLISION)):
        inside = part[part.index("<cylinder"):part.index("</geometry>")]
        def shape(name, why, text):
            case(f"{which}-{name}", f"{why}, in a {which}", (part, part.replace(inside, text)))
        shape("capsule", "a capsule", '<capsule radius="0.05" length="0.2"/>')
        shape("unknown", "an unknown shape", '<cone radius="0.05" length="0.2"/>')
        shape("empty-geometry", "a geometry without shape", "")
        shape("no-radius", "a cylinder without radius", '<cylinder length="0.3"/>')
        shape("no-length", "a cylinder without length", '<cylinder radius="0.05"/>')
        shape("box-no-size", "a box without size", "<box/>")
        shape("box-two", "a box of two numbers", '<box size="0.1 0.1"/>')
        shape("zero", "a box of size zero", '<box size="0 0.1 0.1"/>')
        shape("negative", "a sphere with a negative radius", '<sphere radius="-0.1"/>')
        shape("two-shapes", "two shapes in one geometry", inside + '<box size="0.1 0.1 0.1"/>')
        shape("mesh-missing", "a mesh file that does not exist", '<mesh filename="no_such_file.stl"/>')
        shape("mesh-package", "a mesh of a package that does not exist", '<mesh filename="package://no_such_package/a.stl"/>')
        shape("mesh-no-file", "a mesh without file name", "<mesh/>")
        shape("mesh-empty-file", "a mesh with an empty file name", '<mesh filename=""/>')
        shape("mesh-scale-one", "a scale of one number", '<mesh filename="no_such_file.stl" scale="2"/>')
        case(f"{which}-no-geometry", f"a {which} without geometry", (part, f"<{which}/>"))
        case(f"{which}-absent", f"no {which}", (part, ""))
        case(f"{which}-twice", f"two {which}s", (part, part + part.replace("0.15", "0.4")))
        case(f"{which}-name", f"a {which} with a name", (part, part.replace(f"<{which}>", f'<{which} name="a">')))
        case(f"{which}-same-names", f"two {which}s of a name", (part, 2 * part.replace(f"<{which}>", f'<{which} name="a">')))
        case(f"{which}-bad-then-good", f"a broken {which} before a sound one", (part, f"<{which}/>" + part))
        case(f"{which}-capsule-1.1", f"a capsule with version 1.1, in a {which}", (part, part.replace(inside, '<capsule radius="0.05" length="0.2"/>')),
             ('<robot name="robot">', '<robot name="robot" version="1.1">'))


def materials():
    def visual(name, why, text, *more):
        case("material-" + name, why, (ARM_VISUAL, ARM_VISUAL.replace("</visual>", text + "</visual>")), *more)
    red = '<material name="red"><color rgba="1 0 0 1"/></material>'
    visual("inline", "a material in the visual", red)
    visual("inline-no-name", "a material without name", '<material><color rgba="1 0 0 1"/></material>')
    visual("empty-name", "a material with an empty name", '<material name=""><color rgba="1 0 0 1"/></material>')
    visual("global", "a material of the robot", '<material name="red"/>', (END, "  " + red + "\n" + END))
    visual("undefined", "a material that is not defined", '<material name="red"/>')
    visual("twice", "a material defined twice, differently", '<material name="red"><color rgba="0 1 0 1"/></material>', (END, "  " + red + "\n" + END))
    visual("rgb", "a color of three numbers", '<material name="red"><color rgba="1 0 0"/></material>')
    visual("no-rgba", "a color without rgba", '<material name="red"><color/></material>')
    visual("above-one", "a color above 1", '<material name="red"><color rgba="255 0 0 1"/></material>')
    visual("word", "a color that is not a number", '<material name="red"><color rgba="red"/></material>')
    visual("texture", "a texture that does not exist", '<material name="red"><texture filename="no_such.png"/></material>')
    visual("empty", "a material without color", '<material name="red"></material>')
    case("material-in-collision", "a material in a collision", (ARM_COLLISION, ARM_COLLISION.replace("</collision>", red + "</collision>")))
    case("material-global-twice", "two materials of the robot with one name", (END, "  " + red + red + "\n" + END))
    case("material-global-no-name", "a material of the robot without name", (END, '  <material><color rgba="1 0 0 1"/></material>\n' + END))


for group in (robot, xml, tree, joints, limits, mimics, inertials, shapes, materials, numbers):
    group()


def text_of(*names):
    """Returns the file of one case, or of several combined; None if they change the same part."""
    text = PLAIN
    for name in names:
        for old, new in CASES[name][1]:
            if old not in text:
                return None
            text = text.replace(old, new, 1)
    return text


def encode(text):
    return text.encode("utf-8", "surrogateescape")


def main():
    folder = HERE / "suite"
    folder.mkdir(exist_ok=True)
    for name in CASES:
        (folder / f"{name}.urdf").write_bytes(encode(text_of(name)))
    print(f"{len(CASES)} files")


if __name__ == "__main__":
    main()
