import { rankAmongKind } from '@palate/core/taste/attributes/kinds.ts'
import { type AttributeName, attributes } from '@palate/core/taste/attributes.ts'
import type { FitInput, PictureFeatures } from '@palate/core/taste/model/fit-input.ts'
import { aimAndAvoid } from '@palate/core/taste/summary/aim-and-avoid.ts'
import { judgedPicturesIn } from '@palate/core/taste/tendencies/judged-pictures.ts'
import { tendenciesOf } from '@palate/core/taste/tendencies/tendencies.ts'
import { departuresOf } from '@palate/core/taste/verdict/departures.ts'
import { seeded } from '../../fitting/seeded.ts'
import type { Line } from '../harness/report.ts'
import { shuffled } from '../likeness/tasks.ts'
import { tastes } from '../taught/tastes.ts'
import type { Check } from './context.ts'
import { meanOf } from './figures.ts'

const profiles = 400
const labelsEach = 8
/** New pictures of which each profile says how they differ from what it likes. */
const picturesEach = 10
const drawsOfTaste = 20
const goodShare = 1 / 3
const meansDifferenceMin = 0.3

/** What is said about owners who flip a coin, and whether what an owner goes by is said. */
export const coinFlipWords: Check = {
  title: `Labels given at random (${labelsEach} + ${labelsEach}): what is said`,
  run: async ({ sets }) => Object.entries(sets).flatMap(([name, features]) => linesOf(name, features)),
}

function linesOf(name: string, features: readonly PictureFeatures[]): readonly Line[] {
  const random = seeded(1)
  let [phrases, withPhrase, withDifference, withMeans] = [0, 0, 0, 0]
  for (let i = 0; i < profiles; i++) {
    const order = shuffled([...features.keys()], random)
    const [good, bad] = [order.slice(0, labelsEach), order.slice(labelsEach, 2 * labelsEach)]
    const { list, ...about } = tendenciesOf(judgedPicturesIn(inputOf(features, good, bad)))
    const { aim, avoid } = aimAndAvoid({ wishes: [], tendencies: { list, ...about } })
    phrases += aim.length + avoid.length
    if (aim.length + avoid.length > 0) withPhrase += 1
    if (differsByMeans(features, good, bad)) withMeans += 1
    const others = order.slice(2 * labelsEach, 2 * labelsEach + picturesEach)
    const differs = (picture: number) => departuresOf([], [], list, at(features, picture).attributes).length > 0
    if (others.some(differs)) withDifference += 1
  }
  const { kept, count } = keptTastes(features)
  return [
    line(`${name}: phrases on average`, phrases / profiles, 0.3, 'most'),
    line(`${name}: profiles with a phrase`, withPhrase / profiles, 0.1, 'most'),
    line(
      `${name}: profiles with a difference for any of ${picturesEach} pictures`,
      withDifference / profiles,
      0.1,
      'most',
    ),
    line(`${name}: true attributes kept, of ${count} taught tastes`, kept / count, 0.85, 'least'),
    {
      what: `${name}: profiles with an attribute whose mean ranks differ by ${meansDifferenceMin}`,
      figure: (withMeans / profiles).toFixed(3),
    },
  ]
}

/** Whether the mean ranks of the two sides differ much in any attribute: what one would say without a test. */
function differsByMeans(
  features: readonly PictureFeatures[],
  good: readonly number[],
  bad: readonly number[],
): boolean {
  const meanRank = (name: AttributeName, pictures: readonly number[]) =>
    meanOf(pictures.map((picture) => rankAmongKind(name, at(features, picture).attributes)))
  return attributes.some(({ name }) => Math.abs(meanRank(name, good) - meanRank(name, bad)) >= meansDifferenceMin)
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
