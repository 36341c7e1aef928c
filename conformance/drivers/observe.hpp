// Runs a reader written in C++ over files, each in a process of its own with a time limit: what observe.py is for Python.
//
// A driver defines read(path), which returns the facts as members of a JSON object, or "" with the reader's words in *words.
#pragma once

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>

std::string read(const std::string &path, std::string *words);

static inline std::string read_text(const std::string &path)
{
    std::ifstream stream(path, std::ios::binary);
    std::stringstream content;
    content << stream.rdbuf();
    return content.str();
}

static inline std::string quoted(const std::string &text)
{
    std::string out = "\"";
    char escape[8];
    for (const unsigned char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        if (c < 0x20 || c >= 0x7f) {
            snprintf(escape, sizeof escape, "\\u%04x", c);
            out += escape;
        } else {
            out += (char)c;
        }
    }
    return out + "\"";
}

static inline std::string number(double value)
{
    if (!std::isfinite(value)) return "null";
    char text[40];
    snprintf(text, sizeof text, "%.17g", value);
    return text;
}

int main(int argc, char **argv)
{
    enum { TIME_LIMIT = 20 };
    for (int i = 1; i < argc; i++) {
        int channel[2];
        if (pipe(channel) != 0) return 1;
        fflush(stdout);
        const pid_t child = fork();
        if (child == 0) {
            alarm(TIME_LIMIT);
            if (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr)) _exit(1);
            std::string words;
            const std::string facts = read(argv[i], &words);
            const std::string answer = facts.empty()
                                           ? "\"verdict\": \"refuses\", \"words\": " + quoted(words)
                                           : "\"verdict\": \"loads\", " + facts;
            if (write(channel[1], answer.data(), answer.size()) < 0) _exit(1);
            _exit(0);
        }
        close(channel[1]);
        std::string answer;
        char piece[4096];
        for (ssize_t size; (size = ::read(channel[0], piece, sizeof piece)) > 0;)
            answer.append(piece, (size_t)size);
        close(channel[0]);
        int status = 0;
        waitpid(child, &status, 0);
        if (answer.empty())
            answer = WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM ? "\"verdict\": \"hangs\"" : "\"verdict\": \"dies\"";
        printf("{\"file\": %s, %s}\n", quoted(argv[i]).c_str(), answer.c_str());
    }
    return 0;
}
