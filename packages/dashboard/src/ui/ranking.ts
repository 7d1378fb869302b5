/** A frame with its scores in two states of a profile; null where it could not be scored. */
export interface ComparedFrame {
  readonly id: string
  readonly src: string | null
  /** What it shows or is called. */
  readonly alt: string
  readonly before: number | null
  readonly after: number | null
}

export type Side = 'before' | 'after'

/** With its places, 1 for the best; null without a score. */
export interface RankedFrame extends ComparedFrame {
  readonly placeBefore: number | null
  readonly placeAfter: number | null
  /** How many places it goes up; negative for down, 0 without both places. */
  readonly rise: number
}

/** Of frames with the same score the one that came first stays first, so that only what a change moved seems to move. */
export function rankFrames(frames: readonly ComparedFrame[]): readonly RankedFrame[] {
  const before = placesOf(frames, 'before')
  const inOrder = frames.toSorted((a, b) => (before.get(a.id) ?? Infinity) - (before.get(b.id) ?? Infinity))
  const after = placesOf(inOrder, 'after')
  return frames.map((frame) => {
    const placeBefore = before.get(frame.id) ?? null
    const placeAfter = after.get(frame.id) ?? null
    const rise = placeBefore === null || placeAfter === null ? 0 : placeBefore - placeAfter
    return { ...frame, placeBefore, placeAfter, rise }
  })
}

/** In the order of one side; what has no score comes last. */
export function inOrderOf(side: Side, frames: readonly RankedFrame[]): readonly RankedFrame[] {
  const place = (frame: RankedFrame) => (side === 'before' ? frame.placeBefore : frame.placeAfter) ?? Infinity
  return frames.toSorted((a, b) => {
    const [first, second] = [place(a), place(b)]
    return first === second ? 0 : first - second
  })
}

/** "from 5th to 2nd place", for those who do not see it move. */
export function describeMove({ placeBefore, placeAfter, rise }: RankedFrame): string {
  if (placeAfter === null) return 'could not be scored'
  if (placeBefore === null) return `now ${ordinal(placeAfter)}`
  if (rise === 0) return `stays ${ordinal(placeAfter)}`
  return `from ${ordinal(placeBefore)} to ${ordinal(placeAfter)} place`
}

/** What happens to all of them, in a sentence or two. */
export function describeMoves(frames: readonly RankedFrame[]): string {
  const moved = frames.filter(({ rise }) => rise !== 0)
  if (moved.length === 0) return frames.length === 1 ? 'The frame stays where it is.' : 'The order stays the same.'
  const largest = moved.toSorted((a, b) => Math.abs(b.rise) - Math.abs(a.rise))[0]
  const count = `${moved.length} of ${frames.length} frames change places.`
  return largest === undefined ? count : `${count} The largest move: ${largest.alt}, ${describeMove(largest)}.`
}

export function ordinal(place: number): string {
  const endings: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }
  return `${place}${endings[ordinals.select(place)]}`
}

const ordinals = new Intl.PluralRules('en', { type: 'ordinal' })

function placesOf(frames: readonly ComparedFrame[], side: Side): ReadonlyMap<string, number> {
  const scored = frames.filter((frame) => frame[side] !== null)
  const sorted = scored.toSorted((a, b) => (b[side] ?? 0) - (a[side] ?? 0))
  return new Map(sorted.map(({ id }, index) => [id, index + 1]))
}
