import type { Priority } from './work-context.ts'

export interface SlotCounts {
  readonly max: number
  /** Slots that only real-time work may use. */
  readonly reserved?: number
  /** Slots that expensive work may use. All of them if omitted. */
  readonly expensiveMax?: number
}

export interface SlotOptions extends SlotCounts {
  /**
   * How long the reservation lasts after the latest real-time work. Without it, the reservation is permanent. With it,
   * an account that holds slots also leaves the reserved ones free while real-time work of other accounts arrives.
   */
  readonly reservedForMs?: number
  /** During the reservation, a slot that batch work releases cools down for this multiple of the time it was held. */
  readonly cooldownFactor?: number
  /**
   * Whether an account may hold no more slots than it leaves free: half of them if it is alone, a third if there are
   * two such accounts. A newcomer then finds free slots, however long the others hold theirs. The same applies to the
   * groups of an account within its share.
   */
  readonly leavesAsMuchFree?: boolean
  /** The number of slots that a group of an account may hold. */
  readonly groupMax?: number
  /** The number of slots that an account may currently hold. */
  readonly accountMax?: (accountId: string) => number
}

export interface SlotRequest {
  readonly accountId: string
  readonly group: string | undefined
  readonly slots: number
  readonly isExpensive: boolean
}

/**
 * Slots, and who may have one. Batch work leaves the reserved ones free.
 *
 * If slots represent processors, a reserved slot is not enough: work on the others still competes for memory bandwidth
 * and helper threads. So while real-time work arrives, batch slots also cool down. Real-time work may use a slot that
 * is cooling down; `onCooledDown` is called when batch work may use it.
 */
export function createSlots(options: SlotOptions, now: () => number, onCooledDown: () => void) {
  const { reservedForMs, cooldownFactor = 0, leavesAsMuchFree = false, groupMax, accountMax } = options
  let counts = countsOf(options)
  const reservation = createReservation(reservedForMs, now)
  const heldByAccount = createTally()
  const heldByGroup = createTally()
  let heldByExpensive = 0
  let coolingDown = 0

  function count({ accountId, group, slots, isExpensive }: SlotRequest, sign: 1 | -1): void {
    heldByAccount.add(accountId, sign * slots)
    if (group !== undefined) heldByGroup.add(`${accountId} ${group}`, sign * slots)
    if (isExpensive) heldByExpensive += sign * slots
  }

  function capacityFor(priority: Priority): number {
    if (priority !== 'batch') return counts.max
    return reservation.isActive() ? counts.max - counts.reserved - coolingDown : counts.max
  }

  return {
    mayTake({ accountId, group, slots, isExpensive }: SlotRequest, capacity: number): boolean {
      if (isExpensive && heldByExpensive >= counts.expensiveMax) return false
      const ofGroup = group === undefined ? 0 : heldByGroup.of(`${accountId} ${group}`)
      if (groupMax !== undefined && ofGroup + slots > groupMax) return false
      const own = heldByAccount.of(accountId)
      if (own > 0 && accountMax && own + slots > accountMax(accountId)) return false
      const isLimited = own > 0 && reservation.isActiveForOthers(accountId)
      const free = Math.min(capacity, isLimited ? counts.max - counts.reserved : capacity) - heldByAccount.total
      // Work that needs more than the maximum gets all slots.
      if (slots > free) return heldByAccount.total === 0 && free > 0
      if (!leavesAsMuchFree || own === 0) return true
      const room = (free - own) / 2
      return slots <= (ofGroup === 0 ? room : (room - ofGroup) / 2)
    },
    take: (request: SlotRequest): void => count(request, 1),
    release(request: SlotRequest, priority: Priority, heldMs: number): void {
      count(request, -1)
      if (cooldownFactor === 0 || priority !== 'batch' || !reservation.isActive()) return
      coolingDown += 1
      setTimeout(() => {
        coolingDown -= 1
        onCooledDown()
      }, cooldownFactor * heldMs).unref()
    },
    capacityFor,
    noteRealtime: reservation.noteRealtime,
    resize(changed: SlotCounts): void {
      counts = countsOf(changed)
    },
    get inUse() {
      return heldByAccount.total
    },
  }
}

function countsOf({ max, reserved = 0, expensiveMax = max }: SlotCounts): Required<SlotCounts> {
  return { max, reserved, expensiveMax }
}

/** Whether slots are reserved: for a time after the latest real-time work, or always if no time is given. */
function createReservation(lastsMs: number | undefined, now: () => number) {
  /** The latest real-time work, and the latest of any other account. */
  let latest = { accountId: '', at: Number.NEGATIVE_INFINITY }
  let latestOfOthers = latest
  return {
    noteRealtime(accountId: string, at: number): void {
      if (latest.accountId !== accountId) latestOfOthers = latest
      latest = { accountId, at }
    },
    isActive: (): boolean => lastsMs === undefined || now() - latest.at < lastsMs,
    /** Whether real-time work of other accounts arrives. A permanent reservation does not depend on that. */
    isActiveForOthers(accountId: string): boolean {
      const { at } = latest.accountId === accountId ? latestOfOthers : latest
      return lastsMs !== undefined && now() - at < lastsMs
    },
  }
}

/** A sum for each key, and the sum of all. Keys without a sum take no memory. */
function createTally() {
  const sums = new Map<string, number>()
  let total = 0
  return {
    add(key: string, change: number): void {
      const sum = (sums.get(key) ?? 0) + change
      if (sum === 0) sums.delete(key)
      else sums.set(key, sum)
      total += change
    },
    of: (key: string): number => sums.get(key) ?? 0,
    get total() {
      return total
    },
  }
}
