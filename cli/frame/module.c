// Loads modules and forwards calls to them.
//
// A module is searched in two folders, relative to that of the command: its installed location, and
// its location in a build. The current folder, the environment and the dynamic linker's search path
// are not used, nor is a file that does not belong to the owner of the command. Its version must be
// the command's, since the two share structs.
#define _DEFAULT_SOURCE

#include "frame/module.h"

#ifdef LIMB_MODULES_BUILT

#include "limb/render.h"
#include "limb/ros.h"
#include "limb/system.h"
#include "limb/view.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_SIZE = 4096 };

typedef struct module_call {
    cli_module module;
    const char *name;
    void *function; // the function pointer to fill
} module_call;

typedef struct module_state {
    bool tried;
    bool loaded;
} module_state;

static bool load(const cli *app, cli_module module);
static bool find(const cli *app, const char *file, char path[PATH_SIZE]);
static bool fill(void *library, cli_module module, const char **missing);

static const char *const file_name[CLI_NMODULE] = {
    [CLI_MODULE_RENDER] = "limb-render.so",
    [CLI_MODULE_SERVE] = "limb-serve.so",
    [CLI_MODULE_ROS] = "limb-ros.so",
    [CLI_MODULE_DRACO] = "limb-draco.so",
};

// relative to the command's folder
static const char *const folder[] = {LIMB_MODULE_FOLDER, "modules"};

static pthread_mutex_t lock =
    PTHREAD_MUTEX_INITIALIZER; // protects the states, and the pointers while they are filled
static module_state state[CLI_NMODULE];

//---- calls ---------------------------------------------------------------------------------------

#define CALL(module, type, otherwise, name, parameters, arguments)                                 \
    static type(*name##_call) parameters;                                                          \
    type name parameters                                                                           \
    {                                                                                              \
        return name##_call ? name##_call arguments : (otherwise);                                  \
    }
#define CALL_VOID(module, name, parameters, arguments)                                             \
    static void(*name##_call) parameters;                                                          \
    void name parameters                                                                           \
    {                                                                                              \
        if (name##_call) name##_call arguments;                                                    \
    }
#include "frame/module_calls.def"
#undef CALL
#undef CALL_VOID

#ifdef LIMB_DRACO_BUILT
static limb_draco_fn *limb_draco_decode_call;

// The library calls this while reading a mesh, from any thread.
limb_status limb_draco_decode(limb_draco_mesh *out, const void *bytes, size_t size,
                              const limb_draco_attribute *attribute, int count,
                              const limb_allocator *memory)
{
    static const cli nobody = {0}; // a message of no command
    if (cli_module_load(&nobody, CLI_MODULE_DRACO) != CLI_OK) return LIMB_ERROR_IO;
    return limb_draco_decode_call(out, bytes, size, attribute, count, memory);
}
#endif

static const module_call call[] = {
#define CALL(module, type, otherwise, name, parameters, arguments)                                 \
    {CLI_MODULE_##module, #name, &name##_call},
#define CALL_VOID(module, name, parameters, arguments) {CLI_MODULE_##module, #name, &name##_call},
#include "frame/module_calls.def"
#undef CALL
#undef CALL_VOID
#ifdef LIMB_DRACO_BUILT
    {CLI_MODULE_DRACO, "limb_draco_decode", &limb_draco_decode_call},
#endif
};

//---- loading -------------------------------------------------------------------------------------

int cli_module_load(const cli *app, cli_module module)
{
    pthread_mutex_lock(&lock);
    if (!state[module].tried) {
        state[module].tried = true;
        state[module].loaded = load(app, module);
    }
    const bool loaded = state[module].loaded;
    pthread_mutex_unlock(&lock);
    return loaded ? CLI_OK : CLI_UNREADABLE;
}

int cli_module_exit_code(int code)
{
    pthread_mutex_lock(&lock);
    for (int i = 0; i < CLI_NMODULE; i++)
        if (state[i].tried && !state[i].loaded) code = CLI_UNREADABLE;
    pthread_mutex_unlock(&lock);
    return code;
}

// Loads a module, which is never unloaded, because its libraries have threads.
static bool load(const cli *app, cli_module module)
{
    char path[PATH_SIZE];
    if (!find(app, file_name[module], path)) return false;
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    const char *missing = NULL;
    if (!library || !fill(library, module, &missing)) {
        cli_message(app, "%s cannot be loaded: %s%s", path,
                    missing ? "it has another version: " : "", missing ? missing : dlerror());
        return false;
    }
    return true;
}

static bool find(const cli *app, const char *file, char path[PATH_SIZE])
{
    char own[PATH_SIZE];
    const ssize_t size = readlink("/proc/self/exe", own, sizeof own - 1);
    struct stat command, found;
    if (size <= 0 || stat("/proc/self/exe", &command) != 0) {
        cli_message(app, "%s cannot be found without /proc: %s", file,
                    limb_system_error_text(errno));
        return false;
    }
    own[size] = 0;
    const int length = (int)(strrchr(own, '/') - own);
    for (int i = 0; i < CLI_COUNT(folder); i++) {
        if (snprintf(path, PATH_SIZE, "%.*s/%s/%s", length, own, folder[i], file) >= PATH_SIZE)
            continue;
        if (stat(path, &found) != 0) continue;
        if (found.st_uid == 0 || found.st_uid == command.st_uid) return true;
        cli_message(app, "%s is not loaded: it does not belong to the owner of the command", path);
        return false;
    }
    cli_message(app, "%s is missing: it belongs in %.*s/%s; install limb completely", file, length,
                own, folder[0]);
    return false;
}

static bool fill(void *library, cli_module module, const char **missing)
{
    const char *(*version)(void);
    void *address = dlsym(library, "limb_version");
    memcpy(&version, &address, sizeof address);
    *missing = "limb_version";
    if (!address) return false;
    *missing = version();
    if (strcmp(version(), limb_version()) != 0) return false;
    for (int i = 0; i < CLI_COUNT(call); i++) {
        if (call[i].module != module) continue;
        *missing = call[i].name;
        address = dlsym(library, call[i].name);
        if (!address) return false;
        memcpy(call[i].function, &address, sizeof address);
    }
    return true;
}

#else

int cli_module_load(const cli *app, cli_module module)
{
    (void)app;
    (void)module;
    return CLI_OK;
}

int cli_module_exit_code(int code)
{
    return code;
}

#endif
