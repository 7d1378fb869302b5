import { heardIn, heldBack, type Sentence, sentences } from '@palate/core/taste/constraints/corpus/sentences.ts'
import { vocabulary } from '@palate/core/taste/constraints/vocabulary.ts'
import { line } from './coin-flip-words.ts'
import type { Check } from './context.ts'

type Heard = ReturnType<typeof heardIn>

const corpora = { 'the reader was changed with these': sentences, 'held back': heldBack }
/** Of the reader before it knew clauses, comparatives, grounds and style guides. */
const recallMin = 0.73
const wrongMax = 0.02

/** Of what people write about looks, how much is heard with the opposite sign, and how much is heard at all. */
export const negations: Check = {
  title: 'Negations: sentences made to break the reader',
  run: async () =>
    Object.entries(corpora).flatMap(([name, corpus]) => {
      const all = Object.entries(corpus).flatMap(([kind, list]) => list.map((sentence) => [kind, sentence] as const))
      const read = all.map(([kind, sentence]) => heardIn(kind, sentence))
      const words = all.map(([, sentence]) => wordsIn(sentence))
      return [
        line(`${all.length} sentences, ${name}: wrong sign`, wrongShare(read), wrongMax, 'most'),
        line(`${all.length} sentences, ${name}: recall`, recall(read), recallMin, 'least'),
        { what: `${name}: wrong sign, every known word as a wish`, figure: wrongShare(words).toFixed(3) },
        { what: `${name}: recall, every known word as a wish`, figure: recall(words).toFixed(3) },
      ]
    }),
}

function wrongShare(heard: readonly Heard[]): number {
  return heard.filter(({ isWrong }) => isWrong).length / heard.length
}

function recall(heard: readonly Heard[]): number {
  const sum = (count: (one: Heard) => number) => heard.reduce((total, one) => total + count(one), 0)
  return sum(({ found }) => found) / sum(({ said }) => said)
}

/** A reader without grammar. */
function wordsIn([text, says]: Sentence): Heard {
  const wishes = says === '' ? [] : says.split(' ')
  const words = text.toLowerCase().match(/[a-z]+/g) ?? []
  const heard = new Set(words.flatMap((word) => vocabulary[word] ?? vocabulary[word.replace(/s$/, '')] ?? []))
  const isOpposite = (wish: string) => heard.has(`${wish.startsWith('+') ? '-' : '+'}${wish.slice(1)}` as never)
  return {
    isWrong: wishes.length === 0 ? heard.size > 0 : wishes.some(isOpposite),
    said: wishes.length,
    found: wishes.filter((wish) => heard.has(wish as never)).length,
  }
}
