import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer } from '../harness/answer.ts'
import { type Ask, createClient } from '../harness/client.ts'
import { type PalateProcess, runPalate } from '../harness/process.ts'
import { createEmptyHome, type Home } from '../harness/service.ts'

const newerPalate = fileURLToPath(new URL('./newer-palate.ts', import.meta.url))
const writers = 3
/** Pause that leaves the processor to the starting processes. */
const writerPauseMs = 100

let home: Home
const started: PalateProcess[] = []
beforeAll(async () => {
  home = await createEmptyHome('postgres')
})
afterAll(async () => {
  for (const { child, ended } of started) {
    child.kill('SIGKILL')
    await ended
  }
  await home.remove()
})

function run(program?: string): PalateProcess {
  const one = runPalate(['serve'], home.env, program === undefined ? undefined : [process.execPath, program])
  started.push(one)
  return one
}

test('a rolling upgrade of two processes under load loses nothing acknowledged', async () => {
  const first = run()
  const firstUrl = await first.url
  const old = [first, run()]
  const urls = [firstUrl, ...(await Promise.all(old.slice(1).map(({ url }) => url)))]
  const key = readFileSync(join(home.env.PALATE_DATA_DIR ?? '', 'bootstrap-key'), 'utf8').trim()

  let turn = 0
  /** Tries the processes in sequence until one answers, like a client behind a load balancer. */
  async function send(method: string, path: string, request: Ask): Promise<Answer> {
    for (;;) {
      const url = urls[turn++ % urls.length] ?? ''
      const answer = await createClient(url, key)
        .call(method, path, request)
        .catch(() => undefined)
      if (answer && answer.status !== 503) return answer
      await pause(20)
    }
  }

  const acknowledged = new Map<string, string>()
  const refused: string[] = []
  let isOver = false
  async function write(): Promise<void> {
    const name = randomUUID()
    const headers = { 'idempotency-key': name }
    const created = await send('POST', '/v1/profiles', { body: { projectId: 'p', name }, headers })
    if (created.status !== 201) return void refused.push(created.text)
    const snapshot = { constraints: [{ id: 'c', question: 'q', answer: name }], exemplars: [], comparisons: [] }
    const versions = [{ id: 'v1', branchId: 'main', parentVersionId: null, message: name, snapshot }]
    const path = `/v1/profiles/${created.body.id}`
    const committed = await send('PATCH', path, { body: { profileData: { versions } } })
    if (committed.status !== 200) refused.push(committed.text)
    else acknowledged.set(path, name)
  }
  const load = Array.from({ length: writers }, async () => {
    while (!isOver) {
      await write()
      await pause(writerPauseMs)
    }
  })

  const counts: number[] = []
  for (const [i, { child, ended }] of old.entries()) {
    const replacement = await run(newerPalate).url
    const [replaced = ''] = urls.splice(i, 1, replacement)
    // The store is migrated, and the old process keeps running until it is stopped.
    expect((await createClient(replaced, key).call('GET', '/readyz')).status).toBe(200)
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    counts.push(acknowledged.size)
  }
  isOver = true
  await Promise.all(load)

  expect(refused).toEqual([])
  expect(counts[0]).toBeGreaterThan(0)
  expect(counts).toEqual(counts.toSorted((a, b) => a - b))
  const client = createClient(urls[0] ?? '', key)
  expect((await client.call('GET', '/v1/profiles')).body.profiles).toHaveLength(acknowledged.size)
  for (const [path, name] of acknowledged) {
    const { body } = await client.call('GET', `${path}/versions/v1`)
    expect(body.snapshot.constraints).toEqual([{ id: 'c', question: 'q', answer: name }])
  }
  for (const { output } of old) {
    const lines = output().stderr.split('\n')
    expect(lines.filter((line) => line.includes('a newer version of Palate has upgraded the store'))).toHaveLength(1)
  }
})
