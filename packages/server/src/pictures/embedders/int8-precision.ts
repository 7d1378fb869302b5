import type { InferenceSession } from 'onnxruntime-node'
import { int8ProbePath } from './model-files.ts'
import { loadOnnxRuntime } from './onnx-runtime.ts'

/** One pixel with this many channels, each at the largest value, and the expected output byte. */
export const probe = { channels: 64, byte: 255, result: 255 }

/**
 * Processors without int8 dot-product instructions sum the products in 16 bits, which saturate, so their embeddings
 * would differ from those of other processors. For these, the settings select a slower, exact kernel.
 */
export async function int8Settings(): Promise<Pick<InferenceSession.SessionOptions, 'extra'>> {
  return (await productsAreExact({})) ? {} : exactProducts
}

export const exactProducts = { extra: { session: { x64quantprecision: '1' } } } as const

export async function productsAreExact(settings: InferenceSession.SessionOptions): Promise<boolean> {
  const { InferenceSession, Tensor } = await loadOnnxRuntime()
  const session = await InferenceSession.create(int8ProbePath, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    ...settings,
  })
  try {
    const bytes = new Uint8Array(probe.channels).fill(probe.byte)
    const { sum } = await session.run({ bytes: new Tensor('uint8', bytes, [1, probe.channels, 1, 1]) })
    return sum?.data[0] === probe.result
  } finally {
    await session.release()
  }
}
