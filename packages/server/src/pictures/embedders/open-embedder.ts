import type { EmbedderSettings } from '../../config/embedder-settings.ts'
import type { Embedder } from './embedder.ts'
import { builtinModelPath } from './model-files.ts'

/**
 * Rejects with a one-line message that describes the error in the settings, the model or the endpoint. Both kinds are
 * imported on demand: the HTTP client takes ten megabytes in each thread, and onnxruntime has no binary for macOS x64.
 */
export async function openEmbedder(settings: EmbedderSettings): Promise<Embedder> {
  if (settings.kind === 'http') return (await import('./http-embedder.ts')).openHttpEmbedder(settings)
  const { openOnnxEmbedder } = await import('./onnx-embedder.ts')
  if (settings.kind === 'builtin') return openOnnxEmbedder(builtinModelPath, settings.kind)
  return openOnnxEmbedder(settings.path, settings.kind, settings.preset)
}

/**
 * The built-in embedder that runs alongside another one, because the prior is fitted in its space. Undefined if the
 * chosen embedder is the built-in one, or on macOS x64.
 */
export async function openBuiltinBeside({ kind }: EmbedderSettings): Promise<Embedder | undefined> {
  const hasRuntime = !(process.platform === 'darwin' && process.arch === 'x64')
  return kind === 'builtin' || !hasRuntime ? undefined : openEmbedder({ kind: 'builtin' })
}
