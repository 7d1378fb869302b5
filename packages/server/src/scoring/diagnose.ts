import type { Reply } from '@palate/core/route-schemas.ts'
import { consistencyOf } from '@palate/core/taste/consistency.ts'
import type { NamedLessons } from '@palate/core/taste/teaching.ts'
import { understandingsOf } from '@palate/core/taste/training.ts'
import type { State } from '../ports.ts'
import type { Scoring } from './scoring.ts'
import type { Taught } from './taught-states.ts'

/** What a state's models rest on, for those who want to know how far to trust them. */
export async function diagnose(
  { models, embedderId }: Scoring,
  state: State,
  taught: Taught,
): Promise<Reply<'diagnoseProfile'>> {
  const { lessons, pictures, unusable } = taught
  const dimensions = await Promise.all(
    [...lessons].map(async ([name, lesson]) => {
      const { held, curve } = await models.validation(taught, name)
      return {
        name,
        ...countsOf(lesson, pictures),
        consistency: consistencyOf(lesson),
        selfPrediction: held && withWords(held),
        learningCurve: curve,
      }
    }),
  )
  return {
    profileId: state.profileId,
    versionId: state.versionId,
    embedder: embedderId,
    pictures: new Set([...pictures.values()].map(({ contentHash }) => contentHash)).size,
    dimensions,
    understood: understandingsOf(
      state.seed,
      [...lessons.values()].flatMap(({ constraints }) => constraints),
    ),
    unusable,
  }
}

/** Of judgements those count whose pictures could be read: the others taught nothing. */
function countsOf({ labels, comparisons, constraints }: NamedLessons, pictures: Taught['pictures']) {
  const read = labels.filter(({ picture }) => pictures.has(picture))
  const good = read.filter((label) => label.good).length
  return {
    labels: { good, bad: read.length - good },
    comparisons: comparisons.filter(({ a, b }) => pictures.has(a) && pictures.has(b)).length,
    constraints: constraints.length,
  }
}

function withWords({ judgements, correct }: { readonly judgements: number; readonly correct: number }) {
  const percent = Math.round(correct * 100)
  return {
    judgements,
    correct,
    statement: `your profile predicts your own held-back judgements ${percent} % of the time`,
  }
}
