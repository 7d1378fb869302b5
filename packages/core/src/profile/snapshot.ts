import { invalidAt } from '../fault.ts'
import { fingerprint } from '../generic/fingerprint.ts'
import { canonicalJson, sameJson } from '../json.ts'
import { latentScores } from '../taste/judgements/bradley-terry.ts'
import {
  byKind,
  type Element,
  type ElementKind,
  type ElementLists,
  elementKinds,
  isRemovalMark,
  type SentElement,
  type SentSnapshot,
  type Snapshot,
} from './schema.ts'

const idPrefixes: Record<ElementKind, string> = { constraints: 'con', exemplars: 'exm', comparisons: 'cmp' }

export const emptySnapshot: Snapshot = { constraints: [], exemplars: [], comparisons: [], latentScores: {} }

/** Fills in missing element ids and latent scores. Removes removal marks, which do not belong in a snapshot. */
export function completeSnapshot(sent: SentSnapshot, path: string): Snapshot {
  const lists = byKind((kind) => withIds(kind, withoutMarks(sent[kind] ?? []), path))
  return { ...lists, latentScores: sent.latentScores ?? latentScores(lists.comparisons) }
}

/**
 * Assigns an id to each element that has none. The id is a fingerprint of the element's content, so the same element
 * gets the same id in every commit, and diff and merge work for clients that never send ids.
 */
export function withIds(kind: ElementKind, elements: readonly SentElement[], path: string): readonly Element[] {
  const taken = new Set<string>()
  elements.forEach(({ id }, i) => {
    if (typeof id !== 'string') return
    if (taken.has(id)) throw invalidAt(`${path}/${kind}/${i}/id`, `the id ${JSON.stringify(id)} appears twice`)
    taken.add(id)
  })
  const lastSuffix = new Map<string, number>()
  return elements.map((element) => {
    if (typeof element.id === 'string') return { ...element, id: element.id }
    const { id: _, ...content } = element
    const id = freeId(`${idPrefixes[kind]}_${fingerprint(canonicalJson(content))}`, taken, lastSuffix)
    taken.add(id)
    return { id, ...content }
  })
}

/** Whether the sent members equal the stored ones. Does not compare members that the service fills in. */
export function agreesWith(sent: SentSnapshot, stored: Snapshot, path: string): boolean {
  if (sent.latentScores !== undefined && !sameJson(sent.latentScores, stored.latentScores)) return false
  return elementKinds.every((kind) => {
    const elements = sent[kind]
    if (elements === undefined) return true
    // Versions that predate removal marks may contain elements that look like one.
    return sameJson(withIds(kind, withoutMarks(elements), path), withoutMarks(stored[kind]))
  })
}

/** The elements without removal marks. */
export function withoutMarks<Some extends SentElement>(elements: readonly Some[]): readonly Some[] {
  return elements.some(isRemovalMark) ? elements.filter((element) => !isRemovalMark(element)) : elements
}

/**
 * Applies working changes to a state. An element with a known id replaces the old one in place, and a removal mark
 * removes it; other elements are appended.
 */
export function overlay(base: ElementLists, changes: ElementLists): ElementLists {
  return byKind((kind) => overlayList(base[kind], changes[kind]))
}

function overlayList(base: readonly Element[], changes: readonly Element[]): readonly Element[] {
  const byId = new Map(base.map((element) => [element.id, element]))
  for (const element of changes) {
    if (isRemovalMark(element)) byId.delete(element.id)
    else byId.set(element.id, element)
  }
  return [...byId.values()]
}

/** Equal elements get a numeric suffix. Remembers the last suffix, because there may be thousands of equal elements. */
function freeId(wanted: string, taken: ReadonlySet<string>, lastSuffix: Map<string, number>): string {
  if (!taken.has(wanted)) return wanted
  let n = (lastSuffix.get(wanted) ?? 1) + 1
  while (taken.has(`${wanted}-${n}`)) n += 1
  lastSuffix.set(wanted, n)
  return `${wanted}-${n}`
}
