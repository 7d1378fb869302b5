import { fitTaste, predictTaste } from '@palate/core/taste/gaussian-process/preference.ts'
import { traitsOf } from '@palate/core/taste/simple-tastes/traits.ts'
import { frameOf, type PictureFeatures } from './methods.ts'
import { seeded } from './protocol.ts'

const labelCount = 50
const comparisonCount = 100
const rounds = 41
const predictionsPerRound = 100

/** Median processor times of a fit (50 labels and 100 comparisons, every kind of owner) and of a prediction. */
export function fitTimes(photographs: readonly PictureFeatures[]): {
  readonly fitMs: number
  readonly predictMs: number
} {
  const random = seeded(1)
  const framed = (features: PictureFeatures) => ({
    ...frameOf(features, 1),
    traits: traitsOf(features.attributes, []),
  })
  const frames = photographs.slice(0, labelCount).map(framed)
  const pick = () => Math.floor(random() * labelCount)
  const judgements = {
    frames,
    labels: frames.map((_, frame) => ({ frame, good: random() < 0.5 })),
    comparisons: Array.from({ length: comparisonCount }, () => {
      const a = pick()
      return { a, b: (a + 1 + Math.floor(random() * (labelCount - 1))) % labelCount, outcome: random() < 0.5 ? 0 : 1 }
    }),
  }
  const model = fitTaste(judgements)
  const others = photographs.slice(labelCount, labelCount + predictionsPerRound).map(framed)
  return {
    fitMs: medianMs(() => fitTaste(judgements)),
    predictMs: medianMs(() => others.map((frame) => predictTaste(model, frame, 0))) / others.length,
  }
}

function medianMs(work: () => unknown): number {
  const times = Array.from({ length: rounds }, () => {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  })
  return times.sort((a, b) => a - b)[rounds >> 1] as number
}
