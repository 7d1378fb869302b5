import { type BatchLine, type BatchRequest, Palate } from '@palate/client'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type BatchHost, startBatchHost } from '../batches/batch-host.ts'
import { expectEachOnce, many, requestOf, useStage } from '../batches/batch-service.ts'
import { createFlakyProxy } from '../harness/flaky-proxy.ts'
import { freePort } from '../harness/free-port.ts'
import { createProcesses } from '../harness/processes.ts'
import { createHome, type Home } from '../harness/service.ts'
import { loopbackAllowed } from '../scoring/scoring-service.ts'
import { clientOf } from './client-of-service.ts'

async function linesOf(stream: AsyncIterable<BatchLine>): Promise<BatchLine[]> {
  const lines: BatchLine[] = []
  for await (const line of stream) lines.push(line)
  return lines
}

const batch = (request: object) => request as BatchRequest

describe("the client's batches", () => {
  const stage = useStage('sqlite')

  test('return each result once, with the batch first and done last', async () => {
    const lines = await linesOf(clientOf(stage.service).scoreBatch(batch(stage.request(many(5, 'now')))))
    expect([lines[0]?.type, lines.at(-1)?.type]).toEqual(['batch', 'done'])
    expectEachOnce(lines, 5)
  })

  test('continue after the last result when the connection breaks, without submitting again', async () => {
    const { service, host, request } = stage
    const proxy = await createFlakyProxy(new URL(service.url))
    const palate = clientOf(service, `http://127.0.0.1:${proxy.port}`)
    const lines: BatchLine[] = []
    for await (const line of palate.scoreBatch(batch(request([...many(3, 'now'), ...many(3, 'held')])))) {
      lines.push(line)
      if (line.type !== 'score' || lines.filter(({ type }) => type === 'score').length !== 3) continue
      await expect.poll(() => host.waiting).toBe(3)
      proxy.drop()
      host.open()
    }
    host.shut()
    await proxy.cut()
    expectEachOnce(lines, 6)
    expect(lines.filter(({ type }) => type === 'batch')).toHaveLength(1)
    const { batches } = await clientOf(service).batches.list({ limit: 1 })
    expect(batches[0]).toMatchObject({ counts: { total: 6, succeeded: 6 } })
  })

  test('can be submitted without waiting, read later from any result on, listed and cancelled', async () => {
    const palate = clientOf(stage.service)
    const { batch_id } = await palate.batches.submit(batch(stage.request(many(4, 'now'))))
    expectEachOnce(await linesOf(palate.batches.results(batch_id)), 4)
    const rest = await linesOf(palate.batches.results(batch_id, { after: 3 }))
    expect(rest.filter(({ type }) => type === 'score')).toHaveLength(1)
    expect((await palate.batches.get(batch_id)).status).toBe('completed')
    const held = await palate.batches.submit(batch(stage.request(['silent/1'])))
    expect((await palate.batches.cancel(held.batch_id)).status).toMatch(/cancel/)
    // Again, as after a lost response.
    expect((await palate.batches.cancel(held.batch_id)).status).toMatch(/cancel/)
    await expect(linesOf(palate.batches.results('batch_none'))).rejects.toMatchObject({ code: 'batch_not_found' })
  })

  test('end with the reason of their signal, and can be stopped early', async () => {
    const palate = clientOf(stage.service)
    const controller = new AbortController()
    const request = batch(stage.request(['silent/2']))
    const reading = linesOf(palate.scoreBatch(request, { signal: controller.signal }))
    setTimeout(() => controller.abort(new Error('enough')), 300)
    await expect(reading).rejects.toThrow('enough')
    for await (const line of palate.scoreBatch(request)) if (line.type === 'batch') break
    for await (const { batch_id } of palate.batches.list({ status: 'in_progress' }))
      await palate.batches.cancel(batch_id)
  })
})

describe("the client's batches when the service dies", () => {
  const processes = createProcesses()
  let home: Home
  let host: BatchHost
  beforeEach(async () => {
    home = await createHome('sqlite')
    host = await startBatchHost()
  })
  afterEach(async () => {
    await processes.stopAll()
    await host.close()
    await home.remove()
  })
  afterAll(() => processes.stopAll())

  test('continue where they were once it is back', async () => {
    const env = { ...home.env, ...loopbackAllowed, PALATE_LOG_LEVEL: 'silent' }
    const port = String(await freePort())
    const first = await processes.serve({ ...env, PALATE_PORT: port })
    const proxy = await createFlakyProxy(new URL(first.address))
    const palate: Palate = clientOf({ url: `http://127.0.0.1:${proxy.port}`, key: first.key })
    const { id } = await palate.profiles.create({ projectId: 'studio', name: 'Killed' })
    const request = batch(requestOf(id, host, [...many(2, 'now'), ...many(2, 'held')]))
    const lines: BatchLine[] = []
    let isKilled = false
    for await (const line of palate.scoreBatch(request)) {
      lines.push(line)
      if (isKilled || lines.filter(({ type }) => type === 'score').length < 2) continue
      isKilled = true
      first.child.kill('SIGKILL')
      await first.ended
      void processes.serve({ ...env, PALATE_PORT: port }).then(() => host.open())
    }
    await proxy.cut()
    expect(isKilled).toBe(true)
    expectEachOnce(lines, 4)
    expect(lines.at(-1)).toMatchObject({ type: 'done', counts: { succeeded: 4 } })
  })
})

describe("the client's tail", () => {
  const stage = useStage('sqlite')

  test('misses no event while its connection is broken, even before its first event', async () => {
    const { service } = stage
    const direct = clientOf(service)
    const { id } = await direct.profiles.create({ projectId: 'tail', name: 'Before' })
    const proxy = await createFlakyProxy(new URL(service.url))
    let streams = 0
    const watched: typeof fetch = async (input, init) => {
      const answer = await fetch(input, init)
      if (answer.headers.get('content-type')?.startsWith('text/event-stream')) streams++
      return answer
    }
    const palate = new Palate({ url: `http://127.0.0.1:${proxy.port}`, apiKey: service.key, fetch: watched })
    const tail = palate.events.tail({ projectId: 'tail', type: 'profile.updated' })
    const first = tail.next()
    await expect.poll(() => streams).toBe(1)
    await proxy.cut()
    await direct.profiles.update(id, { seed: 'unseen' })
    await proxy.mend()
    expect((await first).value).toMatchObject({ type: 'profile.updated', data: { profileId: id } })
    await tail.return(undefined)
    await proxy.cut()
  })
})
