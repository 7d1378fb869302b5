import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, zstdDecompress } from 'node:zlib'
import { FrameFault, tooManyBytes } from '../picture-faults.ts'

/** Decompresses a body that the host compressed without being asked to. Stops when it exceeds the limit. */
export async function inflateBody(
  bytes: Uint8Array,
  encoding: string,
  bytesMax: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const inflateBytes = inflaters.get(encoding)
  if (inflateBytes === undefined) throw new FrameFault('fetch_failed', 'the host sent an unknown content encoding')
  try {
    return new Uint8Array(await inflateBytes(bytes, { maxOutputLength: bytesMax }))
  } catch (error) {
    if (error instanceof RangeError) throw tooManyBytes(bytesMax)
    throw new FrameFault('fetch_failed', 'the host sent a body that does not match its content encoding')
  }
}

const inflaters = new Map([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
  ['zstd', promisify(zstdDecompress)],
] as const) as ReadonlyMap<string, (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Uint8Array>>
