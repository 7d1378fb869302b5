import { setTimeout as pause } from 'node:timers/promises'
import { UnfinishedBatches } from '../batches/running/sweep.ts'
import { findFailures, type ReadinessCheck, reasonsOf } from '../platform/readiness.ts'
import type { Services } from '../services.ts'
import { freeBytesIn } from '../store/disk/disk-reserve.ts'
import { listDueAccounts } from '../store/due-accounts.ts'
import { findFirstDue } from '../webhooks/deliveries/dispatcher.ts'
import { backgroundWorkFor } from '../work/current-work.ts'

const observeEveryMs = 15_000

/**
 * Measures what no request shows: readiness, free space, and how long work has waited. Apart from scrapes, which therefore
 * never wait for the store; and in every process, because a missing worker cannot say that it is missing.
 */
export function observeState(services: Services, checks: readonly ReadinessCheck[]): { stop(): void } {
  const stopping = new AbortController()
  const { signal } = stopping
  const observeUntilStopped = async () => {
    while (!signal.aborted) {
      // Without the store, the checks say so, and the ages stay what they were.
      await observe(services, checks).catch(() => {})
      await pause(observeEveryMs, undefined, { ref: false, signal }).catch(() => {})
    }
  }
  void observeUntilStopped()
  return { stop: () => stopping.abort() }
}

async function observe(services: Services, checks: readonly ReadinessCheck[]): Promise<void> {
  const { metrics, config, clock } = services
  const failed = reasonsOf(await findFailures(checks))
  for (const { name } of checks) metrics.ready.set({ check: name }, name in failed ? 0 : 1)
  metrics.freeBytes.set(freeBytesIn(config.dataDir))
  const ageOf = (time: string | undefined) =>
    time === undefined ? 0 : Math.max(0, clock().getTime() - Date.parse(time)) / 1000
  const [oldest] = await new UnfinishedBatches(services, () => {}).list()
  metrics.batchQueueAge.set(ageOf(oldest?.createdAt))
  metrics.webhookQueueAge.set(ageOf(await firstDueDelivery(services)))
}

async function firstDueDelivery({ store }: Pick<Services, 'store'>): Promise<string | undefined> {
  const due: string[] = []
  for (const { accountId } of await listDueAccounts(store.backgroundRead, ['deliveries'])) {
    const first = await backgroundWorkFor(accountId, () =>
      findFirstDue(store.backgroundRead, { accountId, projects: null }),
    )
    if (first !== null) due.push(first)
  }
  return due.toSorted()[0]
}
