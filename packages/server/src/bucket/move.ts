import type { Services } from '../services.ts'
import type { ObjectKey } from './object-store.ts'

/** Each is held in memory. */
const movesAtOnceMax = 4
const rowsPerReadMax = 100

export type MoveServices = Pick<Services, 'store' | 'config' | 'clock'>

/** What to move: the pictures or the thumbnails. */
export interface Movable {
  /** Lists what the account has elsewhere, in key order. */
  list(accountId: string, after: ObjectKey | undefined, limit: number): Promise<readonly ObjectKey[]>
  /** Returns the bytes it has moved, or undefined if they were moved or deleted meanwhile. */
  move(key: ObjectKey): Promise<number | undefined>
}

interface MoveProgress {
  readonly moved: number
  readonly bytes: number
  readonly failed: number
}

/** Moves everything of these accounts. What fails is reported and left where it is; a second run tries it again. */
export async function moveAll(
  movables: readonly Movable[],
  accountIds: readonly string[],
  report: (progress: MoveProgress) => void,
  onError: (key: ObjectKey, error: unknown) => void,
): Promise<MoveProgress> {
  let progress: MoveProgress = { moved: 0, bytes: 0, failed: 0 }

  async function move(movable: Movable, key: ObjectKey): Promise<void> {
    try {
      const bytes = await movable.move(key)
      const { moved } = progress
      if (bytes !== undefined) progress = { ...progress, moved: moved + 1, bytes: progress.bytes + bytes }
    } catch (error) {
      progress = { ...progress, failed: progress.failed + 1 }
      onError(key, error)
    }
  }

  async function moveAllOf(movable: Movable, accountId: string): Promise<void> {
    for (let after: ObjectKey | undefined; ; ) {
      const keys = await movable.list(accountId, after, rowsPerReadMax)
      const left = keys.values()
      // Several loops share the iterator, so that a large picture does not delay the others.
      const work = async () => {
        for (const key of left) await move(movable, key)
      }
      await Promise.all(Array.from({ length: movesAtOnceMax }, work))
      report(progress)
      after = keys.at(-1)
      if (keys.length < rowsPerReadMax) return
    }
  }

  for (const movable of movables) for (const accountId of accountIds) await moveAllOf(movable, accountId)
  return progress
}
