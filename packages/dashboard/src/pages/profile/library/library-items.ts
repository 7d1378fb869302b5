import type { LibraryFrame } from '@palate/client'
import { pictureName } from '@palate/core/frames/picture-name.ts'
import { libraryThumbnail } from '../../../api/frame-names.ts'
import type { LibraryScores } from '../../../api/library-scores.ts'

export interface LibraryItem {
  readonly key: string
  readonly url: string
  readonly name: string
  readonly ratio: number
  readonly src: string
  readonly pixels: number
  readonly createdAt: string
  readonly tags: readonly string[]
  /** By this profile and branch; undefined until it is known. */
  readonly score: number | undefined
}

export interface LibraryFilter {
  readonly search: string
  readonly label: 'all' | 'good' | 'bad' | 'none'
  /** Empty for any. */
  readonly tag: string
  /** At least this score, from 0 to 1. Pictures without a score are left out if it is set. */
  readonly min: number
  readonly max: number
}

/** The frames of a library with their scores. */
export function libraryItems(frames: readonly LibraryFrame[], scores: LibraryScores): readonly LibraryItem[] {
  return frames.map(({ id, url, name, width, height, createdAt, tags = [] }) => ({
    ...{ key: id, url, name: name === undefined ? 'Picture' : pictureName(name), ratio: width / height },
    pixels: width * height,
    ...{ src: libraryThumbnail(id), createdAt, tags, score: scores.get(id) ?? undefined },
  }))
}

export function filterLibrary(
  items: readonly LibraryItem[],
  { search, label, tag, min, max }: LibraryFilter,
  labelOf: (item: LibraryItem) => 'good' | 'bad' | undefined,
): readonly LibraryItem[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const isRanged = min > 0 || max < 1
  return items.filter((item) => {
    const text = [item.name, ...item.tags].join(' ').toLowerCase()
    if (!words.every((word) => text.includes(word))) return false
    if (tag !== '' && !item.tags.includes(tag)) return false
    if (label !== 'all' && (labelOf(item) ?? 'none') !== label) return false
    return !isRanged || (item.score !== undefined && item.score >= min && item.score <= max)
  })
}

export function isFiltering({ search, label, tag, min, max }: LibraryFilter): boolean {
  return search !== '' || label !== 'all' || tag !== '' || min > 0 || max < 1
}

export const sortings = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  best: 'Best first',
  worst: 'Worst first',
  uncertain: 'Least certain first',
  name: 'Name',
} as const
export type Sorting = keyof typeof sortings

/** Scores nearer to this threshold are less certain, if the profile has none of its own. */
const usualThreshold = 0.5

/** Pictures without a score come last where scores decide. Equal ones stay newest first. */
export function sortLibrary(
  items: readonly LibraryItem[],
  sorting: Sorting,
  threshold: number = usualThreshold,
): readonly LibraryItem[] {
  const byScore = (rankOf: (score: number) => number) =>
    items.toSorted((a, b) => placeOf(a.score, rankOf) - placeOf(b.score, rankOf))
  switch (sorting) {
    case 'newest':
      return items
    case 'oldest':
      return items.toReversed()
    case 'best':
      return byScore((score) => -score)
    case 'worst':
      return byScore((score) => score)
    case 'uncertain':
      return byScore((score) => Math.abs(score - threshold))
    case 'name':
      return items.toSorted((a, b) => collator.compare(a.name, b.name))
  }
}

/** "picture-9" comes before "picture-10". */
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

function placeOf(score: number | undefined, rankOf: (score: number) => number): number {
  return score === undefined ? Number.MAX_VALUE : rankOf(score)
}

/** Every tag of these pictures, in alphabetical order. */
export function tagsOf(items: readonly LibraryItem[]): readonly string[] {
  return [...new Set(items.flatMap(({ tags }) => tags))].sort((a, b) => a.localeCompare(b))
}
