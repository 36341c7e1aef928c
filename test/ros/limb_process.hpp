// The command as a child process, with waiting for its messages.
#ifndef LIMB_TEST_ROS_LIMB_PROCESS_HPP
#define LIMB_TEST_ROS_LIMB_PROCESS_HPP

#include <sys/types.h>

#include <string>
#include <vector>

class LimbProcess
{
  public:
    // domain and loopback are added
    LimbProcess(int domain, std::vector<std::string> arguments);
    ~LimbProcess();                               // ends it
    bool waitForMessage(const std::string &text); // on standard error; false: a minute passed
    std::string messages() const;
    std::string output() const;
    bool isRunning();
    int end();           // by Ctrl-C; the exit status, or -1
    long memory() const; // resident, kB

  private:
    std::string folder;
    pid_t pid;
};

#endif
