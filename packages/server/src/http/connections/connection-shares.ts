import { networkOf } from '../authentication/networks.ts'

/** What matters here of a client's connection. */
export interface SharedConnection {
  /** Whether a request is being received or answered. */
  readonly isBusy: boolean
  /** Whether the body of its request has not arrived completely. */
  readonly isReceiving: boolean
  readonly remoteAddress: string | undefined
  once(event: 'close', listener: () => void): unknown
  destroy(): unknown
}

export type ConnectionShares = ReturnType<typeof createConnectionShares>

/**
 * Who uses the connections of this process. While a request is received or answered, its connection belongs to an
 * owner: first the network that it comes from, then the account of its key. An owner uses at most as many connections as
 * it leaves free, but at least one: half of them if it is alone, a third if there are two such owners. So others find one.
 * Connections without a request are free, because a new one replaces the oldest of them.
 */
export function createConnectionShares(connectionsMax: number) {
  /** Oldest first. */
  const open = new Set<SharedConnection>()
  /** The connections with a request by owner, oldest request first. No set is empty. */
  const used = new Map<string, Set<SharedConnection>>()
  const owners = new Map<SharedConnection, string>()

  function release(connection: SharedConnection): void {
    const owner = owners.get(connection)
    if (owner === undefined) return
    owners.delete(connection)
    const ofOwner = used.get(owner)
    ofOwner?.delete(connection)
    if (ofOwner?.size === 0) used.delete(owner)
  }

  function close(connection: SharedConnection): void {
    release(connection)
    // Its `close` event comes later.
    open.delete(connection)
    connection.destroy()
  }

  /** Closes the oldest connection of an owner whose request has not arrived completely. */
  function closeUnfinished(owner: string, except?: SharedConnection): boolean {
    for (const connection of used.get(owner) ?? []) {
      if (connection === except || !connection.isReceiving) continue
      close(connection)
      return true
    }
    return false
  }

  function closeUnused(): boolean {
    for (const connection of open) {
      if (connection.isBusy) continue
      close(connection)
      return true
    }
    return false
  }

  /** Begins with the owner that uses the most. */
  function closeUnfinishedOfLargest(): boolean {
    const largestFirst = [...used].toSorted(([, a], [, b]) => b.size - a.size)
    return largestFirst.some(([owner]) => closeUnfinished(owner))
  }

  return {
    /** Adds a new connection. Returns false if every connection has a request that has arrived completely. */
    add(connection: SharedConnection): boolean {
      if (open.size >= connectionsMax && !closeUnused() && !closeUnfinishedOfLargest()) return false
      open.add(connection)
      connection.once('close', () => {
        release(connection)
        open.delete(connection)
      })
      return true
    },
    /** A request begins. Its owner is not known yet. */
    begin(connection: SharedConnection): void {
      this.assign(connection, networkOf(connection.remoteAddress ?? ''))
    },
    /**
     * The connection belongs to this owner until its request ends. If the owner uses too many, its oldest unfinished
     * request makes room. Returns false if it has no other.
     */
    assign(connection: SharedConnection, owner: string): boolean {
      release(connection)
      if (!open.has(connection)) return true
      owners.set(connection, owner)
      const ofOwner = used.get(owner) ?? new Set()
      used.set(owner, ofOwner.add(connection))
      const mayHave = Math.max(1, connectionsMax - owners.size)
      return ofOwner.size <= mayHave || closeUnfinished(owner, connection)
    },
    end: release,
  }
}
