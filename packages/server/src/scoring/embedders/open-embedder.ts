import type { Pixels } from '@palate/core/taste/attributes.ts'
import { builtinModelPath, type EmbedderSettings } from '../../embedder-settings.ts'
import type { PictureShape } from '../pictures/decode.ts'
import { openOnnxEmbedder } from './onnx-embedder.ts'

/** Turns pictures into points of a space in which likeness is nearness. */
export interface Embedder {
  /** Names the space: two embedders with the same id give the same numbers for the same picture. */
  readonly id: string
  readonly dimensions: number
  /** What `embed` wants to be given. */
  readonly picture: PictureShape
  embed(pictures: readonly Pixels[]): Promise<readonly Float32Array<ArrayBuffer>[]>
  close(): Promise<void>
}

/** Rejects with one line that says what is wrong with the settings or with what they point to. */
export async function openEmbedder(settings: EmbedderSettings): Promise<Embedder> {
  switch (settings.kind) {
    case 'builtin':
      return openOnnxEmbedder(builtinModelPath, 'builtin')
    case 'onnx':
      return openOnnxEmbedder(settings.path, 'onnx')
    case 'http':
      // Only where it is wanted: its HTTP client takes up ten megabytes of each thread.
      return (await import('./http-embedder.ts')).openHttpEmbedder(settings)
  }
}
