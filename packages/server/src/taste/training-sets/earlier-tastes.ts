import { mayHaveChanged } from '@palate/core/taste/judgements/change-of-taste.ts'
import type { NamedExamples } from '@palate/core/taste/judgements/training-examples.ts'
import { fitInputOf } from '@palate/core/taste/model/fit-input.ts'
import { sha256 } from '../../platform/hash.ts'
import type { Models } from '../learning/models.ts'
import type { TasteChange, TrainingSet } from './training-set.ts'

/**
 * Leaves out the labels that somebody gave before their taste changed. Only labels show a change: they have one order for
 * each person, and a comparison may follow from both tastes.
 */
export async function withoutEarlierTastes(
  models: Pick<Models, 'change'>,
  accountId: string,
  own: TrainingSet,
): Promise<TrainingSet> {
  const { profileId, examples, pictures } = own
  const changes: TasteChange[] = []
  for (const [dimension, { labels }] of examples) {
    const read = labels.filter(({ picture }) => pictures.has(picture))
    for (const [by, theirs] of Map.groupBy(read, (label) => label.by)) {
      if (!mayHaveChanged(theirs)) continue
      const lesson = { labels: theirs, comparisons: [], constraints: [] }
      const inputs = {
        profileId,
        fingerprint: `${own.fingerprint} ${by ?? ''}`,
        inputOf: async () => fitInputOf(dimension, lesson, pictures, null),
      }
      const { firstLabel = 0 } = await models.change(inputs, dimension, { accountId })
      const first = theirs[firstLabel]
      if (firstLabel === 0 || !first) continue
      const earlier = theirs.slice(0, firstLabel).map(({ elementId }) => elementId)
      changes.push({ dimension, ...(by !== undefined && { by }), firstElementId: first.elementId, earlier })
    }
  }
  if (changes.length === 0) return own
  const current = [...examples].map(([dimension, all]): readonly [string, NamedExamples] => {
    const earlier = new Set(changes.flatMap((change) => (change.dimension === dimension ? change.earlier : [])))
    return [dimension, { ...all, labels: all.labels.filter(({ elementId }) => !earlier.has(elementId)) }]
  })
  const fingerprint = sha256(JSON.stringify([own.fingerprint, changes])).toString('base64url')
  return { ...own, examples: new Map(current), changes, fingerprint }
}
