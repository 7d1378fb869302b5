import { heardIn, sentences } from '@palate/core/taste/constraints/corpus/sentences.ts'
import type { Line } from '../harness/report.ts'
import { line } from './coin-flip-words.ts'

const halves = { 'the reader was changed with these': 0, 'held back': 1 } as const

/** Of what people write about looks, how much is heard with the opposite sign, and how much is heard at all. */
export const negations = {
  title: 'Negations: 300 sentences made to break the reader',
  run: async (): Promise<readonly Line[]> =>
    Object.entries(halves).flatMap(([half, parity]) => {
      const heard = Object.entries(sentences).flatMap(([kind, all]) =>
        all.filter((_, i) => i % 2 === parity).map((sentence) => heardIn(kind, sentence)),
      )
      const sum = (count: (one: ReturnType<typeof heardIn>) => number) =>
        heard.reduce((total, one) => total + count(one), 0)
      return [
        line(`wrong sign, ${half}`, sum(({ isWrong }) => Number(isWrong)) / heard.length, 0.02, 'most'),
        line(
          `recall, ${half}`,
          sum(({ found }) => found) / sum(({ said }) => said),
          parity === 0 ? 0.73 : 0.752,
          'least',
        ),
      ]
    }),
}
