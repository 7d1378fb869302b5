import { randomBytes } from 'node:crypto'
import { readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import type { Services } from '../../services.ts'
import { backgroundWorkFor } from '../../work/current-work.ts'
import type { BatchKey } from '../storing/batch-store.ts'
import { listLeaseOwners, releaseLeases, renewLeases } from '../storing/frame-store.ts'
import type { BatchesOfAccount } from '../storing/rows-of-batches.ts'
import type { FailingBatches } from './result-buffer.ts'
import { byAccount, type UnfinishedBatches } from './sweep.ts'

export const leaseMs = 15_000
const renewEveryMs = 5000

interface Parts {
  readonly services: Services
  readonly owner: string
  readonly failing: FailingBatches
  /** The batches whose leases are to be renewed. */
  readonly held: () => readonly BatchKey[]
  readonly unfinished: Pick<UnfinishedBatches, 'list'>
  readonly onReleased: () => void
  readonly onError: (error: unknown, accountId?: string) => void
}

/** Renews the leases of this process and releases those of dead processes. */
export class LeaseKeeper {
  readonly #parts: Parts
  #timer: NodeJS.Timeout | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async start(): Promise<void> {
    await this.#releaseDead()
    this.#keepOn()
  }

  /** Releases all leases of this process. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    const { services, owner } = this.#parts
    await this.#forEachAccount((batches) => services.store.write((db) => releaseLeases(db, owner, batches)))
  }

  /** Rounds do not overlap, even if one waits for a lock. */
  #keepOn(): void {
    let isBusy = false
    this.#timer = setInterval(async () => {
      if (isBusy) return
      isBusy = true
      await this.#renew().catch(this.#parts.onError)
      await this.#releaseDead().catch(this.#parts.onError)
      isBusy = false
    }, renewEveryMs).unref()
  }

  /** Uses one statement for each account. If that fails, for example because a row is locked, renews batch by batch. */
  async #renew(): Promise<void> {
    const { services, owner, failing, held } = this.#parts
    const renew = (batches: BatchesOfAccount) =>
      backgroundWorkFor(batches.accountId, () =>
        services.store.write((db) => renewLeases(db, owner, batches, services.clock().getTime() + leaseMs)),
      )
    const renewEach = ({ accountId, batchIds }: BatchesOfAccount) =>
      Promise.all(
        batchIds.map((batchId) =>
          renew({ accountId, batchIds: [batchId] }).catch((error) => failing.fail({ accountId, batchId }, error)),
        ),
      )
    await Promise.all(byAccount(held()).map((batches) => renew(batches).catch(() => renewEach(batches))))
  }

  /** Dead processes can be detected only on this machine or in this container. Leases of others have to expire. */
  async #releaseDead(): Promise<void> {
    const { store, metrics } = this.#parts.services
    await this.#forEachAccount(async (batches) => {
      const dead = (await listLeaseOwners(store.read, batches)).filter(isDeadOwner)
      for (const owner of dead) {
        metrics.batchLeasesLost.inc(await store.write((db) => releaseLeases(db, owner, batches)))
      }
      if (dead.length > 0) this.#parts.onReleased()
    })
  }

  /** Goes through the accounts with unfinished batches. An error in one does not affect the others. */
  async #forEachAccount(work: (batches: BatchesOfAccount) => Promise<unknown>): Promise<void> {
    const { unfinished, onError } = this.#parts
    for (const batches of byAccount(await unfinished.list())) {
      await backgroundWorkFor(batches.accountId, () => work(batches)).catch((error) =>
        onError(error, batches.accountId),
      )
    }
  }
}

/** Owners that this process has created. */
const ownOwners = new Set<string>()

/** A name by which other processes can check whether the owner is alive: host, pid namespace, pid, random suffix. */
export function newLeaseOwner(): string {
  const name = `${hostname()}/${pidNamespace()}/${process.pid}/${randomBytes(6).toString('hex')}`
  ownOwners.add(name)
  return name
}

/** True only if the owner's process would be visible from here and no longer exists. */
export function isDeadOwner(owner: string): boolean {
  const [host, namespace, pid] = owner.split('/')
  if (host !== hostname() || namespace !== pidNamespace()) return false
  // After a reboot, this process may have the pid of the dead one.
  if (Number(pid) === process.pid) return !ownOwners.has(owner)
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

/** Containers may share a host name but not a pid namespace. Processes of one are not visible in another. */
function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return ''
  }
}
