// A peer with another middleware: Fast DDS, the library of rmw_fastrtps, on the loopback only.
//
// Messages are sent and received as CDR bytes under ROS 2's names, so that a test can also
// send malformed ones.
#ifndef LIMB_TEST_ROS_FASTDDS_PEER_HPP
#define LIMB_TEST_ROS_FASTDDS_PEER_HPP

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

using Bytes = std::vector<uint8_t>;

struct PeerQos {
    bool reliable;
    bool transientLocal;
    int depth;
};

class FastPeer
{
  public:
    explicit FastPeer(int domain);
    ~FastPeer();
    bool ok() const;

    // topic "rt/tf", type "tf2_msgs::msg::dds_::TFMessage_"; returns a number for the calls below
    int read(const std::string &topic, const std::string &type, PeerQos qos);
    int write(const std::string &topic, const std::string &type, PeerQos qos);

    // messages that came since the last call
    std::vector<Bytes> take(int reader);
    // waits until at least one came; empty: none did in a minute
    std::vector<Bytes> waitFor(int reader);
    bool waitForReader(int writer); // until somebody reads what is written
    bool send(int writer, const Bytes &message);
    // waits until one of the others is gone; whether it said so, or its lease had to end
    enum class Gone { nobody, saidSo, leaseEnded };
    Gone waitForLeaving();

  private:
    struct Inside;
    std::unique_ptr<Inside> inside;
};

//---- messages ------------------------------------------------------------------------------------

struct PeerTransform {
    int32_t sec;
    uint32_t nanosec;
    std::string parent, child;
    double xyz[3], quat[4];
};

std::string readString(const Bytes &message);
std::vector<PeerTransform> readTf(const Bytes &message);
struct PeerJoints {
    int32_t sec;
    uint32_t nanosec;
    std::vector<std::string> name;
    std::vector<double> position;
};
PeerJoints readJoints(const Bytes &message);
Bytes writeJoints(const PeerJoints &joints);

#endif
