/** A frame with its scores in two states of a profile; null where it could not be scored. */
export interface ComparedScores {
  readonly id: string
  readonly before: number | null
  readonly after: number | null
}

export type Side = 'before' | 'after'

/** 1 is the best place; null without a score. */
export interface Places {
  readonly placeBefore: number | null
  readonly placeAfter: number | null
  /** Places gained; negative for places lost, 0 without both places. */
  readonly rise: number
}

/** Frames with equal scores keep their order, so that only frames affected by the change move. */
export function rankFrames<Frame extends ComparedScores>(frames: readonly Frame[]): readonly (Frame & Places)[] {
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

/** In the order of one side; frames without a score come last. */
export function inOrderOf<Frame extends Places>(side: Side, frames: readonly Frame[]): readonly Frame[] {
  const place = (frame: Frame) => (side === 'before' ? frame.placeBefore : frame.placeAfter) ?? Infinity
  return frames.toSorted((a, b) => {
    const [first, second] = [place(a), place(b)]
    return first === second ? 0 : first - second
  })
}

function placesOf(frames: readonly ComparedScores[], side: Side): ReadonlyMap<string, number> {
  const scored = frames.filter((frame) => frame[side] !== null)
  const sorted = scored.toSorted((a, b) => (b[side] ?? 0) - (a[side] ?? 0))
  return new Map(sorted.map(({ id }, index) => [id, index + 1]))
}
