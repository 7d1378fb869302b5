import { sameJson } from '../../json.ts'
import {
  byKind,
  type Element,
  type ElementKind,
  type ElementLists,
  elementKinds,
  type Version,
  type VersionChanges,
} from '../schema.ts'
import { emptySnapshot } from '../snapshot.ts'
import { judgementsOf } from '../subject/subject.ts'
import { pairBySubject } from './diff.ts'

/** New versions with their number of changes from the parent. `stateAt` returns the state of a stored parent. */
export function withChanges(
  added: readonly Version[],
  stateAt: (versionId: string) => ElementLists | undefined,
): readonly Version[] {
  const addedById = new Map(added.map((version) => [version.id, version]))
  const indexes = new Map<readonly Element[], ReadonlyMap<string, Element>>()
  // Many new branches may start at the same version.
  const indexOf = (elements: readonly Element[]) => {
    const index = indexes.get(elements) ?? new Map(elements.map((element) => [element.id, element]))
    indexes.set(elements, index)
    return index
  }
  return added.map((version) => {
    const { parentVersionId: parent, snapshot } = version
    const before = parent === null ? emptySnapshot : (addedById.get(parent)?.snapshot ?? stateAt(parent))
    const changes = byKind((kind) => countChanges(kind, indexOf(before?.[kind] ?? []), snapshot[kind]))
    return { ...version, changes }
  })
}

function countChanges(kind: ElementKind, before: ReadonlyMap<string, Element>, after: readonly Element[]) {
  let changed = 0
  const added: Element[] = []
  for (const element of after) {
    const old = before.get(element.id)
    if (!old) added.push(element)
    else if (!sameJson(old, element)) changed += 1
  }
  const removedCount = before.size - (after.length - added.length)
  if (added.length === 0 || removedCount === 0) return { added: added.length, removed: removedCount, changed }
  const ids = new Set(after.map(({ id }) => id))
  const removed = [...before.values()].filter(({ id }) => !ids.has(id))
  const replaced = countReplaced(kind, removed, added)
  return { added: added.length - replaced, removed: removedCount - replaced, changed: changed + replaced }
}

/**
 * How many added elements are about the same thing as a removed one, and so change it under another id. Pictures are
 * compared by address: counts are stored, so they must not depend on what becomes known later.
 */
export function countReplaced(kind: ElementKind, removed: readonly Element[], added: readonly Element[]): number {
  const read = judgementsOf({ exemplars: [] })
  const diff = pairBySubject({ added, removed, changed: [] }, kind, read, read)
  return diff.changed.length
}

/** The stored form: three numbers for each kind. */
export function formatChanges(changes: VersionChanges): string {
  return JSON.stringify(elementKinds.map((kind) => [changes[kind].added, changes[kind].removed, changes[kind].changed]))
}

export function parseChanges(text: string): VersionChanges {
  const counts = JSON.parse(text) as readonly (readonly [number, number, number])[]
  return byKind((kind: ElementKind) => {
    const [added = 0, removed = 0, changed = 0] = counts[elementKinds.indexOf(kind)] ?? []
    return { added, removed, changed }
  })
}
