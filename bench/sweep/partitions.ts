import { setTimeout as pause } from 'node:timers/promises'
import { idTime } from '@palate/core/ids.ts'
import { sweepEnded } from '@palate/server/batches/running/sweep.ts'
import { insertBatch } from '@palate/server/batches/storing/batch-store.ts'
import { claim, listResultSizes, listResults, saveResults } from '@palate/server/batches/storing/frame-store.ts'
import { readConfig } from '@palate/server/config/config.ts'
import { createIdSource } from '@palate/server/platform/ids.ts'
import { openStore } from '@palate/server/store/open.ts'
import type { Store } from '@palate/server/store/store.ts'
import { sql } from 'kysely'
import { createHomeOn } from '../../tests/harness/home.ts'
import { startPostgres } from '../../tests/harness/postgres.ts'
import { percentile, printTable } from '../harness/report.ts'
import { frameResult, framesPerBatch } from './fill-store.ts'
import { postgresTimes } from './postgres-times.ts'

const accountId = 'acct'
const dayMs = 86_400_000
const firstDay = Date.parse('2026-06-01T00:00:00.000Z')
const daysKept = 7
const partitions = 35
/** The oldest day that is kept is `daysKept` days before day 0, which is measured. */
const firstPartition = -20
const framesPerClaim = 128
const reads = 1000

/**
 * Measures what frames of batches cost PostgreSQL from their claim until they are gone, with this many rows in the table:
 * in one table that is swept, and in one with a partition for each day, which is dropped.
 */
export async function measurePartitions(rows: number): Promise<void> {
  const [one, many] = [await measure(rows, false), await measure(rows, true)]
  const line = (what: string, figure: (life: Life) => number, unit: string) => ({
    what,
    figure: `${figure(one).toFixed(1)}, ${figure(many).toFixed(1)} ${unit} (× ${(figure(many) / figure(one)).toFixed(2)})`,
  })
  const perFrame = (part: keyof Life['parts']) => (life: Life) => (life.parts[part].processorMs * 1000) / life.frames
  printTable(`frames of batches on PostgreSQL, ${one.rows} rows: in one table, in ${partitions} partitions`, [
    line('claims and results, with autovacuum: processor time of a frame', perFrame('use'), 'µs'),
    line('deletion, by rows or by partition', perFrame('deletion'), 'µs'),
    line('vacuum of what is left', perFrame('vacuum'), 'µs'),
    line(
      'the whole life',
      (life) => perFrame('use')(life) + perFrame('deletion')(life) + perFrame('vacuum')(life),
      'µs',
    ),
    line(
      'its log',
      ({ parts, frames }) => (parts.use.logBytes + parts.deletion.logBytes + parts.vacuum.logBytes) / frames,
      'B',
    ),
    line('a claim of 128, p50', ({ times }) => percentile(times.claim, 0.5), 'ms'),
    line('storing 128 results, p50', ({ times }) => percentile(times.save, 0.5), 'ms'),
    line('reading 100 results, p50', ({ times }) => percentile(times.read, 0.5), 'ms'),
    line('reading 100 results: processor time', ({ parts }) => parts.read.processorMs / reads, 'ms'),
  ])
}

type Life = Awaited<ReturnType<typeof measure>>

async function measure(rows: number, isPartitioned: boolean) {
  const postgres = await startPostgres()
  const home = await createHomeOn(postgres.url)
  const store = await openStore(readConfig(home.env))
  const run = (statement: string) => sql.raw(statement).execute(store.read)
  const measured = await postgresTimes(store)
  const batchesPerDay = Math.ceil(rows / daysKept / framesPerBatch)
  await setAutovacuum(store, 'off')
  if (isPartitioned) await partitionByDay(store)
  for (let day = -daysKept; day < 0; day++) await fillDay(store, day, batchesPerDay)
  await run('vacuum analyze')
  await setAutovacuum(store, 'on')
  const times = { claim: [] as number[], save: [] as number[], read: [] as number[] }
  const batchIds: string[] = []
  const use = await measured(async () => {
    for (let batch = 0; batch < batchesPerDay; batch++)
      batchIds.push(await scoreBatch(store, batch / batchesPerDay, times))
  })
  const deletion = await measured(async () => {
    if (isPartitioned) await dropDay(store, -daysKept)
    await sweepEnded({ store, clock: () => new Date(timeOf(1) - 1) }, accountId, daysKept)
  })
  await pause(3000)
  await setAutovacuum(store, 'off')
  const vacuum = await measured(() => run('vacuum (parallel 0) batch_frames'))
  const read = await measured(async () => {
    for (let i = 0; i < reads; i++) {
      const key = { accountId, batchId: batchIds[(i * 7919) % batchIds.length] ?? '' }
      await timed(times.read, async () => {
        await listResultSizes(store.read, key, 0, 100)
        await listResults(store.read, key, 0, 100)
      })
    }
  })
  await store.close()
  await home.remove()
  await postgres.stop()
  const sorted = {
    claim: times.claim.toSorted(ascending),
    save: times.save.toSorted(ascending),
    read: times.read.toSorted(ascending),
  }
  const [frames, kept] = [batchesPerDay * framesPerBatch, daysKept * batchesPerDay * framesPerBatch]
  return { rows: kept, frames, parts: { use, deletion, vacuum, read }, times: sorted }
}

const ascending = (a: number, b: number) => a - b

async function timed(times: number[], work: () => Promise<unknown>): Promise<void> {
  const began = performance.now()
  await work()
  times.push(performance.now() - began)
}

function timeOf(day: number): number {
  return firstDay + day * dayMs
}

/** Without its pauses and as soon as it is due, so that a day of work may take a minute. */
async function setAutovacuum(store: Store, mode: 'on' | 'off'): Promise<void> {
  const settings = [`autovacuum = ${mode}`, "autovacuum_naptime = '1s'", 'autovacuum_vacuum_cost_delay = 0']
  for (const setting of settings) await sql.raw(`alter system set ${setting}`).execute(store.read)
  await sql`select pg_reload_conf()`.execute(store.read)
  await pause(1000)
}

async function partitionByDay(store: Store): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(store.read)
  const triggers = await sql<{ statement: string }>`select pg_get_triggerdef(oid) as statement from pg_trigger
    where tgrelid = 'batch_frames'::regclass and not tgisinternal`.execute(store.read)
  await run('alter table batch_frames rename to whole')
  await run('create table batch_frames (like whole including all) partition by range (batch_id)')
  await run('drop table whole')
  for (const { statement } of triggers.rows) await run(statement)
  for (let day = firstPartition; day < firstPartition + partitions; day++) {
    await run(`create table ${nameOf(day)} partition of batch_frames
      for values from ('batch_${idTime(timeOf(day))}') to ('batch_${idTime(timeOf(day + 1))}')`)
  }
}

function nameOf(day: number): string {
  return `batch_frames_${day - firstPartition}`
}

async function fillDay(store: Store, day: number, batches: number): Promise<void> {
  const time = new Date(timeOf(day)).toISOString()
  await sql`insert into batches (account_id, id, project_id, profile_id, status, total, succeeded, failed, canceled, taken, asked,
      created_at, completed_at)
    select ${accountId}, 'batch_${sql.raw(idTime(timeOf(day)))}7000' || lpad(to_hex(n), 16, '0'), 'p', 'prof', 'completed',
      ${framesPerBatch}, ${framesPerBatch}, 0, 0, ${framesPerBatch}, '{}', ${time}, ${time}
    from generate_series(1, cast(${batches} as integer)) n`.execute(store.read)
  await sql`insert into batch_frames (account_id, batch_id, place, state, attempts, due_ms, seq, result)
    select account_id, id, n, 'done', 1, 0, n, ${frameResult} from batches, generate_series(1, total) n
    where created_at = ${time}`.execute(store.read)
}

/** Scores a batch of day 0 as workers do, without the scores. */
async function scoreBatch(store: Store, time: number, times: { readonly claim: number[]; readonly save: number[] }) {
  const now = new Date(timeOf(time))
  const key = { accountId, batchId: createIdSource(() => now)('batch') }
  const request = { dimensions: [], explain: false, metadata: {} }
  const [state, of] = [
    { versionId: null, seed: null, model: 'm' },
    { projectId: 'p', profileId: 'prof' },
  ]
  const size = { total: framesPerBatch, resultBytes: frameResult.length }
  await store.write((db) =>
    insertBatch(store, db, { ...key, ...of, ...state, ...size, request, createdAt: now.toISOString() }),
  )
  for (let first = 0; first < framesPerBatch; first += framesPerClaim) {
    const indexes = Array.from({ length: Math.min(framesPerClaim, framesPerBatch - first) }, (_, i) => first + i)
    await timed(times.claim, () => store.write((db) => claim(db, key, indexes, 'owner', now.getTime() + dayMs)))
    const frame = { kind: 'finished', attempts: 0, workersLost: 0, hasFailed: false, result: frameResult } as const
    const results = indexes.map((index) => ({ ...frame, index }))
    await timed(times.save, () => store.write((db) => saveResults(db, key, 'owner', results, now, async () => {})))
  }
  return key.batchId
}

/** The triggers that count the bytes of accounts do not notice that the rows are gone. */
async function dropDay(store: Store, day: number): Promise<void> {
  await store.write(async (db) => {
    await sql`insert into account_bytes (account_id, slot, bytes)
      select account_id, 0, -sum(coalesce(octet_length(result), 0)) from ${sql.table(nameOf(day))} group by account_id
      on conflict (account_id, slot) do update set bytes = account_bytes.bytes + excluded.bytes`.execute(db)
    await sql`drop table ${sql.table(nameOf(day))}`.execute(db)
  })
}
