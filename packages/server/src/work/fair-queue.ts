export interface QueueItem {
  readonly accountId: string
  /** An account's items in different lanes do not wait for each other. */
  readonly lane: string
  /** The expected duration of the work. */
  readonly costMs: number
  readonly arrivedAt: number
}

export interface FairQueue<Item extends QueueItem> {
  add(item: Item): void
  delete(item: Item): void
  /** Removes the next item that may start and charges its cost to its account. */
  take(mayStart: (item: Item) => boolean, now: number): Item | undefined
  /** Call this when the work of a taken item is finished, with its actual duration. */
  settle(item: Item, tookMs: number): void
  /** Forgets the usage of every account. */
  reset(): void
  readonly size: number
  sizeOf(accountId: string): number
  /** The longest time that an account with queued items has been without a turn. */
  turnWaitMs(now: number): number
  items(): IterableIterator<Item>
}

interface Account<Item> {
  /** The virtual time of the account's next turn. It grows by the cost of its work. */
  virtualMs: number
  /** Each lane's items in order of arrival. No lane is empty. */
  readonly lanes: Map<string, Set<Item>>
  waiting: number
  running: number
  /** When it had its last turn, or started waiting. */
  turnAt: number
}

/**
 * A queue in which accounts take turns by cost. The next account is the one that has used the least time; within an
 * account, the item that arrived first comes first. This is start-time fair queueing. The virtual clock is the start of
 * the latest item. A returning account starts there: it goes before those that have used time since, and accumulates no
 * credit while it is away. Unless items may overtake, those behind the next one wait with it until it may start, so that
 * large items do not starve. Written by hand, because the well-known queues order by priority or by arrival.
 */
export function createFairQueue<Item extends QueueItem>(mayOvertake = true): FairQueue<Item> {
  const accounts = new Map<string, Account<Item>>()
  let virtualClockMs = 0
  let size = 0

  function accountOf({ accountId, arrivedAt }: Item): Account<Item> {
    const known = accounts.get(accountId)
    if (known) return known
    const account = { virtualMs: 0, lanes: new Map(), waiting: 0, running: 0, turnAt: arrivedAt }
    accounts.set(accountId, account)
    return account
  }

  /** An idle account is remembered only until the others have used as much time as it has. */
  function forgetIfIdle(accountId: string, account: Account<Item>): void {
    if (account.waiting === 0 && account.running === 0 && account.virtualMs <= virtualClockMs) {
      accounts.delete(accountId)
    }
  }

  function remove(item: Item, account: Account<Item>): void {
    const lane = account.lanes.get(item.lane)
    if (!lane?.delete(item)) return
    if (lane.size === 0) account.lanes.delete(item.lane)
    account.waiting -= 1
    size -= 1
  }

  return {
    add(item) {
      const account = accountOf(item)
      if (account.waiting === 0) {
        account.turnAt = item.arrivedAt
        if (account.running === 0) account.virtualMs = Math.max(account.virtualMs, virtualClockMs)
      }
      const lane = account.lanes.get(item.lane)
      if (lane) lane.add(item)
      else account.lanes.set(item.lane, new Set([item]))
      account.waiting += 1
      size += 1
    },
    delete(item) {
      const account = accounts.get(item.accountId)
      if (!account) return
      remove(item, account)
      forgetIfIdle(item.accountId, account)
    },
    take(mayStart, now) {
      if (size === 0) return undefined
      let next: { readonly account: Account<Item>; readonly item: Item } | undefined
      for (const [accountId, account] of accounts) {
        const item = firstIn(account.lanes, mayOvertake ? mayStart : () => true)
        if (item && (!next || account.virtualMs < next.account.virtualMs)) next = { account, item }
        if (!item) forgetIfIdle(accountId, account)
      }
      if (!next || !mayStart(next.item)) return undefined
      const { account, item } = next
      remove(item, account)
      virtualClockMs = Math.max(virtualClockMs, account.virtualMs)
      account.virtualMs += item.costMs
      account.running += 1
      account.turnAt = now
      // Moved to the end: if accounts have used the same time, the one whose turn was longest ago is next.
      accounts.delete(item.accountId)
      accounts.set(item.accountId, account)
      return item
    },
    settle({ accountId, costMs }, tookMs) {
      const account = accounts.get(accountId)
      if (!account) return
      account.running -= 1
      account.virtualMs += tookMs - costMs
      forgetIfIdle(accountId, account)
    },
    reset() {
      accounts.clear()
      virtualClockMs = 0
    },
    get size() {
      return size
    },
    sizeOf: (accountId) => accounts.get(accountId)?.waiting ?? 0,
    turnWaitMs: (now) =>
      Math.max(0, ...[...accounts.values()].map(({ waiting, turnAt }) => (waiting > 0 ? now - turnAt : 0))),
    *items() {
      for (const { lanes } of accounts.values()) for (const lane of lanes.values()) yield* lane
    },
  }
}

/** The earliest of the lanes' first items that may start. */
function firstIn<Item extends QueueItem>(
  lanes: ReadonlyMap<string, ReadonlySet<Item>>,
  mayStart: (item: Item) => boolean,
): Item | undefined {
  let first: Item | undefined
  for (const [item] of lanes.values()) {
    if (item && (!first || item.arrivedAt < first.arrivedAt) && mayStart(item)) first = item
  }
  return first
}

/** Accounts in order, beginning after the one that had the last turn. `sorted` is sorted by account. */
export function inTurn<Item>(
  sorted: readonly Item[],
  lastAccountId: string,
  accountOf: (item: Item) => string,
): readonly Item[] {
  const next = sorted.findIndex((item) => accountOf(item) > lastAccountId)
  return next < 0 ? sorted : [...sorted.slice(next), ...sorted.slice(0, next)]
}
