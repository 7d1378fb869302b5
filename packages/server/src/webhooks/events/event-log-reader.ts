import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { Fault } from '@palate/core/fault.ts'
import { isId } from '@palate/core/ids.ts'
import { type Caller, mayUse } from '@palate/core/keys/access.ts'
import type { Services } from '../../services.ts'
import { findInLog, findLogEnd, type LogFilter, listLog, numberEvents } from './event-log.ts'

/** Positions that one statement reads: a filter may skip nearly all of them. */
export const positionsPerReadMax = 1000

export type EventLogReader = ReturnType<typeof createEventLogReader>

/** Reads the event logs of accounts, oldest first. */
export function createEventLogReader(store: Services['store']) {
  /** Numbers the events committed so far and returns the last position. */
  async function findEnd(accountId: string): Promise<number> {
    for (;;) {
      const { last, isBehind } = await findLogEnd(store.backgroundRead, accountId)
      if (!isBehind || !(await canNumber(accountId))) return last
      await yieldToEventLoop()
    }
  }

  /** While the disk is full, events that already have a number can still be read. */
  async function canNumber(accountId: string): Promise<boolean> {
    try {
      await store.write((db) => numberEvents(db, accountId))
      return true
    } catch (error) {
      const reason = store.unavailability(error)
      if (reason === 'full' || reason === 'outdated') return false
      throw error
    }
  }

  return {
    findEnd,

    /** The position of an event that the caller can see. */
    async findPosition(caller: Caller, id: string): Promise<number> {
      if (!isId('evt', id)) throw unknownEvent()
      const find = () => findInLog(store.read, caller.accountId, id)
      let found = await find()
      if (!found || found.position === null) {
        await findEnd(caller.accountId)
        found = await find()
      }
      const isHidden = caller.projectId !== null && !(found?.projectId && mayUse(caller, found.projectId))
      if (!found || isHidden) throw unknownEvent()
      if (found.position === null) throw new Fault('unavailable', 'the event has no position in the log yet; try again')
      return found.position
    },

    /** Events after one position and up to another; `last` is where to continue. */
    async read(accountId: string, after: number, to: number, filter: LogFilter, rowsMax: number) {
      const rows: Awaited<ReturnType<typeof listLog>> = []
      let last = after
      while (last < to && rows.length < rowsMax) {
        const range = { after: last, to: Math.min(last + positionsPerReadMax, to) }
        const some = await listLog(store.read, accountId, range, filter, rowsMax - rows.length)
        rows.push(...some)
        last = rows.length === rowsMax ? (some.at(-1)?.position ?? range.to) : range.to
        if (last < to) await yieldToEventLoop()
      }
      return { rows, last }
    },
  }
}

function unknownEvent(): Fault {
  return new Fault('event_not_found', 'there is no event with this id, or it is older than the log')
}
