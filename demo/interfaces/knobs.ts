import type { Random } from '../random.ts'

/** The adjustable qualities of a mock-up, each from 0 to 1. */
export const knobNames = ['contrast', 'clutter', 'alignment', 'textSize', 'whiteSpace', 'colourCount'] as const

export type KnobName = (typeof knobNames)[number]
export type Knobs = Readonly<Record<KnobName, number>>

/** Random knobs, except those given. */
export function randomKnobs(random: Random, given: Partial<Knobs> = {}): Knobs {
  const drawn = Object.fromEntries(knobNames.map((name) => [name, random()])) as Knobs
  return { ...drawn, ...given }
}
