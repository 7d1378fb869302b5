import { fromBase64, toBase64 } from '../../generic/base64.ts'

/** Numbers quantised to 16 bits (little-endian multiples of `step`) in base64. */
export type Packed = { readonly step: number; readonly base64: string }

const stepsMax = 32_767

export function pack(values: ArrayLike<number>): Packed {
  const largest = Array.from(values).reduce((max, value) => Math.max(max, Math.abs(value)), 0)
  const step = largest === 0 ? 1 : largest / stepsMax
  const bytes = new Uint8Array(values.length * 2)
  for (let i = 0; i < values.length; i++) {
    const steps = Math.round((values[i] as number) / step)
    bytes[2 * i] = steps & 255
    bytes[2 * i + 1] = (steps >> 8) & 255
  }
  return { step, base64: toBase64(bytes) }
}

export function unpack({ step, base64 }: Packed): Float32Array {
  const bytes = fromBase64(base64)
  const values = new Float32Array(bytes.length / 2)
  for (let i = 0; i < values.length; i++) {
    const unsigned = (bytes[2 * i] as number) + 256 * (bytes[2 * i + 1] as number)
    values[i] = (unsigned > stepsMax ? unsigned - 65_536 : unsigned) * step
  }
  return values
}
