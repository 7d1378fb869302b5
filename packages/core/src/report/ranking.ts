/** A frame with its scores in two states of a profile; null where it could not be scored. */
export interface ComparedScores {
  readonly id: string
  readonly before: number | null
  readonly after: number | null
}

export type Side = 'before' | 'after'

/** 1 is the best; null without a score. */
export interface Ranks {
  readonly rankBefore: number | null
  readonly rankAfter: number | null
  /** Places gained; negative for places lost, 0 unless both ranks are known. */
  readonly rise: number
}

/** Frames with equal scores keep their order, so that only frames affected by the change move. */
export function rankFrames<Frame extends ComparedScores>(frames: readonly Frame[]): readonly (Frame & Ranks)[] {
  const before = ranksOf(frames, 'before')
  const inOrder = frames.toSorted((a, b) => (before.get(a.id) ?? Infinity) - (before.get(b.id) ?? Infinity))
  const after = ranksOf(inOrder, 'after')
  return frames.map((frame) => {
    const rankBefore = before.get(frame.id) ?? null
    const rankAfter = after.get(frame.id) ?? null
    const rise = rankBefore === null || rankAfter === null ? 0 : rankBefore - rankAfter
    return { ...frame, rankBefore, rankAfter, rise }
  })
}

/** In the order of one side; frames without a score come last. */
export function inOrderOf<Frame extends Ranks>(side: Side, frames: readonly Frame[]): readonly Frame[] {
  const rank = (frame: Frame) => (side === 'before' ? frame.rankBefore : frame.rankAfter) ?? Infinity
  return frames.toSorted((a, b) => {
    const [first, second] = [rank(a), rank(b)]
    return first === second ? 0 : first - second
  })
}

function ranksOf(frames: readonly ComparedScores[], side: Side): ReadonlyMap<string, number> {
  const scored = frames.filter((frame) => frame[side] !== null)
  const sorted = scored.toSorted((a, b) => (b[side] ?? 0) - (a[side] ?? 0))
  return new Map(sorted.map(({ id }, index) => [id, index + 1]))
}
