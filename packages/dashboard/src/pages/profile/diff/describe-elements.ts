import type { Comparison, Constraint, FrameReference, VersionChanges, WorkingChanges } from '@palate/client'
import { counted, listed } from '../../../ui/format.ts'

type Kind = 'constraints' | 'exemplars' | 'comparisons'

const nouns: Record<Kind, readonly [string, string]> = {
  exemplars: ['picture', 'pictures'],
  comparisons: ['comparison', 'comparisons'],
  constraints: ['answer', 'answers'],
}
const kinds = Object.keys(nouns) as Kind[]

function countOf(kind: Kind, count: number): string {
  return counted(count, ...nouns[kind])
}

/** "3 pictures and 1 answer added, 1 picture changed", or "no changes". */
export function describeChanges(changes: VersionChanges): string {
  const verbs = ['added', 'changed', 'removed'] as const
  const parts = verbs.flatMap((verb) => {
    const counts = kinds.filter((kind) => changes[kind][verb] > 0).map((kind) => countOf(kind, changes[kind][verb]))
    return counts.length === 0 ? [] : [`${listed(counts)} ${verb}`]
  })
  return parts.length === 0 ? 'no changes' : parts.join(', ')
}

/** "3 pictures and 1 answer"; undefined if nothing is uncommitted. */
export function describeWorking(changes: WorkingChanges): string | undefined {
  const counts = kinds.filter((kind) => changes[kind].length > 0).map((kind) => countOf(kind, changes[kind].length))
  return counts.length === 0 ? undefined : listed(counts)
}

/** The message of a version, unless somebody writes another: "3 good pictures, 1 bad one, 5 pairs". */
export function usualMessage({ exemplars, comparisons, constraints }: WorkingChanges): string {
  const all = [...exemplars, ...comparisons, ...constraints]
  const removed = all.filter((element) => element.removed === true).length
  const labelled = (label: 'good' | 'bad') =>
    exemplars.filter((one) => one.removed !== true && one.label === label).length
  const kept = (list: readonly { readonly removed?: unknown }[]) => list.filter((one) => one.removed !== true).length
  const [good, bad] = [labelled('good'), labelled('bad')]
  const parts = [
    good > 0 ? counted(good, 'good picture') : '',
    bad > 0 ? counted(bad, good > 0 ? 'bad one' : 'bad picture') : '',
    kept(comparisons) > 0 ? counted(kept(comparisons), 'pair') : '',
    kept(constraints) > 0 ? counted(kept(constraints), 'answer') : '',
    removed > 0 ? `${removed} removed` : '',
  ].filter((part) => part !== '')
  return parts.length === 0 ? 'Changes' : parts.join(', ')
}

/** An answer as readable text, whatever a client stored. */
export function textOf(value: unknown): string {
  if (value == null) return 'none'
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, part]) => `${name}: ${textOf(part)}`)
      .join(', ')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return String(value)
}

export function questionOf({ question, category }: Constraint): string {
  return question ?? category ?? 'An answer without a question'
}

function frameIdOf(reference: FrameReference | null | undefined): string {
  if (reference == null) return 'a picture'
  return typeof reference === 'string' ? reference : reference.id
}

/** The winning side. `tie` also covers a winner that is neither side. */
export function winnerOf({ frameA, frameB, winner }: Comparison): 'a' | 'b' | 'tie' {
  if (winner === frameIdOf(frameA)) return 'a'
  return winner === frameIdOf(frameB) ? 'b' : 'tie'
}

/** Other changes of an element, apart from `known`: "weight: 1 → 2". */
export function otherChanges(from: object, to: object, known: readonly string[]): readonly string[] {
  const [before, after] = [new Map(Object.entries(from)), new Map(Object.entries(to))]
  const names = new Set([...before.keys(), ...after.keys()])
  return [...names]
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const [was, is] = [textOf(before.get(name)), textOf(after.get(name))]
      if (was === is) return []
      return pictureMembers.has(name) ? ['another picture'] : [`${name}: ${shorten(was)} → ${shorten(is)}`]
    })
}

const pictureMembers: ReadonlySet<string> = new Set(['url', 'imageData'])
const shownCharactersMax = 60

function shorten(text: string): string {
  return text.length <= shownCharactersMax ? text : `${text.slice(0, shownCharactersMax)}…`
}
