import { understandingsOf } from '@palate/core/taste/fit-input.ts'
import { groupOf, promptSummary } from '@palate/core/taste/prompt-summary.ts'
import { type LabelExample, trainingExamplesOf } from '@palate/core/taste/training-examples.ts'
import type { Learned, LearnedFrom, State } from '../../ports.ts'
import type { Picture } from '../frame-reader.ts'
import type { Taught } from './training-set-cache.ts'
import type { Teacher } from './training-set-loader.ts'

/** What a profile shows of what was learned: its taste in words, and the middle of the pictures that it likes. */
export function createLearnedFrom(teacher: Teacher): LearnedFrom {
  return {
    now: async (state) => learnedOf(state, await teacher.taughtAlready(state)),
    async soFar(state) {
      const unread = await learnedOf(state, undefined)
      const taught = teacher.taughtInMemory(state)
      return taught ? [unread, await learnedOf(state, taught)] : [unread]
    },
  }
}

/** Along all dimensions: whatever an element teaches, it is a part of the profile. */
async function learnedOf(state: State, taught: Taught | undefined): Promise<Learned> {
  const lessons = [...(taught?.lessons ?? trainingExamplesOf(await state.elements()).byDimension).values()]
  const constraints = lessons.flatMap((of) => of.constraints)
  const labels = taught ? [...taught.lessons.values()].flatMap((of) => of.labels) : []
  const answers = understandingsOf(state.seed, constraints).filter(({ id }) => id !== 'seed')
  const pictures = taught?.pictures ?? new Map<string, Picture>()
  const liked = labelled(labels, pictures, true)
  const summary = promptSummary({
    seed: state.seed,
    wishes: answers.flatMap(({ wishes }) => wishes),
    notUnderstood: answers.flatMap(({ notUnderstood }) => notUnderstood),
    liked: groupOf(liked.map(({ attributes }) => attributes)),
    disliked: groupOf(labelled(labels, pictures, false).map(({ attributes }) => attributes)),
  })
  return { promptSummary: summary, embeddingCentroid: centroidOf(liked) }
}

function labelled(
  labels: readonly LabelExample<string>[],
  pictures: ReadonlyMap<string, Picture>,
  good: boolean,
): readonly Picture[] {
  return labels.flatMap((label) => (label.good === good ? (pictures.get(label.picture) ?? []) : []))
}

/** The mean of the embeddings, brought to unit length; six decimals are more than anybody compares. */
function centroidOf(pictures: readonly Picture[]): readonly number[] {
  const [first] = pictures
  if (!first) return []
  const sums = Array.from(first.embedding, (_, i) =>
    pictures.reduce((sum, { embedding }) => sum + (embedding[i] ?? 0), 0),
  )
  const length = Math.hypot(...sums)
  return length === 0 ? sums : sums.map((sum) => Math.round((sum / length) * 1e6) / 1e6)
}
