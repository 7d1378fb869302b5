import { readFileSync } from 'node:fs'
import { type LikenessHead, type LikenessSpace, openLikenessSpace } from '@palate/core/taste/likeness/space.ts'
import type { EmbedderSettings } from '../../config/embedder-settings.ts'
import { builtinLikenessPath } from '../embedders/model-files.ts'

/** The view of attributes works with every embedder, those of the embedding only with the built-in one. */
export function openBuiltinLikeness({ kind }: Pick<EmbedderSettings, 'kind'>): LikenessSpace {
  const head = JSON.parse(readFileSync(builtinLikenessPath, 'utf8')) as LikenessHead
  return openLikenessSpace(head, kind === 'builtin' ? 'builtin' : 'other')
}
