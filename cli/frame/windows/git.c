// Windows: runs git in a child process and reads its output through a pipe.
// Replaces cli/frame/git.c.
#include "frame/git.h"

#include <posix_files.h>

#include <stdlib.h>
#include <string.h>
#include <windows.h>

enum { MAX_COMMAND = 8192 };

static int quote(char *out, size_t *used, const char *argument);
static int start(const wchar_t *command, const char *folder, bool quiet, HANDLE to,
                 PROCESS_INFORMATION *child);
static bool read_all(HANDLE from, cli_buffer *out);

bool cli_git(const char *folder, const char *const *argument, bool quiet, cli_buffer *out)
{
    char command[MAX_COMMAND] = "git";
    size_t used = 3;
    while (*argument)
        if (!quote(command, &used, *argument++)) return false;
    wchar_t wide[MAX_COMMAND];
    SECURITY_ATTRIBUTES inherited = {sizeof inherited, NULL, TRUE};
    HANDLE from, to;
    if (!MultiByteToWideChar(CP_UTF8, 0, command, -1, wide, MAX_COMMAND)) return false;
    if (!CreatePipe(&from, &to, &inherited, 0)) return false;
    SetHandleInformation(from, HANDLE_FLAG_INHERIT, 0);
    PROCESS_INFORMATION child;
    const int started = start(wide, folder, quiet, to, &child);
    CloseHandle(to);
    const bool read = started && read_all(from, out);
    CloseHandle(from);
    if (!started) return false;
    DWORD status = 1;
    WaitForSingleObject(child.hProcess, INFINITE);
    GetExitCodeProcess(child.hProcess, &status);
    CloseHandle(child.hProcess);
    CloseHandle(child.hThread);
    return read && status == 0;
}

// Quotes an argument such that the C runtime's startup code parses it back unchanged.
static int quote(char *out, size_t *used, const char *argument)
{
    if (*used + 2 * strlen(argument) + 4 > MAX_COMMAND) return 0;
    out[(*used)++] = ' ';
    out[(*used)++] = '"';
    size_t backslashes = 0;
    for (const char *c = argument; *c; c++) {
        for (size_t i = 0; *c == '"' && i <= backslashes; i++)
            out[(*used)++] = '\\';
        backslashes = *c == '\\' ? backslashes + 1 : 0;
        out[(*used)++] = *c;
    }
    for (size_t i = 0; i < backslashes; i++)
        out[(*used)++] = '\\';
    out[(*used)++] = '"';
    out[*used] = 0;
    return 1;
}

static int start(const wchar_t *command, const char *folder, bool quiet, HANDLE to,
                 PROCESS_INFORMATION *child)
{
    wchar_t where[LIMB__WIDE_PATH], line[MAX_COMMAND];
    STARTUPINFOW info;
    memset(&info, 0, sizeof info);
    info.cb = sizeof info;
    info.dwFlags = STARTF_USESTDHANDLES;
    info.hStdOutput = to;
    info.hStdError = quiet ? NULL : GetStdHandle(STD_ERROR_HANDLE);
    wcscpy(line, command); // the call writes into it
    return limb__wide_path(folder, where) &&
           CreateProcessW(NULL, line, NULL, NULL, TRUE, 0, NULL, where, &info, child);
}

static bool read_all(HANDLE from, cli_buffer *out)
{
    char chunk[65536];
    DWORD count;
    while (ReadFile(from, chunk, sizeof chunk, &count, NULL) && count > 0)
        if (cli_buffer_write(out, chunk, count) != LIMB_OK) return false;
    return cli_buffer_write(out, "", 0) == LIMB_OK;
}
