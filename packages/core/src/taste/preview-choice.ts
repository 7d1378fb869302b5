import { previewFramesChosen } from './preview-schema.ts'

/** A frame that a preview may show, scored in both states. */
export interface PreviewCandidate {
  /** Null if it could not be scored. */
  readonly to: number | null
  readonly from?: number | null | undefined
  /** Whether it passes, needs work or fails now as it did not before. */
  readonly isDecidedAnew: boolean
  /** Whether the profile was taught with it. */
  readonly isLabelled: boolean
}

/** So many places are kept for what the change does, and for what the profile was taught with. */
const changedMax = 6
const labelledMax = 3

/**
 * The frames that say most about a change, as their indexes: those with another decision, the largest moves of labelled
 * ones, and others evenly across the whole range of scores.
 */
export function chooseForPreview(candidates: readonly PreviewCandidate[]): readonly number[] {
  if (candidates.length <= previewFramesChosen) return [...candidates.keys()]
  const all = candidates.map((candidate, index) => ({ ...candidate, index }))
  const moveOf = ({ from, to }: PreviewCandidate) => Math.abs((to ?? 0) - (from ?? to ?? 0))
  const byMove = all.filter(({ to }) => to !== null).toSorted((one, other) => moveOf(other) - moveOf(one))
  const changed = byMove.filter(({ isDecidedAnew }) => isDecidedAnew).slice(0, changedMax)
  const chosen = new Set(changed.map(({ index }) => index))
  const labelled = byMove.filter(({ isLabelled, index }) => isLabelled && !chosen.has(index)).slice(0, labelledMax)
  for (const { index } of labelled) chosen.add(index)
  const others = byMove
    .filter(({ index }) => !chosen.has(index))
    .toSorted((one, other) => (other.to ?? 0) - (one.to ?? 0))
  for (const { index } of spread(others, previewFramesChosen - chosen.size)) chosen.add(index)
  // What could not be scored is shown if there is room, because that is worth knowing.
  for (const { index, to } of all) if (to === null && chosen.size < previewFramesChosen) chosen.add(index)
  return [...chosen]
}

/** So many items, evenly from the first to the last. */
export function spread<Item>(items: readonly Item[], count: number): readonly Item[] {
  if (items.length <= count) return items
  if (count <= 1) return items.slice(0, Math.max(0, count))
  return Array.from({ length: count }, (_, i) => items[Math.round((i * (items.length - 1)) / (count - 1))] as Item)
}
