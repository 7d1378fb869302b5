import { fork } from 'node:child_process'
import { on } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '@palate/server/config/config.ts'
import { createAccount } from '@palate/server/keys/accounts.ts'
import { createIdSource } from '@palate/server/platform/ids.ts'
import { openStore } from '@palate/server/store/open.ts'
import type { Client } from '../../tests/harness/client.ts'
import { createHomeOn, type Env } from '../../tests/harness/home.ts'
import { createProfile } from '../harness/profile.ts'
import { type Line, median, ms, percentile, timed } from '../harness/report.ts'
import { serve } from '../harness/serve.ts'
import { type BatchBench, newUrls } from './bench.ts'

const readerCounts = [0, 1, 1000]
const warmUpFrames = 50

interface Run {
  readonly seconds: number
  /** For the lists that another account requests at the same time. */
  readonly listP50: number
}

/** A batch without readers, with one and with many, and how long another account waits for a list during it. */
export async function measureReaders(bench: BatchBench): Promise<readonly Line[]> {
  const { fixture, frames, distinct, rounds } = bench
  const home = await createHomeOn(undefined)
  const env = { ...home.env, ...fixture.env }
  const served = await serve(env)
  const other = served.as(await newAccount(env))
  await createProfile(other)
  const profileId = await createProfile(served)
  const readers = fork(new URL('./reader-process.ts', import.meta.url))
  const run = (count: number, size: number, pictures: number) =>
    runWith({ client: served, other, readers }, profileId, newUrls(bench, size, pictures), count)
  await run(1, warmUpFrames, warmUpFrames)
  const runs = new Map<number, Run[]>(readerCounts.map((count) => [count, []]))
  for (let round = 0; round < rounds; round++) {
    for (const count of readerCounts) runs.get(count)?.push(await run(count, frames, distinct))
  }
  readers.disconnect()
  await served.stop()
  await home.remove()
  return linesOf(runs)
}

interface Processes {
  readonly client: Client
  readonly other: Client
  readonly readers: ReturnType<typeof fork>
}

async function runWith(
  { client, other, readers }: Processes,
  profileId: string,
  urls: readonly string[],
  count: number,
): Promise<Run> {
  const frames = urls.map((url, i) => ({ id: `f${i}`, url }))
  const body = { profile_id: profileId, frames, dimensions: ['aesthetics'] }
  const started = performance.now()
  const answer = await client.call('POST', '/v1/score/batch', { body, headers: { prefer: 'respond-async' } })
  const path = `/v1/score/batch/${answer.body.batch_id}`
  const reports = on(readers, 'message', { close: ['exit'] })
  readers.send({ url: `${client.url}${path}/results`, key: client.key, count })
  await reports.next()
  const lists: number[] = []
  for (let isOver = false; !isOver; ) {
    lists.push(await timed(() => other.call('GET', '/v1/profiles')))
    await pause(20)
    isOver = (await client.call('GET', path)).body.status === 'completed'
  }
  const seconds = (performance.now() - started) / 1000
  const complete = (await reports.next()).value?.[0]?.complete ?? 0
  await reports.return?.()
  if (complete !== count) throw new Error(`${complete} of ${count} readers got the whole batch`)
  return {
    seconds,
    listP50: percentile(
      lists.toSorted((a, b) => a - b),
      0.5,
    ),
  }
}

function linesOf(runs: ReadonlyMap<number, readonly Run[]>): readonly Line[] {
  const readersOf = (count: number) => ({
    seconds: median((runs.get(count) ?? []).map(({ seconds }) => seconds)),
    listP50: median((runs.get(count) ?? []).map(({ listP50 }) => listP50)),
  })
  const alone = readersOf(0)
  return readerCounts.map((count) => {
    const { seconds, listP50 } = readersOf(count)
    const ratios = `${(seconds / alone.seconds).toFixed(2)} and ${(listP50 / alone.listP50).toFixed(2)} of those without`
    return {
      what: `${count} readers`,
      figure: `${seconds.toFixed(1)} s, list p50 ${ms(listP50)}${count > 0 ? ` (${ratios})` : ''}`,
    }
  })
}

async function newAccount(env: Env): Promise<string> {
  const clock = () => new Date()
  const store = await openStore(readConfig(env))
  const key = await createAccount(store, { clock, newId: createIdSource(clock) }, 'other')
  await store.close()
  if (key === undefined) throw new Error('the account exists')
  return key
}
