// Common names for everything that Fast DDS 3 (with Fast CDR 2) and Fast DDS 2 (with Fast CDR
// 1) name differently: a type that passes raw bytes, a locator, a successful return, the
// encoding of DDS.
#ifndef LIMB_TEST_FASTDDS_VERSION_HPP
#define LIMB_TEST_FASTDDS_VERSION_HPP

#include "fastdds_peer.hpp"

#include <cstring>
#include <fastcdr/Cdr.h>
#include <fastdds/dds/domain/DomainParticipantListener.hpp>
#include <fastdds/dds/topic/TopicDataType.hpp>
#if __has_include(<fastdds/utils/IPLocator.hpp>)
#define LIMB_TEST_FASTDDS 3
#include <fastdds/dds/core/ReturnCode.hpp>
#include <fastdds/rtps/transport/UDPv4TransportDescriptor.hpp>
#include <fastdds/utils/IPLocator.hpp>
#else
#define LIMB_TEST_FASTDDS 2
#include <fastdds/rtps/transport/UDPv4TransportDescriptor.h>
#include <fastrtps/utils/IPLocator.h>
#endif

namespace fast
{

constexpr uint32_t kMaxMessage = 4 << 20;

#if LIMB_TEST_FASTDDS == 3
using namespace eprosima::fastdds::rtps;
using eprosima::fastdds::dds::RETCODE_OK;
constexpr auto kDdsCdr = eprosima::fastcdr::CdrVersion::DDS_CDR;
inline size_t length(const eprosima::fastcdr::Cdr &cdr)
{
    return cdr.get_serialized_data_length();
}
inline bool isDone(eprosima::fastdds::dds::ReturnCode_t code)
{
    return code == RETCODE_OK;
}
#else
using namespace eprosima::fastrtps::rtps;
constexpr auto RETCODE_OK = eprosima::fastrtps::types::ReturnCode_t::RETCODE_OK;
constexpr auto kDdsCdr = eprosima::fastcdr::Cdr::DDS_CDR;
inline size_t length(const eprosima::fastcdr::Cdr &cdr)
{
    return cdr.getSerializedDataLength();
}
inline bool isDone(bool done)
{
    return done;
}
#endif

// Calls left() for each participant that goes: said is true if it announced that, false if
// its lease ended.
class DepartureListener : public eprosima::fastdds::dds::DomainParticipantListener
{
  public:
    virtual void left(bool said) = 0;

#if LIMB_TEST_FASTDDS == 3
    using Status = ParticipantDiscoveryStatus;
    void on_participant_discovery(eprosima::fastdds::dds::DomainParticipant *, Status status,
                                  const ParticipantBuiltinTopicData &, bool &) override
    {
        report(status);
    }
#else
    using Status = ParticipantDiscoveryInfo::DISCOVERY_STATUS;
    void on_participant_discovery(eprosima::fastdds::dds::DomainParticipant *,
                                  ParticipantDiscoveryInfo &&info) override
    {
        report(info.status);
    }
#endif

  private:
#if LIMB_TEST_FASTDDS == 3
    static constexpr Status kRemoved = Status::REMOVED_PARTICIPANT;
    static constexpr Status kDropped = Status::DROPPED_PARTICIPANT;
#else
    static constexpr Status kRemoved = ParticipantDiscoveryInfo::REMOVED_PARTICIPANT;
    static constexpr Status kDropped = ParticipantDiscoveryInfo::DROPPED_PARTICIPANT;
#endif
    void report(Status status)
    {
        if (status == kRemoved || status == kDropped) left(status == kRemoved);
    }
};

inline bool pack(const Bytes &bytes, SerializedPayload_t &payload)
{
    if (bytes.size() > payload.max_size) return false;
    payload.encapsulation = CDR_LE;
    payload.length = static_cast<uint32_t>(bytes.size());
    std::memcpy(payload.data, bytes.data(), bytes.size());
    return true;
}

inline bool unpack(const SerializedPayload_t &payload, void *data)
{
    static_cast<Bytes *>(data)->assign(payload.data, payload.data + payload.length);
    return true;
}

inline uint32_t sizeOf(const void *data)
{
    return static_cast<uint32_t>(static_cast<const Bytes *>(data)->size());
}

// A type without keys that hands the bytes of a message on.
class RawType : public eprosima::fastdds::dds::TopicDataType
{
  public:
#if LIMB_TEST_FASTDDS == 3
    using Encoding = eprosima::fastdds::dds::DataRepresentationId_t;
    explicit RawType(const std::string &name)
    {
        set_name(name);
        max_serialized_type_size = kMaxMessage;
        is_compute_key_provided = false;
    }
    bool serialize(const void *data, SerializedPayload_t &payload, Encoding) override
    {
        return pack(*static_cast<const Bytes *>(data), payload);
    }
    bool deserialize(SerializedPayload_t &payload, void *data) override
    {
        return unpack(payload, data);
    }
    uint32_t calculate_serialized_size(const void *data, Encoding) override
    {
        return sizeOf(data);
    }
    void *create_data() override
    {
        return new Bytes;
    }
    void delete_data(void *data) override
    {
        delete static_cast<Bytes *>(data);
    }
    bool compute_key(SerializedPayload_t &, InstanceHandle_t &, bool) override
    {
        return false;
    }
    bool compute_key(const void *, InstanceHandle_t &, bool) override
    {
        return false;
    }
#else
    explicit RawType(const std::string &name)
    {
        setName(name.c_str());
        m_typeSize = kMaxMessage;
        m_isGetKeyDefined = false;
    }
    bool serialize(void *data, SerializedPayload_t *payload) override
    {
        return pack(*static_cast<Bytes *>(data), *payload);
    }
    bool deserialize(SerializedPayload_t *payload, void *data) override
    {
        return unpack(*payload, data);
    }
    std::function<uint32_t()> getSerializedSizeProvider(void *data) override
    {
        return [data] { return sizeOf(data); };
    }
    void *createData() override
    {
        return new Bytes;
    }
    void deleteData(void *data) override
    {
        delete static_cast<Bytes *>(data);
    }
    bool getKey(void *, InstanceHandle_t *, bool) override
    {
        return false;
    }
#endif
};

} // namespace fast

#endif
