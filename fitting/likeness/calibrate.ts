import { type Source, sourceLogOdds, sourceOf, type View } from '@palate/core/taste/likeness/same-source.ts'
import { seeded } from '../seeded.ts'

/** A picture in one view, and its group. */
export type Member = { readonly at: Float32Array; readonly group: number }

type UncalibratedView = Pick<View, 'name' | 'between'>

const exampleCounts = [2, 3, 5, 8]
const othersPerGroup = 10
const newtonSteps = 20

/**
 * The factor that calibrates the view's log odds: logistic regression on whether pictures belong to the group of some
 * examples. Members and non-members have equal total weight.
 */
export function calibrationOf(view: UncalibratedView, members: readonly Member[]): number {
  const random = seeded(5)
  const groups = Map.groupBy(members, ({ group }) => group)
  const cases: { readonly value: number; readonly same: boolean; readonly weight: number }[] = []
  for (const [group, own] of groups) {
    for (const count of exampleCounts) {
      if (own.length <= count) continue
      const order = shuffled(own, random)
      const source = sourceOf(
        own[0]?.at.length ?? 0,
        order.slice(0, count).map(({ at }) => ({ at, weight: 1 })),
      )
      const rest = order.slice(count)
      const others = shuffled(
        members.filter((one) => one.group !== group),
        random,
      ).slice(0, othersPerGroup)
      for (const { at } of rest) cases.push({ value: valueAt(view, source, at), same: true, weight: 1 / rest.length })
      for (const { at } of others) {
        cases.push({ value: valueAt(view, source, at), same: false, weight: 1 / others.length })
      }
    }
  }
  let slope = 0
  for (let step = 0; step < newtonSteps; step++) {
    let [gradient, curvature] = [0, 1e-9]
    for (const { value, same, weight } of cases) {
      const probability = 1 / (1 + Math.exp(-slope * value))
      gradient += weight * value * (Number(same) - probability)
      curvature += weight * value * value * probability * (1 - probability)
    }
    slope += gradient / curvature
  }
  return slope
}

/** Small enough that the bound on the log odds has no effect. */
const small = 1e-6

function valueAt(view: UncalibratedView, source: Source, at: Float32Array): number {
  return sourceLogOdds({ ...view, calibration: small, usual: [] }, source, at) / small
}

function shuffled<Item>(items: readonly Item[], random: () => number): readonly Item[] {
  return items
    .map((item) => ({ item, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item)
}
