import { type ElementSides, type ReadSides, same } from './sides.ts'

/** Ids of elements that must be merged together, because some of them are about the same thing. */
export type Group = readonly string[]

/**
 * The groups of several ids, by each of their ids. An element that is the same in all three states needs no group:
 * whatever is about the same thing was added beside it by one of the sides.
 */
export function groupsBySubject(sides: ElementSides, read: ReadSides): ReadonlyMap<string, Group> {
  const { base, ours, theirs } = sides
  const { join, rootOf } = createUnions()
  const firstBySubject = new Map<string, string>()
  const changed = [...new Set([...base.keys(), ...ours.keys(), ...theirs.keys()])].filter(
    (id) => !same(base.get(id), ours.get(id)) || !same(ours.get(id), theirs.get(id)),
  )
  for (const id of changed) {
    for (const subject of subjectsOf(id, sides, read)) {
      const first = firstBySubject.get(subject)
      if (first === undefined) firstBySubject.set(subject, id)
      else join(first, id)
    }
  }
  const groups = [...Map.groupBy(changed, rootOf).values()].filter((ids) => ids.length > 1)
  return new Map(groups.flatMap((ids) => ids.map((id) => [id, ids] as const)))
}

/** What the element with this id is about in each state. */
function subjectsOf(id: string, sides: ElementSides, read: ReadSides): ReadonlySet<string> {
  const found = new Set<string>()
  for (const side of ['base', 'ours', 'theirs'] as const) {
    const element = sides[side].get(id)
    const judgement = element && read[side](element)
    if (judgement && !judgement.isRepeat) found.add(judgement.about)
  }
  return found
}

/** Disjoint sets of ids; the root of a set names it. */
function createUnions() {
  const parents = new Map<string, string>()
  const rootOf = (id: string): string => {
    let root = id
    for (let next = parents.get(root); next !== undefined; next = parents.get(root)) root = next
    for (let at = id; at !== root; ) {
      const next = parents.get(at) ?? root
      parents.set(at, root)
      at = next
    }
    return root
  }
  const join = (one: string, other: string) => {
    const [a, b] = [rootOf(one), rootOf(other)]
    if (a !== b) parents.set(b, a)
  }
  return { join, rootOf }
}
