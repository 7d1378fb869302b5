import { readFileSync } from 'node:fs'
import { type LikenessHead, type LikenessSpace, openLikenessSpace } from '@palate/core/taste/likeness/space.ts'
import type { EmbedderSettings } from '../../config/embedder-settings.ts'
import { builtinLikenessPath } from '../../pictures/embedders/model-files.ts'

/** Unpacked once: several services may run in one process. */
const spaces: { builtin?: LikenessSpace; other?: LikenessSpace } = {}

/** The view of attributes works with every embedder, those of the embedding only with the built-in one. */
export function openBuiltinLikeness({ kind }: Pick<EmbedderSettings, 'kind'>): LikenessSpace {
  const embedder = kind === 'builtin' ? 'builtin' : 'other'
  spaces[embedder] ??= openLikenessSpace(
    JSON.parse(readFileSync(builtinLikenessPath, 'utf8')) as LikenessHead,
    embedder,
  )
  return spaces[embedder]
}
