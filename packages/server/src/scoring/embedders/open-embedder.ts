import type { EmbedderSettings } from '../../embedder-settings.ts'
import type { Embedder } from './embedder.ts'
import { builtinModelPath } from './model-files.ts'
import { openOnnxEmbedder } from './onnx-embedder.ts'

/** Rejects with a one-line message that says what is wrong with the settings or with what they name. */
export async function openEmbedder(settings: EmbedderSettings): Promise<Embedder> {
  switch (settings.kind) {
    case 'builtin':
      return openOnnxEmbedder(builtinModelPath, 'builtin')
    case 'onnx':
      return openOnnxEmbedder(settings.path, 'onnx')
    case 'http':
      // Imported on demand, because its HTTP client takes ten megabytes in each thread.
      return (await import('./http-embedder.ts')).openHttpEmbedder(settings)
  }
}
