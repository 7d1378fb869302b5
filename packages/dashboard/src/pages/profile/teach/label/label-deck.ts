import type { NamedFrame } from '../../../../api/project-frames.ts'
import type { Addition } from '../../../../judgements/judgement.ts'

export type Label = 'good' | 'bad'

/** A picture to label, or a labelled one. */
export interface LabelItem {
  readonly frame: NamedFrame
  readonly name: string
  /** Added by the user, not suggested by the service. */
  readonly isBrought?: boolean
  readonly label?: Label
  /** What was sent for the label. */
  readonly judgement?: Addition
}

/** Pictures in the order of the filmstrip, and the large one. */
export interface LabelDeck {
  readonly items: readonly LabelItem[]
  /** Frame id of the large picture; undefined when all are labelled or skipped. */
  readonly at: string | undefined
  readonly skipped: ReadonlySet<string>
}

export const emptyDeck: LabelDeck = { items: [], at: undefined, skipped: new Set() }

/** Suggestions go to the end. */
export function withSuggested(deck: LabelDeck, items: readonly LabelItem[]): LabelDeck {
  return settleOn({ ...deck, items: [...deck.items, ...unknownOf(deck, items)] })
}

/** Pictures that the user adds are labelled next. One that is already in the deck is shown again. */
export function withBrought(deck: LabelDeck, items: readonly LabelItem[]): LabelDeck {
  const known = new Set(deck.items.map(({ frame }) => frame.id))
  const brought = items.filter(({ frame }) => !known.has(frame.id))
  const current = deck.items[indexOf(deck, deck.at)]
  // Pictures added one at a time stay in order.
  const index = current?.isBrought === true ? lastBrought(deck) + 1 : Math.max(0, indexOf(deck, deck.at))
  const at = current?.isBrought === true ? deck.at : (brought[0]?.frame.id ?? items[0]?.frame.id ?? deck.at)
  const marked = brought.map((item) => ({ ...item, isBrought: true }))
  return { ...deck, items: deck.items.toSpliced(deck.at === undefined ? deck.items.length : index, 0, ...marked), at }
}

/** Labels the large picture and moves to the next unlabelled one. */
export function withLabel(deck: LabelDeck, id: string, label: Label, judgement: Addition): LabelDeck {
  return advanced(
    changed(deck, id, (item) => ({ ...item, label, judgement })),
    id,
  )
}

/** A label that was given, or removed if it is undefined, without going to the next picture. */
export function withCorrection(deck: LabelDeck, id: string, label: Label | undefined): LabelDeck {
  return changed(deck, id, ({ label: _, ...item }) => ({ ...item, ...(label && { label }) }))
}

export function withSkip(deck: LabelDeck, id: string): LabelDeck {
  return advanced({ ...deck, skipped: new Set([...deck.skipped, id]) }, id)
}

/** Undoes a label or a skip: the picture is as it was before, and large again. */
export function restored(deck: LabelDeck, before: LabelItem): LabelDeck {
  const { id } = before.frame
  const skipped = new Set(deck.skipped)
  skipped.delete(id)
  return { ...changed(deck, id, () => before), skipped, at: id }
}

/** The picture this many places further along the strip, stopping at the ends. */
export function moved(deck: LabelDeck, by: number): LabelDeck {
  const from = deck.at === undefined ? deck.items.length : indexOf(deck, deck.at)
  const to = Math.min(deck.items.length - 1, Math.max(0, from + by))
  return { ...deck, at: deck.items[to]?.frame.id }
}

export function openCount({ items, skipped }: LabelDeck): number {
  return items.filter(({ frame, label }) => label === undefined && !skipped.has(frame.id)).length
}

/** The large picture and the ones after it, for preloading. */
export function nextOf({ items, at }: LabelDeck, count: number): readonly LabelItem[] {
  const from = items.findIndex(({ frame }) => frame.id === at)
  return from < 0 ? [] : items.slice(from, from + count)
}

function advanced(deck: LabelDeck, from: string): LabelDeck {
  const start = indexOf(deck, from)
  const around = [...deck.items.slice(start + 1), ...deck.items.slice(0, start + 1)]
  return { ...deck, at: around.find((item) => isOpen(deck, item))?.frame.id }
}

function settleOn(deck: LabelDeck): LabelDeck {
  return deck.at === undefined ? { ...deck, at: deck.items.find((item) => isOpen(deck, item))?.frame.id } : deck
}

function isOpen({ skipped }: LabelDeck, { frame, label }: LabelItem): boolean {
  return label === undefined && !skipped.has(frame.id)
}

function lastBrought({ items }: LabelDeck): number {
  return items.findLastIndex(({ isBrought }) => isBrought === true)
}

function unknownOf({ items }: LabelDeck, candidates: readonly LabelItem[]): readonly LabelItem[] {
  const known = new Set(items.map(({ frame }) => frame.id))
  return candidates.filter(({ frame }) => !known.has(frame.id))
}

function changed(deck: LabelDeck, id: string, change: (item: LabelItem) => LabelItem): LabelDeck {
  return { ...deck, items: deck.items.map((item) => (item.frame.id === id ? change(item) : item)) }
}

function indexOf({ items }: LabelDeck, id: string | undefined): number {
  return items.findIndex(({ frame }) => frame.id === id)
}
