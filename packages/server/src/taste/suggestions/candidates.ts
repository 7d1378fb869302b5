import { slicesOf } from '@palate/core/generic/slices.ts'
import type { FeatureCache } from '../../pictures/features/feature-cache.ts'
import { ScoringUnavailable } from '../../pictures/picture-faults.ts'
import type { Asker, Models } from '../learning/models.ts'
import type { ProjectFrame } from './project-frames.ts'
import type { SuggestJob } from './suggester.ts'

type Suggesting = Extract<SuggestJob, { readonly kind: 'suggest' }>
type Input = Suggesting['input']

/** Features that are read from the store and sent to the learning thread at a time. */
export const featuresPerStepMax = 50
/** Features can be dropped while others are being sent, if many projects need suggestions concurrently. */
export const attemptsMax = 3

interface Parts {
  readonly models: Pick<Models, 'suggest'>
  readonly featureCache: Pick<FeatureCache, 'listStored'>
}

/**
 * Suggests among frames. The learning thread keeps their features; missing ones are read from the store and sent.
 * Frames without features, because they were scored with another embedder, are skipped. `unread` are frames that were
 * not looked at and whose features are not kept.
 */
export async function suggestAmong(
  parts: Parts,
  frames: readonly ProjectFrame[],
  inputFor: (frames: readonly ProjectFrame[]) => Promise<Input>,
  asker: Asker,
) {
  const { accountId } = asker
  const unknown = new Set<string>()
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const usable = unknown.size === 0 ? frames : frames.filter(({ contentHash }) => !unknown.has(contentHash))
    const hashes = usable.map(({ contentHash }) => contentHash)
    const input = await inputFor(usable)
    // Where some features are unknown, more may be, and every other selection of frames could meet them.
    const needsAll = unknown.size > 0
    const result = await parts.models.suggest({ kind: 'suggest', accountId, frames: hashes, needsAll, input }, asker)
    if ('suggestions' in result) return { ...result, frames: usable }
    if (!('missing' in result)) break
    for (const contentHash of await keepFeatures(parts, result.missing, asker, false)) unknown.add(contentHash)
  }
  throw new ScoringUnavailable('the features of the frames did not stay in memory')
}

/** Sends the features of these frames to the learning thread. Returns the frames without features. */
export async function keepFeatures(
  { models, featureCache }: Parts,
  contentHashes: readonly string[],
  asker: Asker,
  isAhead: boolean,
): Promise<readonly string[]> {
  const { accountId } = asker
  const unknown: string[] = []
  for (const slice of slicesOf(contentHashes, featuresPerStepMax)) {
    const pictures = await featureCache.listStored(accountId, slice)
    await models.suggest({ kind: 'keep', accountId, pictures, isAhead }, asker)
    const found = new Set(pictures.map(({ contentHash }) => contentHash))
    unknown.push(...slice.filter((contentHash) => !found.has(contentHash)))
  }
  return unknown
}
