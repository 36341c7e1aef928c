# Toolchain for WebAssembly: Debian's clang, its libclang-rt-dev-wasm32, wasi-libc, lld and binaryen.
set(CMAKE_SYSTEM_NAME Generic)
set(LIMB_WASM ON)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
# a test program would need an entry point and the rest of the run time
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
