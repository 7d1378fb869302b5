import type { EmbedderSettings } from '../../embedder-settings.ts'
import type { Embedder } from './embedder.ts'
import { builtinModelPath } from './model-files.ts'

/**
 * Rejects with a one-line message that says what is wrong with the settings or with what they name. Both kinds are
 * imported on demand: the HTTP client takes ten megabytes in each thread, and onnxruntime has no binary for macOS x64.
 */
export async function openEmbedder(settings: EmbedderSettings): Promise<Embedder> {
  if (settings.kind === 'http') return (await import('./http-embedder.ts')).openHttpEmbedder(settings)
  const { openOnnxEmbedder } = await import('./onnx-embedder.ts')
  const path = settings.kind === 'builtin' ? builtinModelPath : settings.path
  return openOnnxEmbedder(path, settings.kind)
}
