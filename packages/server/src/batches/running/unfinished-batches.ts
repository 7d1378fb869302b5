import type { Services } from '../../services.ts'
import { type DueAccount, forgetDue, listDueAccounts } from '../../store/due-accounts.ts'
import { backgroundWorkFor } from '../../work/current-work.ts'
import { listUnfinished, type Unfinished } from '../storing/batch-store.ts'
import type { BatchesOfAccount } from '../storing/frame-store.ts'

type Reading = Pick<Services, 'store' | 'clock'>

/**
 * The unfinished batches of all accounts, read account by account. An account whose batches cannot be read is reported
 * and left out.
 */
export class UnfinishedBatches {
  readonly #services: Reading
  readonly #onError: (error: unknown, accountId: string) => void
  /** The accounts whose failure was reported. */
  readonly #failing = new Set<string>()

  constructor(services: Reading, onError: (error: unknown, accountId: string) => void) {
    this.#services = services
    this.#onError = onError
  }

  /** Oldest first. */
  async list(): Promise<readonly Unfinished[]> {
    const found: Unfinished[] = []
    for (const account of await listDueAccounts(this.#services.store.read, ['batches'])) {
      found.push(...(await backgroundWorkFor(account.accountId, () => this.#listOf(account))))
    }
    return found.toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1))
  }

  async #listOf(account: DueAccount): Promise<readonly Unfinished[]> {
    const { store, clock } = this.#services
    const { accountId } = account
    try {
      const batches = await listUnfinished(store.read, accountId)
      if (batches.length === 0) await forgetDue(store, account, clock().toISOString())
      this.#failing.delete(accountId)
      return batches
    } catch (error) {
      if (!this.#failing.has(accountId)) this.#onError(error, accountId)
      this.#failing.add(accountId)
      return []
    }
  }
}

/** The batches of each account. */
export function byAccount(
  batches: readonly { readonly accountId: string; readonly batchId: string }[],
): readonly BatchesOfAccount[] {
  return [...Map.groupBy(batches, ({ accountId }) => accountId)].map(([accountId, some]) => ({
    accountId,
    batchIds: some.map(({ batchId }) => batchId),
  }))
}
