import { currentWork } from '../work/current-work.ts'
import { refuseGrowth } from './disk/account-bytes.ts'
import type { DiskReserve } from './disk/disk-reserve.ts'
import type { DiskRoom } from './disk/disk-room.ts'
import type { StoreFile } from './disk/store-file.ts'
import { isNoted, noteDue } from './due-accounts.ts'
import type { UpgradeWatch } from './migrations/upgrade-watch.ts'
import type { Db } from './schema.ts'
import { type Engine, StoreUnavailableError, type WriteOptions } from './store.ts'

interface Guards {
  readonly room: DiskRoom
  readonly reserve: DiskReserve | undefined
  readonly file: StoreFile | undefined
  readonly upgrades: UpgradeWatch
  readonly accountBytesMax: number
  readonly clock: () => Date
}

/**
 * An engine that refuses writes with a clear message if it is out of space, if its file is gone, if this process is too
 * old for it, or if an account would exceed its limit. Notes which accounts have been written to, so that a sweep
 * deletes what expires.
 */
export function guardStore(engine: Engine, { room, reserve, file, upgrades, accountBytesMax, clock }: Guards): Engine {
  function limited<Result>(work: (db: Db) => Promise<Result>, accountId: string | undefined) {
    if (accountId === undefined) return work
    return async (db: Db) => {
      const result = await work(db)
      await refuseGrowth(engine, db, accountId, accountBytesMax)
      return result
    }
  }

  async function write<Result>(work: (db: Db) => Promise<Result>, options: WriteOptions): Promise<Result> {
    const isFull = (error: unknown) => engine.unavailability(error) === 'full'
    if (!options.usesReserve) room.refuseIfLow()
    try {
      return await engine.write(work, options)
    } catch (error) {
      if (!reserve || !options.usesReserve || !isFull(error)) throw error
      room.noteFull(error)
      reserve.release()
      return engine.write(work, options)
    }
  }

  /** In a transaction of its own, because the row would be locked until a long one ends. */
  async function noteWriteTo(accountId: string | undefined, { usesReserve }: WriteOptions): Promise<void> {
    const now = clock().toISOString()
    if (accountId === undefined || isNoted(engine, 'sweep', accountId, now)) return
    await write((db) => noteDue(engine, db, 'sweep', accountId, now), { usesReserve })
  }

  return {
    ...engine,
    async write(work, options = {}) {
      upgrades.refuseIfOutdated()
      file?.refuseIfReplaced()
      try {
        await noteWriteTo(accountWrittenTo(options), options)
        return await write(limited(work, options.accountId), options)
      } catch (error) {
        if (engine.unavailability(error) === 'full') {
          room.noteFull(error)
          throw new StoreUnavailableError('full', 'the store has no disk space left', { cause: error })
        }
        if (engine.isSchemaMismatch(error)) await upgrades.refresh()
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

/** Sign-ins find their account inside the transaction, and note it there. */
function accountWrittenTo({ row, accountId }: WriteOptions): string | undefined {
  const work = currentWork()
  if (work.isSweep) return undefined
  const owner = row?.accountId ?? accountId ?? work.writesFor ?? work.accountId
  return owner.startsWith('acct_') ? owner : undefined
}
