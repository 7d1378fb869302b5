import type { z } from 'zod'
import { aimAndAvoid } from '../summary/aim-and-avoid.ts'
import { promptSummary, type SummaryInput } from '../summary/prompt-summary.ts'
import type { Threshold } from '../verdict/threshold-schema.ts'
import type { Brief } from './brief-schema.ts'
import type { PaletteColour } from './palette.ts'

export interface BriefInput extends SummaryInput {
  readonly name: string
  readonly palette: readonly PaletteColour[]
  /** By dimension. */
  readonly thresholds: Readonly<Record<string, Threshold>>
  readonly predicts: { readonly accuracy: number; readonly judgements: number } | null
  readonly examples: z.infer<typeof Brief>['examples']
  readonly model: string
  readonly advice?: string | undefined
}

/** A taste in words and numbers, for a person or a model that is about to make something. */
export function briefOf(input: BriefInput): z.infer<typeof Brief> {
  const { name, seed, seedWishes = [], wishes, palette, thresholds, predicts, examples, model, advice } = input
  const { aim, avoid } = aimAndAvoid({ ...input, wishes: [...seedWishes, ...wishes] })
  return {
    name,
    ...(seed && { seed }),
    summary: promptSummary(input),
    aim: [...aim],
    avoid: [...avoid],
    palette: [...palette],
    thresholds: { ...thresholds },
    predicts,
    ...(advice !== undefined && { advice }),
    examples,
    model,
  }
}
