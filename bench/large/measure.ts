/**
 * Measures the accounts of `bench:large`, which it gets as JSON, smallest first. Runs in a separate process, so that
 * accounts that took hours to fill can be measured again after a change of the code.
 */
import { daysKept } from '@palate/core/days-kept.ts'
import { sweepAudit } from '@palate/server/audit/audit-store.ts'
import { sweepEnded } from '@palate/server/batches/running/sweep.ts'
import { createFindExpiry } from '@palate/server/composition/find-expiry.ts'
import { readConfig } from '@palate/server/config/config.ts'
import { hasPicture } from '@palate/server/frames/frame-store.ts'
import { listAccountIds } from '@palate/server/keys/accounts.ts'
import { PictureSweep } from '@palate/server/pictures/sweep/picture-sweep.ts'
import { openStore } from '@palate/server/store/open.ts'
import { sweepWebhooks } from '@palate/server/webhooks/sweep.ts'
import { type Line, median, ms, printTable, timed } from '../harness/report.ts'
import { type Served, serve } from '../harness/serve.ts'
import type { LargeAccount } from './account.ts'
import { addExpired, expiredRows } from './fill.ts'
import { type Request, requestsTo } from './requests.ts'

const [json = ''] = process.argv.slice(2)
const { accounts, rounds } = JSON.parse(json) as { readonly accounts: readonly LargeAccount[]; readonly rounds: number }

/** A request that takes this long is sent once. */
const slowMs = 5000

const opened: { readonly served: Served; readonly requests: Readonly<Record<string, Request>> }[] = []
for (const account of accounts) {
  const served = await serve(account.env)
  opened.push({ served, requests: requestsTo(served, account, rounds) })
}
const lines: Line[] = []
for (const what of Object.keys(opened[0]?.requests ?? {})) {
  lines.push(
    await compare(what).catch(({ message }: Error) => ({ what, figure: `not measured: ${message.slice(0, 80)}` })),
  )
}
for (const { served } of opened) await served.stop()
const swept = []
for (const account of accounts) swept.push(await sweep(account))
for (const [i, { what }] of (swept[0] ?? []).entries()) {
  const [before = 0, after = 0] = swept.map((figures) => figures[i]?.tookMs ?? 0)
  lines.push({ what, figure: `${ms(before)} → ${ms(after)}, ratio ${(after / before).toFixed(2)}` })
}
const sizes = accounts.map(({ counts }) => `${counts.rows}, ${counts.pictures}`)
printTable(`${sizes.join(' → ')} rows and pictures, p50 of ${rounds} requests`, lines)

async function compare(what: string): Promise<Line> {
  const times = opened.map(() => [] as number[])
  for (let round = 0; round <= rounds; round++) {
    for (const [i, { requests }] of opened.entries()) {
      const took = await timed(() => (requests[what] as Request)(round))
      // The first request plans statements, and the first suggestion learns.
      if (round > 0) times[i]?.push(took)
      if (round > 0 && took > slowMs) round = rounds
    }
  }
  const [before = 0, after = 0] = times.map(median)
  process.stderr.write(`${what}: ${ms(before)}, ${ms(after)}\n`)
  return { what, figure: `${ms(before)} → ${ms(after)}, ratio ${(after / before).toFixed(2)}` }
}

async function sweep({ env, counts }: LargeAccount) {
  await addExpired(env.DATABASE_URL ?? '', counts)
  const config = readConfig(env)
  const store = await openStore(config, { isSecondary: true })
  const [accountId = ''] = await listAccountIds(store.read)
  const services = { store, config, clock: () => new Date() }
  const sweeps: Readonly<Record<string, () => Promise<unknown>>> = {
    [`sweep of ${expiredRows} scored frames, features and thumbnails each`]: () =>
      new PictureSweep(services, { hasPicture }, daysKept).run(accountId),
    [`… of ${expiredRows} events and deliveries each`]: () => sweepWebhooks(services, accountId, daysKept.events),
    [`… of ${expiredRows} frames of batches`]: () => sweepEnded(services, accountId, daysKept.batches),
    [`… of ${expiredRows} entries of the audit log`]: () => sweepAudit(services, accountId, daysKept.audit),
  }
  const figures: { readonly what: string; readonly tookMs: number }[] = []
  const measure = async (what: string, run: () => Promise<unknown>) =>
    void figures.push({ what, tookMs: await timed(run) })
  await measure('what expires next', () => createFindExpiry(services)(accountId))
  for (const [what, run] of Object.entries(sweeps)) await measure(what, run)
  await measure('sweeps that find nothing', async () => {
    for (const run of Object.values(sweeps)) await run()
  })
  await store.close()
  return figures
}
