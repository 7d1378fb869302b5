import type { Random } from '../random.ts'

/** What can be turned about a mock-up, each from 0 to 1. */
export const knobNames = ['contrast', 'clutter', 'alignment', 'textSize', 'whiteSpace', 'colourCount'] as const

export type KnobName = (typeof knobNames)[number]
export type Knobs = Readonly<Record<KnobName, number>>

/** All knobs at random, apart from those given. */
export function randomKnobs(random: Random, given: Partial<Knobs> = {}): Knobs {
  const drawn = Object.fromEntries(knobNames.map((name) => [name, random()])) as Knobs
  return { ...drawn, ...given }
}
