import type { EmbedderSettings } from '../../config/embedder-settings.ts'
import type { Embedder } from './embedder.ts'
import { builtinModelPath } from './model-files.ts'

/**
 * Rejects with a one-line message that says what is wrong with the settings or with what they name. Both kinds are
 * imported on demand: the HTTP client takes ten megabytes in each thread, and onnxruntime has no binary for macOS x64.
 */
export async function openEmbedder(settings: EmbedderSettings): Promise<Embedder> {
  if (settings.kind === 'http') return (await import('./http-embedder.ts')).openHttpEmbedder(settings)
  const { openOnnxEmbedder } = await import('./onnx-embedder.ts')
  if (settings.kind === 'builtin') return openOnnxEmbedder(builtinModelPath, settings.kind)
  return openOnnxEmbedder(settings.path, settings.kind, settings.preset)
}

/**
 * The built-in embedder that runs beside another, because what people in general like is known in its space. Undefined
 * where the other is all there is: with an endpoint on macOS x64.
 */
export async function openBuiltinBeside({ kind }: EmbedderSettings): Promise<Embedder | undefined> {
  const hasRuntime = !(process.platform === 'darwin' && process.arch === 'x64')
  return kind === 'builtin' || !hasRuntime ? undefined : openEmbedder({ kind: 'builtin' })
}
