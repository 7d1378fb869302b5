/**
 * Measures requests and the sweep at the size of a large account, beside the same on a small one: PostgreSQL, both
 * databases in one server.
 *
 *   npm run bench:large -- [--rows 1e7] [--rounds 30]
 *
 * Each million rows takes about 13 GB of disk.
 */
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Palate } from '@palate/client'
import { daysKept } from '@palate/core/days-kept.ts'
import { readConfig } from '@palate/server/config/config.ts'
import { listAccountIds } from '@palate/server/keys/accounts.ts'
import { PictureSweep } from '@palate/server/pictures/sweep/picture-sweep.ts'
import { openStore } from '@palate/server/store/open.ts'
import { sql } from 'kysely'
import { createHomeOn } from '../tests/harness/home.ts'
import { startPostgres } from '../tests/harness/postgres.ts'
import { createProfile } from './harness/profile.ts'
import { type Line, median, ms, printTable, timed } from './harness/report.ts'
import { serve } from './harness/serve.ts'
import { addExpired, copyRows, frameIdOf } from './large/copy-rows.ts'
import { numbered, readPictures, writePictures } from './score/setup/pictures.ts'

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '1e7' }, rounds: { type: 'string', default: '30' } },
})
const rows = Number(values.rows)
const rounds = Number(values.rounds)
/** Enough that no request of a round reads a frame that an earlier one has read. */
const smallRows = 16 * rounds * 2
const expiredRows = 10_000
/** Scored frames, features and thumbnails. */
const expiredKinds = 3
const framesPerRequest = 16
if (!(rows >= smallRows)) throw new Error(`--rows takes a number from ${smallRows}`)

const postgres = await startPostgres()
try {
  const small = await open(smallRows)
  const large = await open(rows)
  const lines: Line[] = []
  for (const what of Object.keys(small.requests)) {
    const times = { small: [] as number[], large: [] as number[] }
    for (let round = 0; round <= rounds; round++) {
      for (const [size, { requests }] of Object.entries({ small, large })) {
        const took = await timed(() => (requests[what] as Request)(round))
        // The first request plans statements.
        if (round > 0) times[size as keyof typeof times].push(took)
      }
    }
    const [before, after] = [median(times.small), median(times.large)]
    lines.push({ what, figure: `${ms(before)} → ${ms(after)}, ratio ${(after / before).toFixed(2)}` })
  }
  const swept = [await small.sweep(), await large.sweep()] as const
  const rates = swept.map((tookMs) => Math.round((expiredKinds * expiredRows) / (tookMs / 1000)))
  lines.push({
    what: `sweep of ${expiredRows} expired frames and pictures`,
    figure: `${rates.join(' → ')} rows/s, time ratio ${(swept[1] / swept[0]).toFixed(2)}`,
  })
  printTable(`${smallRows} → ${rows} rows in each table of frames and pictures, p50 of ${rounds} requests`, lines)
  for (const { close } of [small, large]) await close()
} finally {
  await postgres.stop()
}

type Request = (round: number) => Promise<unknown>

async function open(count: number) {
  const home = await createHomeOn(postgres.url)
  const dir = join(home.env.PALATE_DATA_DIR ?? '', 'pictures')
  await writePictures(dir)
  const served = await serve(home.env)
  const profileId = await createProfile(served)
  const palate = new Palate({ url: served.url, apiKey: served.key })
  const must = async (method: string, path: string, body?: unknown) => {
    const answer = await served.call(method, path, body === undefined ? {} : { body })
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`)
    return answer.body
  }
  const upload = async (number: number) => {
    const [picture = Buffer.alloc(0)] = readPictures(dir, 'jpeg')
    const headers = { authorization: `Bearer ${served.key}`, 'content-type': 'image/jpeg' }
    const body = new Uint8Array(numbered(picture, 'jpeg', number))
    const response = await fetch(`${served.url}/api/frames/upload?projectId=bench`, { method: 'POST', headers, body })
    if (response.status !== 201) throw new Error(await response.text())
    return (await response.json()) as { readonly id: string; readonly url: string }
  }
  const score = async (frames: readonly { readonly id: string; readonly url: string }[]) => {
    const { scores } = await must('POST', '/v1/score', { profile_id: profileId, dimensions: ['aesthetics'], frames })
    if (scores.some(({ error }: { readonly error?: unknown }) => error)) throw new Error(JSON.stringify(scores))
  }
  const [frame, other] = [await upload(1), await upload(2)]
  const exemplars = [frame, other].map(({ url }, i) => ({ url, label: i === 0 ? 'good' : 'bad' }))
  await must('POST', `/v1/profiles/${profileId}/annotations`, { exemplars })
  await score([frame, other])
  // What is written behind is written.
  await must('GET', '/v1/frames/recent?projectId=bench')
  await pause(1000)
  const store = await openStore(readConfig(home.env), { isSecondary: true })
  const [accountId = ''] = await listAccountIds(store.read)
  await copyRows(store.read, accountId, count)
  await sql`analyze`.execute(store.read)

  /** Not two rounds have the same, and they are spread over the table. */
  const some = (round: number, howMany: number, offset = 0) =>
    Array.from({ length: howMany }, (_, i) => {
      const id = frameIdOf(1 + (((offset + round * howMany + i) * 7919) % count))
      return { id, url: `frame:${id}` }
    })
  const requests: Readonly<Record<string, Request>> = {
    'list of recent frames, 50': () => must('GET', '/v1/frames/recent?projectId=bench&limit=50'),
    'list of the library, 50': () => must('GET', '/api/frames?projectId=bench&limit=50'),
    'score of 16 stored frames': (round) => score(some(round, framesPerRequest)),
    'suggestion after a score': async (round) => {
      await score(some(round, 1, count >> 1))
      await must('GET', `/v1/profiles/${profileId}/suggestions`)
    },
    'change and commit': async (round) => {
      const element = { url: some(round, 1)[0]?.url, label: 'good' }
      await must('POST', `/v1/profiles/${profileId}/annotations`, { exemplars: [element] })
      await palate.profiles.commit(profileId, { message: `round ${round}` })
    },
    'deletion of a frame and its picture': (round) =>
      must('DELETE', `/api/frames?id=${some(round, 1, count - 2 * rounds)[0]?.id}&force=true`),
  }
  return {
    requests,
    async sweep(): Promise<number> {
      await addExpired(store.read, accountId, expiredRows)
      await sql`vacuum analyze`.execute(store.read)
      const frames = { hasPicture: () => sql<boolean>`(1 = 0)` }
      const sweep = new PictureSweep({ store, clock: () => new Date() }, frames, daysKept)
      return timed(() => sweep.run(accountId))
    },
    async close() {
      await served.stop()
      await store.close()
      await home.remove()
    },
  }
}
