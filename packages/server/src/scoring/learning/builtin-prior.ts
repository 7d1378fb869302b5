import { readFileSync } from 'node:fs'
import { openPrior, type Prior, type PriorHead } from '@palate/core/taste/prior.ts'
import { builtinModelPath, type EmbedderSettings } from '../../embedder-settings.ts'

/** The prior of the built-in embedder's space; what was fitted there says nothing in another. */
export function openPriorHead({ kind }: EmbedderSettings): Prior | undefined {
  if (kind !== 'builtin') return undefined
  const file = builtinModelPath.replace(/\.onnx$/, '.prior.json')
  return openPrior(JSON.parse(readFileSync(file, 'utf8')) as PriorHead)
}
