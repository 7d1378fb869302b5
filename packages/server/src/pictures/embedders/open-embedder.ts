import type { EmbedderSettings } from '../../config/embedder-settings.ts'
import type { Embedder, RemoteEmbedder } from './embedder.ts'
import { builtinModelPath } from './model-files.ts'

/** Those that run on a thread of the process. */
export type LocalEmbedderSettings = Exclude<EmbedderSettings, { kind: 'http' }>

/**
 * Rejects with a one-line message that describes the error in the settings or the model. Imported on demand, because
 * onnxruntime has no binary for macOS x64.
 */
export async function openEmbedder(settings: LocalEmbedderSettings): Promise<Embedder> {
  const { openOnnxEmbedder } = await import('./onnx-embedder.ts')
  if (settings.kind === 'builtin') return openOnnxEmbedder(builtinModelPath, settings.kind)
  return openOnnxEmbedder(settings.path, settings.kind, settings.preset)
}

/** Undefined if the embedder runs in the process. The HTTP client is imported on demand: it takes ten megabytes. */
export async function openRemoteEmbedder(settings: EmbedderSettings): Promise<RemoteEmbedder | undefined> {
  if (settings.kind !== 'http') return undefined
  return (await import('./http-embedder.ts')).openHttpEmbedder(settings)
}

/**
 * Whether the built-in embedder runs alongside another one, because the prior is fitted in its space. It does not on
 * macOS x64.
 */
export function runsBuiltinBeside(settings: EmbedderSettings): boolean {
  const hasRuntime = !(process.platform === 'darwin' && process.arch === 'x64')
  return settings.kind !== 'builtin' && settings.prior !== 'off' && hasRuntime
}

/** Undefined if the chosen embedder is the built-in one, or is used without the prior. */
export async function openBuiltinBeside(settings: EmbedderSettings): Promise<Embedder | undefined> {
  return runsBuiltinBeside(settings) ? openEmbedder({ kind: 'builtin' }) : undefined
}
