// Fast DDS with types that pass raw bytes, and Fast CDR to encode and decode them.
#include "fastdds_peer.hpp"
#include "fastdds_version.hpp"

#include <fastcdr/FastBuffer.h>
#include <fastdds/dds/domain/DomainParticipant.hpp>
#include <fastdds/dds/domain/DomainParticipantFactory.hpp>
#include <fastdds/dds/publisher/DataWriter.hpp>
#include <fastdds/dds/publisher/Publisher.hpp>
#include <fastdds/dds/subscriber/DataReader.hpp>
#include <fastdds/dds/subscriber/SampleInfo.hpp>
#include <fastdds/dds/subscriber/Subscriber.hpp>

#include <atomic>
#include <chrono>
#include <map>
#include <thread>

using namespace eprosima::fastdds::dds;

namespace
{

template <typename Done> bool waitUntil(Done done)
{
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (!done()) {
        if (std::chrono::steady_clock::now() > end) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return true;
}

class Leaving : public fast::DepartureListener
{
  public:
    std::atomic<FastPeer::Gone> gone{FastPeer::Gone::nobody};

    void left(bool said) override
    {
        gone = said ? FastPeer::Gone::saidSo : FastPeer::Gone::leaseEnded;
    }
};

} // namespace

struct FastPeer::Inside {
    Leaving leaving;
    DomainParticipant *participant = nullptr;
    Publisher *publisher = nullptr;
    Subscriber *subscriber = nullptr;
    std::map<std::string, Topic *> topics;
    std::vector<DataReader *> readers;
    std::vector<DataWriter *> writers;

    Topic *topic(const std::string &name, const std::string &type)
    {
        if (!topics[name]) {
            TypeSupport support(new fast::RawType(type));
            support.register_type(participant);
            topics[name] = participant->create_topic(name, type, TOPIC_QOS_DEFAULT);
        }
        return topics[name];
    }
};

FastPeer::FastPeer(int domain) : inside(new Inside)
{
    DomainParticipantQos qos;
    auto transport = std::make_shared<eprosima::fastdds::rtps::UDPv4TransportDescriptor>();
    transport->interfaceWhiteList.push_back("127.0.0.1");
    qos.transport().use_builtin_transports = false;
    qos.transport().user_transports.push_back(transport);
    // no multicast on the loopback: knock on the ports of the first participants
    for (int i = 0; i < 10; i++) {
        fast::Locator_t peer;
        peer.kind = LOCATOR_KIND_UDPv4;
        fast::IPLocator::setIPv4(peer, 127, 0, 0, 1);
        peer.port = static_cast<uint32_t>(7410 + 250 * domain + 2 * i);
        qos.wire_protocol().builtin.initialPeersList.push_back(peer);
    }
    inside->participant = DomainParticipantFactory::get_instance()->create_participant(
        static_cast<uint32_t>(domain), qos, &inside->leaving, StatusMask::none());
    if (!inside->participant) return;
    inside->publisher = inside->participant->create_publisher(PUBLISHER_QOS_DEFAULT);
    inside->subscriber = inside->participant->create_subscriber(SUBSCRIBER_QOS_DEFAULT);
}

FastPeer::~FastPeer()
{
    if (!inside->participant) return;
    inside->participant->delete_contained_entities();
    DomainParticipantFactory::get_instance()->delete_participant(inside->participant);
}

bool FastPeer::ok() const
{
    return inside->participant != nullptr;
}

// of a reader or a writer
template <typename Qos> static void apply(PeerQos wanted, Qos &qos)
{
    qos.reliability().kind =
        wanted.reliable ? RELIABLE_RELIABILITY_QOS : BEST_EFFORT_RELIABILITY_QOS;
    qos.durability().kind =
        wanted.transientLocal ? TRANSIENT_LOCAL_DURABILITY_QOS : VOLATILE_DURABILITY_QOS;
    qos.history().kind = KEEP_LAST_HISTORY_QOS;
    qos.history().depth = wanted.depth;
}

int FastPeer::read(const std::string &topic, const std::string &type, PeerQos wanted)
{
    DataReaderQos qos;
    apply(wanted, qos);
    qos.endpoint().history_memory_policy = fast::PREALLOCATED_WITH_REALLOC_MEMORY_MODE;
    inside->readers.push_back(
        inside->subscriber->create_datareader(inside->topic(topic, type), qos));
    return static_cast<int>(inside->readers.size()) - 1;
}

int FastPeer::write(const std::string &topic, const std::string &type, PeerQos wanted)
{
    DataWriterQos qos;
    apply(wanted, qos);
    qos.endpoint().history_memory_policy = fast::DYNAMIC_RESERVE_MEMORY_MODE;
    inside->writers.push_back(
        inside->publisher->create_datawriter(inside->topic(topic, type), qos));
    return static_cast<int>(inside->writers.size()) - 1;
}

std::vector<Bytes> FastPeer::take(int reader)
{
    std::vector<Bytes> taken;
    Bytes message;
    SampleInfo info;
    while (inside->readers[static_cast<size_t>(reader)]->take_next_sample(&message, &info) ==
           fast::RETCODE_OK) {
        if (info.valid_data) taken.push_back(message);
    }
    return taken;
}

std::vector<Bytes> FastPeer::waitFor(int reader)
{
    std::vector<Bytes> taken;
    waitUntil([&] {
        taken = take(reader);
        return !taken.empty();
    });
    return taken;
}

bool FastPeer::waitForReader(int writer)
{
    return waitUntil([&] {
        PublicationMatchedStatus status;
        inside->writers[static_cast<size_t>(writer)]->get_publication_matched_status(status);
        return status.current_count > 0;
    });
}

bool FastPeer::send(int writer, const Bytes &message)
{
    return fast::isDone(inside->writers[static_cast<size_t>(writer)]->write(
        const_cast<void *>(static_cast<const void *>(&message))));
}

FastPeer::Gone FastPeer::waitForLeaving()
{
    waitUntil([&] { return inside->leaving.gone != Gone::nobody; });
    return inside->leaving.gone;
}

//---- messages ------------------------------------------------------------------------------------

namespace
{

class Reader
{
  public:
    explicit Reader(const Bytes &message)
        : copy(message), buffer(reinterpret_cast<char *>(copy.data()), copy.size()),
          cdr(buffer, eprosima::fastcdr::Cdr::DEFAULT_ENDIAN, fast::kDdsCdr)
    {
        cdr.read_encapsulation();
    }
    template <typename T> T next()
    {
        T value{};
        cdr >> value;
        return value;
    }

  private:
    Bytes copy;
    eprosima::fastcdr::FastBuffer buffer;
    eprosima::fastcdr::Cdr cdr;
};

} // namespace

std::string readString(const Bytes &message)
{
    return Reader(message).next<std::string>();
}

std::vector<PeerTransform> readTf(const Bytes &message)
{
    Reader in(message);
    std::vector<PeerTransform> transforms(in.next<uint32_t>());
    for (PeerTransform &t : transforms) {
        t.sec = in.next<int32_t>();
        t.nanosec = in.next<uint32_t>();
        t.parent = in.next<std::string>();
        t.child = in.next<std::string>();
        for (double &x : t.xyz)
            x = in.next<double>();
        for (double &x : t.quat)
            x = in.next<double>();
    }
    return transforms;
}

PeerJoints readJoints(const Bytes &message)
{
    Reader in(message);
    PeerJoints joints;
    joints.sec = in.next<int32_t>();
    joints.nanosec = in.next<uint32_t>();
    in.next<std::string>();
    joints.name = in.next<std::vector<std::string>>();
    joints.position = in.next<std::vector<double>>();
    return joints;
}

Bytes writeJoints(const PeerJoints &joints)
{
    eprosima::fastcdr::FastBuffer buffer;
    eprosima::fastcdr::Cdr cdr(buffer, eprosima::fastcdr::Cdr::LITTLE_ENDIANNESS, fast::kDdsCdr);
    const std::vector<double> none;
    cdr.serialize_encapsulation();
    cdr << joints.sec << joints.nanosec << std::string("") << joints.name << joints.position << none
        << none;
    const char *bytes = buffer.getBuffer();
    return Bytes(bytes, bytes + fast::length(cdr));
}
