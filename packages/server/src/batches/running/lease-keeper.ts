import type { Services } from '../../services.ts'
import type { BatchKey } from '../storing/batch-store.ts'
import { listLeaseOwners, releaseLeases, renewLeases } from '../storing/frame-store.ts'
import type { FailingBatches } from './failing-batches.ts'
import { isDeadOwner } from './lease-owner.ts'

export const leaseMs = 15_000
const renewEveryMs = 5000

interface Parts {
  readonly services: Services
  readonly owner: string
  readonly failing: FailingBatches
  /** The batches whose leases are to be renewed. */
  readonly held: () => readonly BatchKey[]
  readonly onReleased: () => void
  readonly onError: (error: unknown) => void
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
    await services.store.write((db) => releaseLeases(db, owner))
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

  /** Uses one statement. If that fails, for example because a row is locked, renews batch by batch. */
  async #renew(): Promise<void> {
    const { services, owner, failing, held } = this.#parts
    const renew = (batches: readonly BatchKey[]) =>
      services.store.write((db) => renewLeases(db, owner, batches, services.clock().getTime() + leaseMs))
    const batches = held()
    if (batches.length === 0) return
    const isRenewed = await renew(batches).then(
      () => true,
      () => false,
    )
    if (isRenewed) return
    await Promise.all(batches.map((batch) => renew([batch]).catch((error) => failing.fail(batch, error))))
  }

  /** Dead processes can be detected only on this machine or in this container. Leases of others have to expire. */
  async #releaseDead(): Promise<void> {
    const { services, onReleased } = this.#parts
    const { store, metrics } = services
    const dead = (await listLeaseOwners(store.read)).filter(isDeadOwner)
    for (const owner of dead) metrics.batchLeasesLost.inc(await store.write((db) => releaseLeases(db, owner)))
    if (dead.length > 0) onReleased()
  }
}
