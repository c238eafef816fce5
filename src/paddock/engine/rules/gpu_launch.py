"""The GPU of this machine, through CuPy: it compiles programs in CUDA C++, loads them and runs their kernels."""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportMissingImports=false, reportMissingModuleSource=false
# CuPy is an extra: what it gives is unknown on this page.

from typing import Any

OLDEST = 80  # compute capability: what a warp does together


class NoGpuError(RuntimeError):
    """The GPU backend cannot be used here, with a sentence that says what is missing."""


class Device:
    """The GPU that CuPy has chosen; raises NoGpuError with a sentence where there is none."""

    def __init__(self) -> None:
        self.cupy: Any = _cupy()
        device = self.cupy.cuda.Device()
        attributes: dict[str, int] = device.attributes
        if int(device.compute_capability) < OLDEST:
            raise NoGpuError("the GPU backend needs a GPU of compute capability 8.0 or newer: choose another backend")
        self.target = f"sm_{device.compute_capability}"
        self.units = attributes["MultiProcessorCount"]
        self.block_bytes = attributes["MaxSharedMemoryPerBlockOptin"]

    @property
    def compiler(self) -> str:
        """The compiler and what it compiles for."""
        return f"nvrtc {self.cupy.cuda.nvrtc.getVersion()} {self.target}"

    def compile(self, text: str) -> bytes:
        """Machine code for this GPU."""
        nvrtc = self.cupy.cuda.nvrtc
        program = nvrtc.createProgram(text, "rules.cu", (), ())
        try:
            nvrtc.compileProgram(program, [f"-arch={self.target}", "-std=c++17"])
            return nvrtc.getCUBIN(program)
        except nvrtc.NVRTCError as error:
            raise RuntimeError(f"the rules do not compile for this GPU:\n{nvrtc.getProgramLog(program)}") from error
        finally:
            nvrtc.destroyProgram(program)

    def load(self, code: bytes) -> Any:
        """The module of compiled kernels."""
        module = self.cupy.cuda.function.Module()
        module.load(code)
        return module

    def kernel(self, module: Any, name: str, threads: int, shared_bytes: int = 0) -> "Kernel":
        """A kernel of a module, with blocks of so many threads and so much memory each has for itself."""
        return Kernel(self, module.get_function(name), threads, shared_bytes)


class Kernel:
    """A loaded kernel, and as many blocks as the device runs at once."""

    def __init__(self, device: Device, function: Any, threads: int, shared_bytes: int):
        driver = device.cupy.cuda.driver
        self._driver, self._function, self.threads, self._shared_bytes = driver, function, threads, shared_bytes
        if shared_bytes:
            driver.funcSetAttribute(function.ptr, driver.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, shared_bytes)
        self.blocks_of_unit = driver.occupancyMaxActiveBlocksPerMultiprocessor(function.ptr, threads, shared_bytes)
        self.blocks = device.units * self.blocks_of_unit

    def __call__(self, *arguments: Any) -> None:
        self._function((self.blocks,), (self.threads,), arguments, shared_mem=self._shared_bytes)

    @property
    def attributes(self) -> dict[str, int]:
        """What a thread and a block take."""
        ask, driver, pointer = self._driver.funcGetAttribute, self._driver, self._function.ptr
        return {
            "registers": ask(driver.CU_FUNC_ATTRIBUTE_NUM_REGS, pointer),
            "local_bytes": ask(driver.CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES, pointer),
            "shared_bytes": ask(driver.CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, pointer) + self._shared_bytes,
        }


def _cupy() -> Any:
    """CuPy with a GPU that it can use."""
    try:
        import cupy
    except ImportError:
        raise NoGpuError("the GPU backend needs CuPy: pip install 'paddock[gpu]'") from None
    try:
        found = cupy.cuda.runtime.getDeviceCount()
    except cupy.cuda.runtime.CUDARuntimeError:
        found = 0
    if not found:
        raise NoGpuError("there is no GPU here that CUDA can use: choose another backend")
    return cupy
