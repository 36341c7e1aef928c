// Runs in a separate network namespace whose loopback has multicast: limb publishes, Foxglove's RTPS client listens.
import { createRequire } from "node:module";
import { arm, publish, until } from "./tools.mjs";

const require = createRequire(import.meta.url);
const { RosNode } = require("@foxglove/ros2");
const { UdpSocketNode } = require("@foxglove/ros2/nodejs");
const own = createRequire(require.resolve("@foxglove/ros2"));
const { parse } = own("@foxglove/rosmsg");

// this client takes the hash of a key, which precedes the data of discovery, for the data itself
const cyclone = `<CycloneDDS><Domain><General><Interfaces><NetworkInterface name="lo" multicast="true"/></Interfaces>
  <AllowMulticast>true</AllowMulticast></General><Internal><GenerateKeyhash>false</GenerateKeyhash></Internal></Domain></CycloneDDS>`;
const limb = await publish([arm], { CYCLONEDDS_URI: cyclone });
const node = new RosNode({
  name: "listener", udpSocketCreate: UdpSocketNode.Create, addresses: ["127.0.0.1"],
});
await node.start();
const schema = `geometry_msgs/TransformStamped[] transforms
===
MSG: geometry_msgs/TransformStamped
std_msgs/Header header
string child_frame_id
geometry_msgs/Transform transform
===
MSG: std_msgs/Header
builtin_interfaces/Time stamp
string frame_id
===
MSG: builtin_interfaces/Time
int32 sec
uint32 nanosec
===
MSG: geometry_msgs/Transform
geometry_msgs/Vector3 translation
geometry_msgs/Quaternion rotation
===
MSG: geometry_msgs/Vector3
float64 x
float64 y
float64 z
===
MSG: geometry_msgs/Quaternion
float64 x
float64 y
float64 z
float64 w
`;
const heard = {};
node.subscribe({ topic: "/robot_description", dataType: "std_msgs/msg/String", msgDefinition: parse("string data", { ros2: true }) })
  .on("message", (_time, message) => (heard.description = message.data));
node.subscribe({ topic: "/tf_static", dataType: "tf2_msgs/msg/TFMessage", msgDefinition: parse(schema, { ros2: true }) })
  .on("message", (_time, message) => (heard.fixed = message.transforms.length));
await until("both latched messages", () => heard.description && heard.fixed);
console.log(JSON.stringify(heard));
await limb.stop();
process.exit(0);
