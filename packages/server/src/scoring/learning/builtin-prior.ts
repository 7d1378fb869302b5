import { readFileSync } from 'node:fs'
import { openPrior, type Prior, type PriorHead } from '@palate/core/taste/model/prior.ts'
import type { EmbedderSettings } from '../../embedder-settings.ts'
import { builtinPriorPath } from '../embedders/model-files.ts'

/** The prior was fitted in the built-in embedder's space and means nothing in another. */
export function openBuiltinPrior({ kind }: EmbedderSettings): Prior | undefined {
  if (kind !== 'builtin') return undefined
  return openPrior(JSON.parse(readFileSync(builtinPriorPath, 'utf8')) as PriorHead)
}
