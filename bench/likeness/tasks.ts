import type { PictureFeatures } from '@palate/core/taste/model/fit-input.ts'

/** Pictures, each of one group: a look or a subject. Pictures without a group are never the target. */
export type GroupedPictures = {
  readonly features: readonly PictureFeatures[]
  readonly groups: readonly (number | undefined)[]
}

/** Examples of one group, and the pictures to classify, as indices. */
export type LookTask = {
  readonly good: readonly number[]
  readonly bad: readonly number[]
  readonly test: readonly { readonly picture: number; readonly same: boolean }[]
}

/** With fewer pictures of the group to find, the result would be too noisy. */
const foundMin = 3

/** Several random draws of examples for each group. Bad examples come from other groups. */
export function lookTasks(
  { groups }: GroupedPictures,
  sizes: { readonly good: number; readonly bad: number; readonly draws: number },
  random: () => number,
): readonly LookTask[] {
  const names = [...new Set(groups)].filter((group) => group !== undefined)
  return names.flatMap((name) => {
    const all = [...groups.keys()]
    const [own, others] = [all.filter((i) => groups[i] === name), all.filter((i) => groups[i] !== name)]
    if (own.length < sizes.good + foundMin) return []
    return Array.from({ length: sizes.draws }, () => {
      const [us, them] = [shuffled(own, random), shuffled(others, random)]
      return {
        good: us.slice(0, sizes.good),
        bad: them.slice(0, sizes.bad),
        test: [
          ...us.slice(sizes.good).map((picture) => ({ picture, same: true })),
          ...them.slice(sizes.bad).map((picture) => ({ picture, same: false })),
        ],
      }
    })
  })
}

/** The probability that a picture of the group scores higher than another one. */
export function areaUnderCurve({ test }: Pick<LookTask, 'test'>, score: (picture: number) => number): number {
  const ranked = test.map(({ picture, same }) => ({ same, value: score(picture) })).sort((a, b) => a.value - b.value)
  let [rankSum, count] = [0, 0]
  for (let start = 0; start < ranked.length; ) {
    let end = start
    while (end < ranked.length && ranked[end]?.value === ranked[start]?.value) end += 1
    const same = ranked.slice(start, end).filter((one) => one.same).length
    rankSum += (same * (start + 1 + end)) / 2
    count += same
    start = end
  }
  return (rankSum - (count * (count + 1)) / 2) / (count * (ranked.length - count))
}

export function shuffled<Item>(items: readonly Item[], random: () => number): readonly Item[] {
  return items
    .map((item) => ({ item, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item)
}
