import { fromBase64 } from './base64.ts'

/** Neither the types of Node nor those without a browser have it. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object) => { readonly exports: unknown }
}

interface Memory {
  readonly buffer: ArrayBuffer
  grow(pages: number): number
}

const pageBytes = 65_536

/** Compiles a WebAssembly module, in base64, that exports its memory. Each instance has a memory of its own. */
export function compileKernels<Exports>(base64: string) {
  const module = new WebAssembly.Module(fromBase64(base64))
  return () => {
    const { memory, ...exports } = new WebAssembly.Instance(module).exports as Exports & { readonly memory: Memory }
    return {
      exports: exports as unknown as Exports,
      /** The memory, with at least so many bytes. Growing it replaces the buffer. */
      reserve(bytes: number): ArrayBuffer {
        const missing = bytes - memory.buffer.byteLength
        if (missing > 0) memory.grow(Math.ceil(missing / pageBytes))
        return memory.buffer
      },
    }
  }
}
