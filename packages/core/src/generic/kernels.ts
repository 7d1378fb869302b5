import { fromBase64 } from './base64.ts'

/** The types of Node do not have it. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object) => { readonly exports: unknown }
}

interface Memory {
  readonly buffer: ArrayBuffer
  grow(pages: number): number
}

const pageBytes = 65_536

/** Compiles a WebAssembly module, in base64, that exports its memory. Each instance has its own memory. */
export function compileKernels<Exports>(base64: string) {
  const module = new WebAssembly.Module(fromBase64(base64))
  return () => {
    const exports = new WebAssembly.Instance(module).exports as Exports & { readonly memory: Memory }
    const { memory } = exports
    return {
      exports,
      /** Grows the memory to at least this size and returns its buffer. Growing replaces the buffer. */
      reserve(bytes: number): ArrayBuffer {
        const missing = bytes - memory.buffer.byteLength
        if (missing > 0) memory.grow(Math.ceil(missing / pageBytes))
        return memory.buffer
      },
    }
  }
}
