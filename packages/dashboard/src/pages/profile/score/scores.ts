import type { FrameError } from '@palate/client'
import type { ScoreItem } from './score-items.ts'

/** The result for one item: a number for each dimension, or the error. */
export interface ItemResult {
  readonly scores: Readonly<Record<string, number>>
  readonly error?: FrameError
}

export type Results = ReadonlyMap<string, ItemResult>

export interface RankedItem {
  readonly item: ScoreItem
  readonly score: number
  /** 1 is the best. */
  readonly rank: number
}

/** Best first. Items with equal scores keep the order in which they were added. */
export function rankItems(items: readonly ScoreItem[], results: Results, dimension: string): readonly RankedItem[] {
  return items
    .flatMap((item) => {
      const score = results.get(item.key)?.scores[dimension]
      return score === undefined ? [] : [{ item, score }]
    })
    .sort((a, b) => b.score - a.score)
    .map((ranked, i) => ({ ...ranked, rank: i + 1 }))
}

export function failuresOf(items: readonly ScoreItem[], results: Results) {
  return items.flatMap((item) => {
    const error = results.get(item.key)?.error
    return error ? [{ item, error }] : []
  })
}

/** Items without a result. */
export function unscoredOf(items: readonly ScoreItem[], results: Results): readonly ScoreItem[] {
  return items.filter(({ key }) => !results.has(key))
}

/** How many scores fall into each of the equal-width bins from 0 to 1. */
export function binsOf(scores: readonly number[], count: number): readonly number[] {
  const bins = Array.from({ length: count }, () => 0)
  for (const score of scores) {
    const i = Math.min(count - 1, Math.max(0, Math.floor(score * count)))
    bins[i] = (bins[i] ?? 0) + 1
  }
  return bins
}

/** The threshold in a URL: from 0 to 1 with two digits, `none`, or the profile's own. */
export function parseThreshold(text: string, own: number | undefined): number | undefined {
  const value = Number(text)
  if (text === 'none') return undefined
  return text === '' || !(value >= 0 && value <= 1) ? own : Math.round(value * 100) / 100
}

export const filters = ['all', 'above', 'below', 'unlabelled', 'uncertain'] as const
export type Filter = (typeof filters)[number]

/** The pictures that a filter shows. Uncertain ones are closest to the threshold, and come in that order. */
export function filterRanked(
  ranked: readonly RankedItem[],
  filter: Filter,
  threshold: number | undefined,
  isLabelled: (item: ScoreItem) => boolean,
): readonly RankedItem[] {
  const limit = threshold ?? 0.5
  if (filter === 'above') return ranked.filter(({ score }) => score >= limit)
  if (filter === 'below') return ranked.filter(({ score }) => score < limit)
  if (filter === 'unlabelled') return ranked.filter(({ item }) => !isLabelled(item))
  if (filter === 'uncertain')
    return ranked.toSorted((a, b) => Math.abs(a.score - limit) - Math.abs(b.score - limit)).slice(0, uncertainMax)
  return ranked
}

const uncertainMax = 50
