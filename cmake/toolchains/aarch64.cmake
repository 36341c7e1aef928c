# Toolchain for 64-bit ARM with Linux, from any machine: Debian's gcc-aarch64-linux-gnu and, for what is
# beside the library, the -dev packages of the architecture arm64. Programs run by qemu-user.
# -DLIMB_CROSS_CLANG=ON: by clang instead of gcc.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
if(LIMB_CROSS_CLANG)
    set(CMAKE_C_COMPILER clang)
    set(CMAKE_CXX_COMPILER clang++)
    set(CMAKE_C_COMPILER_TARGET aarch64-linux-gnu)
    set(CMAKE_CXX_COMPILER_TARGET aarch64-linux-gnu)
    list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES LIMB_CROSS_CLANG)
else()
    set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
    set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
endif()
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64)
