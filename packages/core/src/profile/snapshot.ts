import { invalidAt } from '../fault.ts'
import { fingerprint } from '../fingerprint.ts'
import { canonicalJson, sameJson } from '../json.ts'
import { latentScores } from '../taste/judgements/bradley-terry.ts'
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

/** Fills in what the client left out: element ids and latent scores. */
export function completeSnapshot(sent: SentSnapshot, path: string): Snapshot {
  const lists = byKind((kind) => withIds(kind, sent[kind] ?? [], path))
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

/** Whether the members that were sent equal the stored ones. Members that the service fills in are not compared. */
export function agreesWith(sent: SentSnapshot, stored: Snapshot, path: string): boolean {
  if (sent.latentScores !== undefined && !sameJson(sent.latentScores, stored.latentScores)) return false
  return elementKinds.every((kind) => {
    const elements = sent[kind]
    return elements === undefined || sameJson(withIds(kind, elements, path), stored[kind])
  })
}

/** Adds elements to a state. An element with a known id replaces the old one in place; the others are appended. */
export function overlay(base: ElementLists, changes: ElementLists): ElementLists {
  return byKind((kind) => overlayList(base[kind], changes[kind]))
}

function overlayList(base: readonly Element[], changes: readonly Element[]): readonly Element[] {
  const byId = new Map(base.map((element) => [element.id, element]))
  for (const element of changes) byId.set(element.id, element)
  return [...byId.values()]
}

/** Equal elements get a numeric suffix. The last suffix is remembered, because there may be thousands of them. */
function freeId(wanted: string, taken: ReadonlySet<string>, lastSuffix: Map<string, number>): string {
  if (!taken.has(wanted)) return wanted
  let n = (lastSuffix.get(wanted) ?? 1) + 1
  while (taken.has(`${wanted}-${n}`)) n += 1
  lastSuffix.set(wanted, n)
  return `${wanted}-${n}`
}
