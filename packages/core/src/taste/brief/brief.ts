import type { z } from 'zod'
import { adviceFrom } from '../summary/aim-and-avoid.ts'
import { promptSummary, type SummaryInput } from '../summary/prompt-summary.ts'
import type { Threshold } from '../verdict/threshold-schema.ts'
import type { Brief } from './brief-schema.ts'
import type { PaletteColour } from './palette.ts'

export interface BriefInput extends SummaryInput {
  readonly name: string
  /** What the judgements are probably about, in a sentence. */
  readonly belief?: string | undefined
  readonly palette: readonly PaletteColour[]
  /** By dimension. */
  readonly thresholds: Readonly<Record<string, Threshold>>
  readonly predicts: { readonly accuracy: number; readonly judgements: number } | null
  readonly examples: z.infer<typeof Brief>['examples']
  readonly representative: readonly string[]
  readonly model: string
  readonly advice?: string | undefined
}

/** A taste in words and numbers, for a person or a model that is about to make something. */
export function briefOf(input: BriefInput): z.infer<typeof Brief> {
  const {
    name,
    seed,
    seedWishes = [],
    wishes,
    tendencies,
    belief,
    palette,
    thresholds,
    predicts,
    examples,
    model,
  } = input
  const phrases = adviceFrom({ wishes: [...seedWishes, ...wishes], ...(tendencies && { tendencies }) })
  const phrasesOf = (wanted: boolean) => phrases.filter(({ isAim }) => isAim === wanted).map(({ phrase }) => phrase)
  return {
    name,
    ...(seed && { seed }),
    summary: promptSummary(input),
    ...(belief && { belief }),
    aim: phrasesOf(true),
    avoid: phrasesOf(false),
    evidence: phrases.flatMap(({ phrase, evidence }) =>
      evidence ? [{ phrase, good: { ...evidence.good }, bad: { ...evidence.bad } }] : [],
    ),
    palette: [...palette],
    thresholds: { ...thresholds },
    predicts,
    ...(input.advice !== undefined && { advice: input.advice }),
    examples,
    representative: [...input.representative],
    model,
  }
}
