import { compileKernels } from '@palate/core/generic/kernels.ts'
import type { Pixels } from '@palate/core/taste/attributes.ts'
import { LRUCache } from 'lru-cache'
import { reduceKernels } from './kernels/reduce-kernels.ts'
import { type Filter, type LineWeights, weighLines } from './line-weights.ts'

/**
 * Reduces a picture. Never enlarges a side. In integers, so that every machine gives the same bytes, and in WebAssembly
 * vectors, because libvips and plain JavaScript take several times as long.
 */
export function reducePicture(pixels: Pixels, width: number, height: number, filter: Filter): Pixels {
  const narrow = Math.min(width, pixels.width)
  const low = Math.min(height, pixels.height)
  if (narrow === pixels.width && low === pixels.height) return pixels
  const down = linesFor(pixels.height, low, filter, 2)
  const across = linesFor(pixels.width, narrow, filter, 4)
  const [rowBytes, outBytes] = [3 * pixels.width, 3 * narrow * low]

  const memory = reserveMemory()
  const source = memory.take(rowBytes * (pixels.height + down.reach))
  const blended = memory.take(rowBytes * low + 3 * across.reach)
  const out = memory.take(outBytes)
  const rows = { starts: memory.take(4 * low), weights: memory.take(2 * down.weights.length) }
  const columns = { starts: memory.take(4 * narrow), weights: memory.take(2 * across.weights.length) }
  const buffer = memory.open()
  const bytes = new Uint8Array(buffer)
  bytes.set(pixels.data.subarray(0, rowBytes * pixels.height), source)
  write(buffer, down, rows)
  write(buffer, across, columns)
  kernels.blendRows(blended, source, rowBytes, low, rows.starts, rows.weights, down.reach / 2)
  kernels.blendColumns(out, blended, pixels.width, low, narrow, columns.starts, columns.weights, across.reach / 4)
  return { width: narrow, height: low, data: bytes.slice(out, out + outBytes) }
}

interface Kernels {
  blendRows(
    out: number,
    from: number,
    rowBytes: number,
    rows: number,
    starts: number,
    weights: number,
    pairs: number,
  ): void
  blendColumns(
    out: number,
    from: number,
    fromWidth: number,
    rows: number,
    outWidth: number,
    starts: number,
    weights: number,
    quads: number,
  ): void
}

const { exports: kernels, reserve } = compileKernels<Kernels>(reduceKernels)()

/** A vector may read and write this far behind the end of a part. */
const vectorBytes = 16

/** Divides the memory of the kernels into parts, which are used until the next picture. */
function reserveMemory() {
  let end = 0
  return {
    take(bytes: number): number {
      const start = end
      end = Math.ceil((end + bytes + vectorBytes) / vectorBytes) * vectorBytes
      return start
    },
    open: (): ArrayBuffer => reserve(end),
  }
}

function write(
  buffer: ArrayBuffer,
  { starts, weights }: LineWeights,
  at: { readonly starts: number; readonly weights: number },
): void {
  new Int32Array(buffer, at.starts).set(starts)
  new Int16Array(buffer, at.weights).set(weights)
}

/** Frames of one source mostly have the same size. */
const known = new LRUCache<string, LineWeights>({ max: 64 })

function linesFor(from: number, to: number, filter: Filter, step: number): LineWeights {
  const key = `${from} ${to} ${filter} ${step}`
  const lines = known.get(key) ?? weighLines(from, to, filter, step)
  known.set(key, lines)
  return lines
}
