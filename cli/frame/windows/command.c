// Windows: the entry point of the command. It converts the arguments to UTF-8 with slashes in paths
// and sets standard streams to binary and the console to UTF-8.
#include <posix_files.h>

#include <fcntl.h>
#include <io.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <windows.h>

// cli/main.c, whose main has this name on Windows
int limb__command_main(int argc, char **argv);

static char *narrow(const wchar_t *text);
static void straighten(char *argument);
static int names_path(const char *text);

int wmain(int argc, wchar_t **wide);

int wmain(int argc, wchar_t **wide)
{
    _setmode(_fileno(stdin), _O_BINARY);
    _setmode(_fileno(stdout), _O_BINARY);
    _setmode(_fileno(stderr), _O_BINARY);
    SetConsoleOutputCP(CP_UTF8);
    for (int k = 0; k < 2; k++) { // colors by escape sequences
        const HANDLE console = GetStdHandle(k ? STD_ERROR_HANDLE : STD_OUTPUT_HANDLE);
        DWORD mode;
        if (GetConsoleMode(console, &mode))
            SetConsoleMode(console, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
    }
    char **argv = calloc((size_t)argc + 1, sizeof *argv);
    for (int i = 0; argv && i < argc; i++) {
        argv[i] = narrow(wide[i]);
        if (!argv[i]) return 3;
        straighten(argv[i]);
    }
    return argv ? limb__command_main(argc, argv) : 3;
}

int limb__posix_ioctl(int file, int request, struct winsize *out)
{
    CONSOLE_SCREEN_BUFFER_INFO info;
    (void)request;
    if (!GetConsoleScreenBufferInfo((HANDLE)_get_osfhandle(file), &info)) return -1;
    out->ws_col = (unsigned short)(info.srWindow.Right - info.srWindow.Left + 1);
    out->ws_row = (unsigned short)(info.srWindow.Bottom - info.srWindow.Top + 1);
    return 0;
}

static char *narrow(const wchar_t *text)
{
    const int size = WideCharToMultiByte(CP_UTF8, 0, text, -1, NULL, 0, NULL, NULL);
    char *out = size > 0 ? malloc((size_t)size) : NULL;
    if (out) WideCharToMultiByte(CP_UTF8, 0, text, -1, out, size, NULL, NULL);
    return out;
}

// Backslashes of a path become slashes, also after --option= and NAME=.
static void straighten(char *argument)
{
    char *value = strchr(argument, '=');
    char *path = value ? value + 1 : argument;
    if (!strchr(path, '\\') || !names_path(path)) return;
    for (char *c = path; *c; c++)
        if (*c == '\\') *c = '/';
}

// Returns whether the text may be a path: the folder that would contain it exists.
static int names_path(const char *text)
{
    wchar_t wide[LIMB__WIDE_PATH];
    if (!limb__wide_path(text, wide)) return 0;
    wchar_t *last = wcsrchr(wide, L'\\');
    if (last) last[last[-1] == L':'] = 0;
    const DWORD attributes = GetFileAttributesW(wide);
    return attributes != INVALID_FILE_ATTRIBUTES && attributes & FILE_ATTRIBUTE_DIRECTORY;
}
