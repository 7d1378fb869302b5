import type { DiskRoom } from './disk-room.ts'
import { type Engine, StoreUnavailableError } from './store.ts'

/** An engine whose writes are refused in plain words while it has no room. */
export function guardStore(engine: Engine, room: DiskRoom): Engine {
  return {
    ...engine,
    async write(work, options) {
      try {
        return await engine.write(work, options)
      } catch (error) {
        if (engine.unavailability(error) !== 'full') throw error
        room.noteFull(error)
        throw new StoreUnavailableError('full', 'the store has no room left', { cause: error })
      }
    },
  }
}
