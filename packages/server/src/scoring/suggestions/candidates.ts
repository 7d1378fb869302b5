import { slicesOf } from '../../platform/slices.ts'
import { ScoringUnavailable } from '../faults.ts'
import type { FeatureCache } from '../features/feature-cache.ts'
import type { Asker, Models } from '../learning/models.ts'
import type { ProjectFrame } from './project-frames.ts'
import type { SuggestJob } from './suggester.ts'

type Suggesting = Extract<SuggestJob, { readonly kind: 'suggest' }>
type Input = Suggesting['input']

/** Features that are read from the store and sent to the learning thread at a time. */
export const featuresPerStepMax = 50
/** Features can be dropped while others are being sent, if many projects need suggestions concurrently. */
export const attemptsMax = 3

/**
 * Suggests among frames. The learning thread keeps their features; missing ones are read from the store and sent.
 * Frames without features, because they were scored with another embedder, are skipped.
 */
export async function suggestAmong(
  {
    models,
    featureCache,
  }: { readonly models: Pick<Models, 'suggest'>; readonly featureCache: Pick<FeatureCache, 'listStored'> },
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
    const result = await models.suggest({ kind: 'suggest', accountId, frames: hashes, input }, asker)
    if ('suggestions' in result) return { suggestions: result.suggestions, frames: usable }
    for (const some of slicesOf(result.missing, featuresPerStepMax)) {
      const pictures = await featureCache.listStored(accountId, some)
      await models.suggest({ kind: 'keep', accountId, pictures }, asker)
      const found = new Set(pictures.map(({ contentHash }) => contentHash))
      for (const contentHash of some) if (!found.has(contentHash)) unknown.add(contentHash)
    }
  }
  throw new ScoringUnavailable('the features of the frames did not stay in memory')
}
