import { type AttributeName, attributes, type Measured } from '@palate/core/taste/attributes.ts'
import { type Group, promptSummary } from '@palate/core/taste/describe.ts'
import { type Lessons, lessonsOf, sourceKey } from '@palate/core/taste/teaching.ts'
import { understandingsOf } from '@palate/core/taste/training.ts'
import type { LearnedFrom } from '../services.ts'
import type { Picture } from './frames.ts'
import type { Teacher } from './teacher.ts'

/** What a profile shows of what was learned: its taste in words, and the middle of the pictures that it likes. */
export function createLearnedFrom(teacher: Teacher): LearnedFrom {
  return async (state) => {
    const taught = await teacher.taughtAlready(state)
    const lessons = taught?.lessons ?? lessonsOf(await state.elements()).byDimension
    const understandings = understandingsOf(state.seed, lessons.get('aesthetics')?.constraints ?? [])
    const pictures = taught?.pictures ?? new Map<string, Picture>()
    const liked = labelled(lessons.get('aesthetics'), pictures, true)
    const summary = promptSummary({
      seed: state.seed,
      wishes: understandings.filter(({ id }) => id !== 'seed').flatMap(({ wishes }) => wishes),
      notUnderstood: understandings.filter(({ id }) => id !== 'seed').flatMap(({ notUnderstood }) => notUnderstood),
      liked: groupOf(liked),
      disliked: groupOf(labelled(lessons.get('aesthetics'), pictures, false)),
    })
    return { promptSummary: summary, embeddingCentroid: centroidOf(liked) }
  }
}

function labelled(
  lessons: Lessons | undefined,
  pictures: ReadonlyMap<string, Picture>,
  good: boolean,
): readonly Picture[] {
  return (lessons?.labels ?? []).flatMap((label) =>
    label.good === good ? (pictures.get(sourceKey(label.picture)) ?? []) : [],
  )
}

function groupOf(pictures: readonly Picture[]): Group | undefined {
  if (pictures.length === 0) return undefined
  const mean = (name: AttributeName) => pictures.reduce((sum, one) => sum + one.attributes[name], 0) / pictures.length
  const means = Object.fromEntries(attributes.map(({ name }) => [name, mean(name)])) as Measured
  return { count: pictures.length, means }
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
