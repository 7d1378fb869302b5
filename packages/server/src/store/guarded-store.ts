import type { DiskRoom } from './disk-room.ts'
import { type Engine, StoreUnavailableError } from './store.ts'
import type { UpgradeWatch } from './upgrade-watch.ts'

/** An engine that refuses writes in plain words while it has no room, or once this process is too old for it. */
export function guardStore(engine: Engine, room: DiskRoom, upgrades: UpgradeWatch): Engine {
  return {
    ...engine,
    async write(work, options) {
      upgrades.refuseIfOutdated()
      try {
        return await engine.write(work, options)
      } catch (error) {
        if (engine.unavailability(error) === 'full') {
          room.noteFull(error)
          throw new StoreUnavailableError('full', 'the store has no room left', { cause: error })
        }
        if (engine.isSchemaMismatch(error)) await upgrades.look()
        upgrades.refuseIfOutdated()
        throw error
      }
    },
    unavailability(error) {
      const isOutdated = upgrades.isOutdated && engine.isSchemaMismatch(error)
      return isOutdated ? 'outdated' : engine.unavailability(error)
    },
    async close() {
      upgrades.stop()
      await engine.close()
    },
  }
}
