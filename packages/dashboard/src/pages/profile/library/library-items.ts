import type { LibraryFrame } from '@palate/client'
import { libraryThumbnail, withoutEnding } from '../../../api/frame-names.ts'
import type { LibraryScores } from '../../../api/library-scores.ts'

export interface LibraryItem {
  readonly key: string
  readonly url: string
  readonly name: string
  readonly ratio: number
  readonly src: string
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
    ...{ key: id, url, name: name === undefined ? 'Picture' : withoutEnding(name), ratio: width / height },
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
    const name = item.name.toLowerCase()
    if (!words.every((word) => name.includes(word))) return false
    if (tag !== '' && !item.tags.includes(tag)) return false
    if (label !== 'all' && (labelOf(item) ?? 'none') !== label) return false
    return !isRanged || (item.score !== undefined && item.score >= min && item.score <= max)
  })
}

export function isFiltering({ search, label, tag, min, max }: LibraryFilter): boolean {
  return search !== '' || label !== 'all' || tag !== '' || min > 0 || max < 1
}

/** Every tag of these pictures, in alphabetical order. */
export function tagsOf(items: readonly LibraryItem[]): readonly string[] {
  return [...new Set(items.flatMap(({ tags }) => tags))].sort((a, b) => a.localeCompare(b))
}

/** The selection after a click: alone, toggled, or extended from the last clicked picture. */
export function selectionAfter(
  keys: readonly string[],
  selected: ReadonlySet<string>,
  { key, last, isToggling, isExtending }: Click,
): ReadonlySet<string> {
  if (isExtending && last !== undefined) {
    const [from, to] = [keys.indexOf(last), keys.indexOf(key)].sort((a, b) => a - b)
    return new Set([...selected, ...keys.slice(from, (to ?? 0) + 1)])
  }
  if (!isToggling) return selected.size === 1 && selected.has(key) ? new Set() : new Set([key])
  const toggled = new Set(selected)
  if (!toggled.delete(key)) toggled.add(key)
  return toggled
}

interface Click {
  readonly key: string
  readonly last: string | undefined
  readonly isToggling: boolean
  readonly isExtending: boolean
}
