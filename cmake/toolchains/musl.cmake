# Toolchain for musl, the C library of small and static systems, on this machine's processor: Debian's musl-tools.
# There are no other libraries for it, so this builds what needs none.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR ${CMAKE_HOST_SYSTEM_PROCESSOR})
set(CMAKE_C_COMPILER musl-gcc)
# no headers or libraries of the host
set(CMAKE_FIND_ROOT_PATH /usr/lib/${CMAKE_HOST_SYSTEM_PROCESSOR}-linux-musl)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
