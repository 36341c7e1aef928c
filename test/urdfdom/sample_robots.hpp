// Constructed robots that use every element of URDF, for tests that damage them.
#ifndef LIMB_TEST_URDF_SAMPLE_ROBOTS_HPP
#define LIMB_TEST_URDF_SAMPLE_ROBOTS_HPP

static const char *const sample_robots[] = {
    // an arm: every part of links and joints, materials of every kind
    R"(<?xml version="1.0"?>
<robot name="sample" version="1.0">
  <!-- materials -->
  <material name="red"><color rgba="0.8 0.1 0.1 1"/></material>
  <material name="wood"><texture filename="package://s/wood.png"/></material>
  <link name="base">
    <inertial>
      <origin xyz="0 0 0.1" rpy="0 0.1 0"/>
      <mass value="4.5"/>
      <inertia ixx="0.1" ixy="0" ixz="0.01" iyy="0.2" iyz="-1e-3" izz="0.3"/>
    </inertial>
    <visual name="body">
      <origin xyz="0 0 0.1" rpy="0 0 1.5707963"/>
      <geometry><box size="0.4 0.3 0.2"/></geometry>
      <material name="red"/>
    </visual>
    <visual>
      <geometry><mesh filename="package://s/base.dae" scale="0.001 0.001 -0.001"/></geometry>
      <material name="blue"><color rgba="0 0 1 0.5"/><texture filename="b.png"/></material>
    </visual>
    <collision name="hull">
      <origin xyz="0.1 0 0.1"/>
      <geometry><cylinder radius="0.2" length="0.3"/></geometry>
    </collision>
    <collision><geometry><sphere radius="0.25"/></geometry></collision>
  </link>
  <link name="arm">
    <visual>
      <origin rpy="0.1 0.2 0.3"/>
      <geometry><cylinder length="0.5" radius=".05"/></geometry>
      <material name="blue"/>
    </visual>
    <visual>
      <geometry><sphere radius="0.05"/></geometry>
      <material name=""><color rgba="0.25 0.5 0.75 1"/></material>
    </visual>
    <inertial>
      <mass value="1"/>
      <inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/>
    </inertial>
  </link>
  <link name="hand"/>
  <link name="finger"><visual><geometry><box size="1 2 3"/></geometry></visual></link>
  <joint name="shoulder" type="revolute">
    <origin xyz="0 0 0.2" rpy="0 -0.5 3.1"/>
    <parent link="base"/>
    <child link="arm"/>
    <axis xyz="0 0.6 0.8"/>
    <limit lower="-1.5" upper="2" effort="50" velocity="3.5"/>
    <dynamics damping="0.1" friction="0.2"/>
    <safety_controller k_velocity="10" k_position="20" soft_lower_limit="-1" soft_upper_limit="1"/>
    <calibration rising="0.5" falling="-0.5"/>
  </joint>
  <joint name="wrist" type="continuous">
    <parent link="arm"/><child link="hand"/><axis xyz="0 0 1"/>
    <limit effort="1" velocity="2"/>
  </joint>
  <joint name="grip" type="prismatic">
    <origin xyz="0.01 0 0"/>
    <parent link="hand"/><child link="finger"/>
    <limit lower="0" upper="0.04" effort="5" velocity="0.1"/>
    <mimic joint="shoulder" multiplier="-0.5" offset="0.01"/>
  </joint>
  <transmission name="t"><type>simple</type><joint name="shoulder"/></transmission>
  <gazebo reference="base"><material>Gazebo/Red</material></gazebo>
</robot>
)",
    // single quotes, no declaration, the other joint types, names that sort otherwise
    // than they are written
    R"(<robot name='types'>
 <joint name='c' type='fixed'><parent link='z'/><child link='b'/><axis xyz='none'/></joint>
 <joint name='b' type='floating'><parent link='z'/><child link='a'/></joint>
 <joint name='a' type='planar'><origin xyz='1 2 3'/><parent link='z'/><child link='c'/>
   <axis xyz='0 1 0'/></joint>
 <link name='c'><collision><geometry><mesh filename='m.stl'/></geometry></collision></link>
 <link name='b'/><link name='a'/><link name='z'/>
</robot>)",
    // declared as UTF-8, with names and comments that use it, references and CDATA
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<robot name=\"r\xc3\xb6\xc3\xb6t\">\n"
    "<link name=\"\xe4\xb8\xad&amp;&#x31;\"><visual><geometry><box size=\"1 1 1\"/></geometry>\n"
    "<material name=\"&lt;m&gt;\"><color rgba=\"1 1 1 1\"/></material></visual></link>\n"
    "some text &amp; more\n<![CDATA[ <link> ]]>\n<link name=\"\xf0\x9f\xa4\x96\"/>\n"
    "<joint name=\"j\" type=\"fixed\"><parent link=\"\xe4\xb8\xad&#38;1\"/>"
    "<child link=\"\xf0\x9f\xa4\x96\"/></joint>\n</robot>\n<!-- \xc3\xa9nd -->\n",
    // broken in the ways that urdfdom lets pass
    R"(<robot name="broken">
  <material name="plain"/>
  <material name="grey"><color rgba="0.5 0.5 0.5"/></material>
  <link name="root">
    <inertial><mass value="2"/><inertia ixx="1" iyy="1" izz="1"/></inertial>
    <visual><geometry><box size="1 1 1"/></geometry></visual>
  </link>
  <link name="l1">
    <visual><geometry><box size="1 1 1"/><sphere radius="1"/></geometry>
      <material name="late"/></visual>
    <visual><geometry><capsule radius="1" length="2"/></geometry></visual>
    <collision><geometry><box size="1 1 1"/></geometry></collision>
  </link>
  <link name="l2"><visual><geometry><sphere radius="2"/></geometry>
      <material name="late"><color rgba="0 1 0 1"/></material></visual>
    <collision><geometry><box size="2 2 2"/></geometry></collision>
    <collision><geometry><box size="2,2,2"/></geometry></collision></link>
  <link name="x"/><link name="y"/>
  <joint name="j1" type="continuous"><parent link="root"/><child link="l1"/><axis/></joint>
  <joint name="j2" type="fixed"><parent link="l1"/><child link="l2"/></joint>
  <joint name="j3" type="fixed"><parent link="root"/><child link="l2"/></joint>
  <joint name="k1" type="fixed"><parent link="x"/><child link="y"/></joint>
  <joint name="k2" type="fixed"><parent link="y"/><child link="x"/></joint>
</robot>
)"};

#endif
