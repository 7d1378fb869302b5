import { invalidAt } from '../fault.ts'
import { fingerprint } from '../fingerprint.ts'
import { canonicalJson, sameJson } from '../json.ts'
import { latentScores } from '../taste/bradley-terry.ts'
import {
  byKind,
  type Element,
  type ElementKind,
  type ElementLists,
  elementKinds,
  type SentElement,
  type SentSnapshot,
  type Snapshot,
} from './schema.ts'

const idPrefixes: Record<ElementKind, string> = { constraints: 'con', exemplars: 'exm', comparisons: 'cmp' }

export const emptySnapshot: Snapshot = { constraints: [], exemplars: [], comparisons: [], latentScores: {} }

/** A snapshot with what the service fills in: element ids, and latent scores unless they were supplied. */
export function completeSnapshot(sent: SentSnapshot, path: string): Snapshot {
  const lists = byKind((kind) => withIds(kind, sent[kind] ?? [], path))
  return { ...lists, latentScores: sent.latentScores ?? latentScores(lists.comparisons) }
}

/**
 * Gives an id to each element that came without one. The id is made from the element's content, so that a client
 * that never sends ids still gets the same id for the same element in each commit, and diff and merge make sense.
 */
export function withIds(kind: ElementKind, elements: readonly SentElement[], path: string): readonly Element[] {
  const taken = new Set<string>()
  elements.forEach(({ id }, i) => {
    if (typeof id !== 'string') return
    if (taken.has(id)) throw invalidAt(`${path}/${kind}/${i}/id`, `the id ${JSON.stringify(id)} appears twice`)
    taken.add(id)
  })
  const lastOf = new Map<string, number>()
  return elements.map((element) => {
    if (typeof element.id === 'string') return { ...element, id: element.id }
    const { id: _, ...content } = element
    const id = freeId(`${idPrefixes[kind]}_${fingerprint(canonicalJson(content))}`, taken, lastOf)
    taken.add(id)
    return { id, ...content }
  })
}

/** Does what was sent agree with what is stored? Members that were not sent, and what the service fills in, do not count. */
export function agreesWith(sent: SentSnapshot, stored: Snapshot, path: string): boolean {
  if (sent.latentScores !== undefined && !sameJson(sent.latentScores, stored.latentScores)) return false
  return elementKinds.every((kind) => {
    const elements = sent[kind]
    return elements === undefined || sameJson(withIds(kind, elements, path), stored[kind])
  })
}

/** A state with further elements put in: those with a known id replace it in its place, the others follow. */
export function overlay(base: ElementLists, changes: ElementLists): ElementLists {
  return byKind((kind) => overlayList(base[kind], changes[kind]))
}

function overlayList(base: readonly Element[], changes: readonly Element[]): readonly Element[] {
  const byId = new Map(base.map((element) => [element.id, element]))
  for (const element of changes) byId.set(element.id, element)
  return [...byId.values()]
}

/** Equal elements are numbered; each goes on where the last of its kind stopped, for there may be thousands. */
function freeId(wanted: string, taken: ReadonlySet<string>, lastOf: Map<string, number>): string {
  if (!taken.has(wanted)) return wanted
  let n = (lastOf.get(wanted) ?? 1) + 1
  while (taken.has(`${wanted}-${n}`)) n += 1
  lastOf.set(wanted, n)
  return `${wanted}-${n}`
}
