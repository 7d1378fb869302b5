import { lastLabels } from '../judgements/judged-things.ts'
import type { FitInput } from '../model/fit-input.ts'
import type { JudgedPicture } from './tendencies.ts'

interface Judgements<Picture> {
  readonly labels: readonly {
    readonly picture: Picture
    readonly good: boolean
    readonly weight: number
    readonly by?: string
  }[]
  readonly comparisons: readonly {
    readonly a: Picture
    readonly b: Picture
    readonly outcome: number
    readonly weight: number
  }[]
}

/**
 * For each picture, what its last label says, on average over the people who labelled it; for one without a label, how
 * often it won minus how often it lost.
 */
export function preferencesIn<Picture>({ labels, comparisons }: Judgements<Picture>): ReadonlyMap<Picture, number> {
  const preferences = new Map<Picture, number>()
  const add = (picture: Picture, value: number) => preferences.set(picture, (preferences.get(picture) ?? 0) + value)
  const labelled = Map.groupBy(lastLabels(labels), ({ picture }) => picture)
  for (const [picture, last] of labelled) {
    const sum = last.reduce((total, { good, weight }) => total + (good ? weight : -weight), 0)
    add(picture, sum / last.length)
  }
  for (const { a, b, outcome, weight } of comparisons) {
    const margin = weight * (2 * outcome - 1)
    if (!labelled.has(a)) add(a, margin)
    if (!labelled.has(b)) add(b, -margin)
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
