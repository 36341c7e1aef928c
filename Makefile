# Thin front to CMake. `make run` and `make test` install what they need by themselves.
.PHONY: run build lib test check oracles fresh cross bench fuzz wasm npm python install format clean

ROBOT ?= examples/arm.urdf
PREFIX ?= /usr/local
SOAK ?= 1800

run: build
	build/limb check $(ROBOT)
	build/limb view $(ROBOT)

build:
	@tools/install_deps.sh build
	cmake --preset release -DLIMB_TESTS=OFF -DLIMB_BENCH=OFF
	cmake --build build

# the library and the commands that need no page and no network, without the tools that build the page: build-lib/limb
lib:
	@tools/install_deps.sh lib
	cmake --preset lib
	cmake --build build-lib

test:
	@tools/install_deps.sh test
	tools/run_tests.sh

# daily work: formatting, layers, unit tests, the command's transcripts; under six minutes on two cores
check:
	@tools/install_deps.sh test
	tools/run_tests.sh check

# oracles that are large or slow to install: before a change that concerns them is called done
oracles:
	@tools/install_deps.sh test
	tools/run_tests.sh oracles

# the commands above on a bare Debian 12 and 13, made by debootstrap; needs root
fresh:
	tools/fresh.sh $(RELEASE)

# builds for other machines, run by qemu and wine: MACHINE=aarch64, windows, musl or s390x for one of
# them; msan and portable run here and look for memory that nobody wrote
cross:
	@tools/install_deps.sh build cross
	cmake --preset release -DLIMB_TESTS=OFF -DLIMB_BENCH=OFF
	tools/run_cross.sh $(MACHINE)

bench:
	@tools/install_deps.sh test
	cmake --preset release -DLIMB_TESTS=OFF -DLIMB_BENCH=ON
	cmake --build build
	build/limb-bench $(FILTER)
	cmake --build build --target limb_wasm
	node bench/engine/engine.mjs build .

fuzz:
	@tools/install_deps.sh test
	cmake --preset asan -DLIMB_FUZZ_SECONDS=60
	cmake --build build-asan
	ctest --test-dir build-asan --output-on-failure -R '^fuzz_'
	cmake --preset release -DLIMB_TESTS=OFF -DLIMB_BENCH=OFF
	cmake --build build --target limb_command
	LIMB_BUILD=$(CURDIR)/build LIMB_SOURCE=$(CURDIR) LIMB_SOAK_SECONDS=$(SOAK) node test/page_server/soak.mjs

# limb.wasm and limb-xacro.wasm, the library for browsers and Node
wasm:
	@tools/install_deps.sh build
	cmake --preset release -DLIMB_TESTS=OFF -DLIMB_BENCH=OFF
	cmake --build build --target limb_wasm
	ls -l build-wasm/limb.wasm build-wasm/limb-xacro.wasm

# the npm package: web/engine/limb-urdf-*.tgz
npm: wasm
	cmake --build build --target all_modules
	cd web/engine && npm pack --silent

# a wheel: build/python/limb-*.whl
python:
	@tools/install_deps.sh build python
	cmake --preset release -DLIMB_TESTS=OFF -DLIMB_BENCH=OFF -DLIMB_PYTHON=ON
	cmake --build build --target python_wheel

install: build
	cmake --install build --prefix $(PREFIX)

format:
	tools/format.sh

clean:
	rm -rf build build-*
