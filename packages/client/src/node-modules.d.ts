// What node.ts uses of Node. With Node's own types, every other file could use Node without a compile error.

declare module 'node:buffer' {
  export const Buffer: { concat(chunks: readonly Uint8Array[]): Uint8Array }
}

declare module 'node:fs/promises' {
  export function stat(path: string | URL): Promise<{ readonly size: number; isFile(): boolean }>
  export function readFile(path: string | URL): Promise<Uint8Array>
}

declare module 'node:process' {
  export const env: Readonly<Record<string, string | undefined>>
}

declare module 'node:path' {
  export function basename(path: string): string
}

declare module 'node:url' {
  export function fileURLToPath(url: string | URL): string
}
