#include "limb_process.hpp"

#include <sys/stat.h>
#include <sys/wait.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <thread>

#include <fcntl.h>
#include <unistd.h>

static std::string readAll(const std::string &path)
{
    std::ifstream file(path);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

LimbProcess::LimbProcess(int domain, std::vector<std::string> arguments)
{
    char name[] = "/tmp/limb-ros-XXXXXX";
    folder = mkdtemp(name);
    const std::string binary = LIMB_BINARY_DIR "/limb";
    arguments.insert(arguments.begin(), binary);
    arguments.push_back("--localhost");
    arguments.push_back("--domain");
    arguments.push_back(std::to_string(domain));
    std::vector<char *> argv;
    for (std::string &argument : arguments)
        argv.push_back(&argument[0]);
    argv.push_back(nullptr);
    const std::string out = folder + "/out", err = folder + "/err";
    pid = fork();
    if (pid != 0) return;
    dup2(open(out.c_str(), O_WRONLY | O_CREAT, 0600), 1);
    dup2(open(err.c_str(), O_WRONLY | O_CREAT, 0600), 2);
    unsetenv("CYCLONEDDS_URI");
    execv(binary.c_str(), argv.data());
    _exit(127);
}

LimbProcess::~LimbProcess()
{
    end();
    unlink((folder + "/out").c_str());
    unlink((folder + "/err").c_str());
    rmdir(folder.c_str());
}

bool LimbProcess::waitForMessage(const std::string &text)
{
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (messages().find(text) == std::string::npos) {
        if (std::chrono::steady_clock::now() > deadline || !isRunning()) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return true;
}

std::string LimbProcess::messages() const
{
    return readAll(folder + "/err");
}

std::string LimbProcess::output() const
{
    return readAll(folder + "/out");
}

bool LimbProcess::isRunning()
{
    if (pid <= 0) return false;
    if (waitpid(pid, nullptr, WNOHANG) == 0) return true;
    pid = -1;
    return false;
}

int LimbProcess::end()
{
    if (pid <= 0) return -1;
    int status = 0;
    kill(pid, SIGINT);
    waitpid(pid, &status, 0);
    pid = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

long LimbProcess::memory() const
{
    std::ifstream status("/proc/" + std::to_string(pid) + "/status");
    std::string line;
    while (std::getline(status, line)) {
        if (line.rfind("VmRSS:", 0) == 0) return std::atol(line.c_str() + 6);
    }
    return -1;
}
