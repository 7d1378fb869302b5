export interface SlotRequest {
  readonly accountId: string
  readonly group: string | undefined
  readonly slots: number
  readonly isExpensive: boolean
}

/** Counts the slots in use: all of them, those of expensive work, of each account, and of each group of an account. */
export function createSlotUsage() {
  const held = new Map<string, number>()
  let total = 0
  let expensive = 0

  function count(key: string, change: number): void {
    const slots = (held.get(key) ?? 0) + change
    if (slots > 0) held.set(key, slots)
    else held.delete(key)
  }

  return {
    add({ accountId, group, slots, isExpensive }: SlotRequest, sign: 1 | -1): void {
      const change = sign * slots
      total += change
      if (isExpensive) expensive += change
      count(accountId, change)
      if (group !== undefined) count(groupKey(accountId, group), change)
    },
    get total() {
      return total
    },
    get expensive() {
      return expensive
    },
    ofAccount: (accountId: string): number => held.get(accountId) ?? 0,
    ofGroup: (accountId: string, group: string | undefined): number =>
      group === undefined ? 0 : (held.get(groupKey(accountId, group)) ?? 0),
  }
}

function groupKey(accountId: string, group: string): string {
  return `${accountId} ${group}`
}
