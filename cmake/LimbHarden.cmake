# What makes a mistake harder to exploit, where the build is for use: a stack protector, checked versions of
# libc's functions (they need optimization), and on x86 landing pads for indirect jumps. The kernels, which
# see numbers only and no input, go without the stack protector. Sanitizers bring their own checks.
include(CheckCCompilerFlag)
check_c_compiler_flag(-fcf-protection=full LIMB_HAS_CF_PROTECTION)
include(CheckPIESupported)
check_pie_supported(LANGUAGES C)
set(limb_for_use $<CONFIG:Release,RelWithDebInfo,MinSizeRel>)
if(LIMB_SANITIZE)
    set(limb_for_use 0)
endif()

file(GLOB limb_kernel_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/numbers/kernels/*.c)
if(CMAKE_SYSTEM_NAME STREQUAL Linux)
    set_source_files_properties(${limb_kernel_sources} PROPERTIES COMPILE_OPTIONS "$<${limb_for_use}:-fno-stack-protector>")
endif()

function(limb_harden target)
    if(NOT CMAKE_SYSTEM_NAME STREQUAL Linux)
        return() # WebAssembly has its own walls, and none of these
    endif()
    set(flags -fstack-protector-strong -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
    if(LIMB_HAS_CF_PROTECTION)
        list(APPEND flags -fcf-protection=full)
    endif()
    target_compile_options(${target} PRIVATE "$<${limb_for_use}:${flags}>")
endfunction()

# The tables of a program and of the shared library are read-only once it runs.
function(limb_harden_link target)
    if(NOT CMAKE_SYSTEM_NAME STREQUAL Linux)
        return()
    endif()
    target_link_options(${target} PRIVATE -Wl,-z,relro,-z,now,-z,noexecstack)
endfunction()
