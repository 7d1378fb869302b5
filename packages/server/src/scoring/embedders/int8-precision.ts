import { fileURLToPath } from 'node:url'
import { InferenceSession, Tensor } from 'onnxruntime-node'

/** One pixel of this many channels, every product of the largest size, and the byte that must come out. */
export const probe = { channels: 64, byte: 255, result: 255 }
export const probePath = fileURLToPath(new URL('../../../models/eight-bit-probe.onnx', import.meta.url))

/**
 * Processors without instructions for 8-bit products add them up in 16 bits, cut off what does not fit, and would see
 * pictures otherwise than the rest. Where that happens, this setting asks for a slower way that does not.
 */
export async function eightBitSettings(): Promise<Pick<InferenceSession.SessionOptions, 'extra'>> {
  return (await productsAreExact({})) ? {} : exactProducts
}

export const exactProducts = { extra: { session: { x64quantprecision: '1' } } } as const

export async function productsAreExact(settings: InferenceSession.SessionOptions): Promise<boolean> {
  const session = await InferenceSession.create(probePath, { intraOpNumThreads: 1, interOpNumThreads: 1, ...settings })
  try {
    const bytes = new Uint8Array(probe.channels).fill(probe.byte)
    const { sum } = await session.run({ bytes: new Tensor('uint8', bytes, [1, probe.channels, 1, 1]) })
    return sum?.data[0] === probe.result
  } finally {
    await session.release()
  }
}
