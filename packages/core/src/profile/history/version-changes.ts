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
    const changes = byKind((kind) => countChanges(indexOf(before?.[kind] ?? []), snapshot[kind]))
    return { ...version, changes }
  })
}

function countChanges(before: ReadonlyMap<string, Element>, after: readonly Element[]) {
  let [kept, changed] = [0, 0]
  for (const element of after) {
    const old = before.get(element.id)
    if (!old) continue
    kept += 1
    if (!sameJson(old, element)) changed += 1
  }
  return { added: after.length - kept, removed: before.size - kept, changed }
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
