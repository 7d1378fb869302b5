import type { LibraryFrame, Palate } from '@palate/client'
import { findQuestion } from '@palate/core/taste/questions/quick-answers.ts'
import type { Judgements } from './story.ts'

type Annotations = Parameters<Palate['annotations']['add']>[1]
export type JudgementWriter = (judgements: Judgements) => Required<Annotations>

/** Converts judgements to elements. Skips judgements of pictures that are not in the library. */
export function judgementWriter(frames: ReadonlyMap<string, LibraryFrame>): JudgementWriter {
  return ({ good = [], bad = [], pairs = [], answers = {}, dimension }) => {
    const about = dimension === undefined ? {} : { dimension }
    const labelled = (names: readonly string[], label: 'good' | 'bad') =>
      names.flatMap((name) => frames.get(name) ?? []).map(({ url, name }) => ({ url, name, label, ...about }))
    return {
      constraints: Object.entries(answers).map(([questionId, answer]) => answerTo(questionId, answer)),
      exemplars: [...labelled(good, 'good'), ...labelled(bad, 'bad')],
      comparisons: pairs.flatMap(([winner, loser]) => {
        const [frameA, frameB] = [frames.get(winner), frames.get(loser)]
        return frameA && frameB ? [{ frameA: frameA.id, frameB: frameB.id, winner: frameA.id, ...about }] : []
      }),
    }
  }
}

function answerTo(questionId: string, answer: string) {
  const question = findQuestion(questionId)
  if (!question) throw new Error(`there is no question ${questionId}`)
  const about = question.dimension === undefined ? {} : { dimension: question.dimension }
  return { questionId, category: question.category, question: question.question, answer, ...about }
}
