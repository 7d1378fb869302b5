import { heldOutLabelsOf } from '@palate/core/taste/validation/held-out-labels.ts'
import { thresholdOf } from '@palate/core/taste/verdict/threshold.ts'
import { seeded } from '../../fitting/seeded.ts'
import { shuffled } from '../likeness/tasks.ts'
import type { Check } from './context.ts'
import { percentOf } from './figures.ts'
import { fitInputOf } from './tasks.ts'

const profiles = 60
const labelsPerSide = 8
const shareMax = 0.1

/** Profiles whose labels were given at random have nothing to learn, so nothing should be said to be learned. */
export const coinFlips: Check = {
  title: 'Labels given at random (8 + 8): thresholds',
  async run({ learner, features }) {
    const halves: number[] = []
    const learned = Array.from({ length: profiles }, (_, seed) => {
      const pictures = shuffled([...features.keys()], seeded(seed)).slice(0, 2 * labelsPerSide)
      const labels = pictures.map((picture, i) => ({ picture, good: i < labelsPerSide }))
      const heldOut = heldOutLabelsOf(learner, fitInputOf('aesthetics', { features, labels }))
      halves.push(bestSeparationOf(heldOut))
      return thresholdOf(heldOut).source === 'learned'
    })
    const untested = halves.filter((one) => one >= separationMin).length / profiles
    const share = learned.filter(Boolean).length / profiles
    return [
      {
        ...{ what: 'profiles with a learned threshold', figure: percentOf(share) },
        ...{ target: `≤ ${percentOf(shareMax)}`, met: share <= shareMax },
      },
      {
        what: `profiles in which some score is right about ${percentOf(separationMin)} of the held-out labels`,
        figure: percentOf(untested),
      },
    ]
  },
}

/** What a rule without a test would call learned. */
const separationMin = 0.6

/** The largest share of the labels that one score tells apart. */
function bestSeparationOf({ good, bad }: ReturnType<typeof heldOutLabelsOf>): number {
  const rightAt = (pass: number) => [...good.filter((one) => one >= pass), ...bad.filter((one) => one < pass)].length
  const all = [...good, ...bad]
  return Math.max(...all.map(rightAt)) / all.length
}
