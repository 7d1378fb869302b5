import type { FitInput, PictureFeatures } from '@palate/core/taste/model/fit-input.ts'
import { aimAndAvoid } from '@palate/core/taste/summary/aim-and-avoid.ts'
import { judgedPicturesIn } from '@palate/core/taste/tendencies/judged-pictures.ts'
import { tendenciesOf } from '@palate/core/taste/tendencies/tendencies.ts'
import { departuresOf } from '@palate/core/taste/verdict/departures.ts'
import { seeded } from '../../fitting/seeded.ts'
import type { Line } from '../harness/report.ts'
import { shuffled } from '../likeness/tasks.ts'
import { tastes } from '../taught/tastes.ts'

const profiles = 400
const labelsEach = 8
/** New pictures of which each profile says how they differ from what it likes. */
const picturesEach = 10
const drawsOfTaste = 20
const goodShare = 1 / 3

/** What is said about owners who flip a coin, and whether what an owner goes by is said. */
export const coinFlips = {
  title: `Coin flips: what is said after ${labelsEach} + ${labelsEach} labels`,
  run: async ({ features }: { readonly features: readonly PictureFeatures[] }): Promise<readonly Line[]> => {
    const random = seeded(1)
    let [phrases, withPhrase, withDifference] = [0, 0, 0]
    for (let i = 0; i < profiles; i++) {
      const order = shuffled([...features.keys()], random)
      const { list, ...about } = tendenciesOf(
        judgedPicturesIn(inputOf(features, order.slice(0, labelsEach), order.slice(labelsEach, 2 * labelsEach))),
      )
      const { aim, avoid } = aimAndAvoid({ wishes: [], tendencies: { list, ...about } })
      phrases += aim.length + avoid.length
      if (aim.length + avoid.length > 0) withPhrase += 1
      const others = order.slice(2 * labelsEach, 2 * labelsEach + picturesEach)
      const differs = (picture: number) => departuresOf([], [], list, at(features, picture).attributes).length > 0
      if (others.some(differs)) withDifference += 1
    }
    const { kept, count } = keptTastes(features)
    return [
      line('phrases on average', phrases / profiles, 0.3, 'most'),
      line('profiles with a phrase', withPhrase / profiles, 0.1, 'most'),
      line(`profiles with a difference for any of ${picturesEach} pictures`, withDifference / profiles, 0.1, 'most'),
      line(`true attributes kept, of ${count} taught tastes`, kept / count, 0.85, 'least'),
    ]
  },
}

/** Of owners who go by one attribute, how many are told so. */
function keptTastes(features: readonly PictureFeatures[]) {
  const single = Object.values(tastes)
    .flat()
    .filter((taste) => taste.length === 1)
  let [kept, count] = [0, 0]
  for (const [[attribute, sign] = ['brightness', 1] as const] of single)
    for (let draw = 0; draw < drawsOfTaste; draw++) {
      const utility = (picture: number) => sign * at(features, picture).attributes[attribute]
      const limit =
        [...features.keys()].map(utility).sort((a, b) => b - a)[Math.floor(features.length * goodShare)] ?? 0
      const order = shuffled([...features.keys()], seeded(draw))
      const good = order.filter((picture) => utility(picture) > limit).slice(0, labelsEach)
      const bad = order.filter((picture) => utility(picture) <= limit).slice(0, labelsEach)
      const { list } = tendenciesOf(judgedPicturesIn(inputOf(features, good, bad)))
      count += 1
      if (list.some((one) => one.attribute === attribute && one.wantsMore === sign > 0)) kept += 1
    }
  return { kept, count }
}

function inputOf(
  features: readonly PictureFeatures[],
  good: readonly number[],
  bad: readonly number[],
): Pick<FitInput, 'pictures' | 'labels' | 'comparisons'> {
  const judged = [...good, ...bad]
  return {
    pictures: judged.map((picture) => at(features, picture)),
    labels: judged.map((_, i) => ({ picture: i, good: i < good.length, weight: 1, elementId: `${i}` })),
    comparisons: [],
  }
}

export function line(what: string, value: number, bound: number, side: 'most' | 'least'): Line {
  const met = side === 'most' ? value <= bound : value >= bound
  return { what, figure: value.toFixed(3), target: `at ${side} ${bound}`, met }
}

function at(features: readonly PictureFeatures[], picture: number): PictureFeatures {
  return features[picture] as PictureFeatures
}
