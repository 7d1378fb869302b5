import type { FitInput } from '../model/fit-input.ts'
import type { JudgedPicture } from './tendencies.ts'

interface Judgements<Picture> {
  readonly labels: readonly { readonly picture: Picture; readonly good: boolean; readonly weight: number }[]
  readonly comparisons: readonly {
    readonly a: Picture
    readonly b: Picture
    readonly outcome: number
    readonly weight: number
  }[]
}

/** For each picture, what its last label says; for one without a label, how often it won minus how often it lost. */
export function preferencesIn<Picture>({ labels, comparisons }: Judgements<Picture>): ReadonlyMap<Picture, number> {
  const preferences = new Map<Picture, number>()
  const add = (picture: Picture, value: number) => preferences.set(picture, (preferences.get(picture) ?? 0) + value)
  const lastLabels = new Map(labels.map((label) => [label.picture, label]))
  for (const { picture, good, weight } of lastLabels.values()) add(picture, good ? weight : -weight)
  for (const { a, b, outcome, weight } of comparisons) {
    const margin = weight * (2 * outcome - 1)
    if (!lastLabels.has(a)) add(a, margin)
    if (!lastLabels.has(b)) add(b, -margin)
  }
  return preferences
}

export function judgedPicturesIn({
  pictures,
  labels,
  comparisons,
}: Pick<FitInput, 'pictures' | 'labels' | 'comparisons'>): readonly JudgedPicture[] {
  const preferences = preferencesIn({ labels, comparisons })
  return pictures.map(({ attributes }, i) => ({ attributes, preference: preferences.get(i) ?? 0 }))
}
