import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectInvalidAt } from '../harness/problem.ts'
import { engines, startService, type TestService } from '../harness/service.ts'
import { loopbackAllowed } from '../scoring/scoring-service.ts'
import {
  cancel,
  expectEachOnce,
  isInterim,
  linesOf,
  many,
  openLines,
  path,
  resultsOf,
  scored,
  submit,
  submitAsync,
  untilCompleted,
  untilStatus,
  useStage,
} from './batch-service.ts'

describe.each(engines)('reading a batch on %s', (engine) => {
  const stage = useStage(engine)
  let other: TestService
  beforeAll(async () => {
    other = await startService(engine, loopbackAllowed, stage.service.home)
  })
  afterAll(() => other.stop())

  const halfHeld = () => stage.request([...many(5, 'now'), ...many(5, 'held')])

  test('results?after=<seq> of an ended batch streams the later results, batch line first and done last', async () => {
    const { service, request } = stage
    const whole = linesOf(await submit(service, request(many(6, 'now')))).filter((line) => !isInterim(line))
    const { batch_id } = whole[0]
    const rest = await resultsOf(service, batch_id, '?after=4')
    expect(rest).toEqual([whole[0], ...scored(whole).slice(4), ...whole.slice(-2)])
    expect(await resultsOf(service, batch_id, '?after=6')).toEqual([whole[0], ...whole.slice(-2)])
    expect(await resultsOf(service, batch_id, '?after=10000')).toEqual([whole[0], ...whole.slice(-2)])
    expect(await resultsOf(service, batch_id)).toEqual(whole)
  })

  test.each(['-1', '1.5', 'x', '10001', '99999999999999'])('after=%s is refused', async (after) => {
    const { batch_id } = await submitAsync(stage.service, stage.request(['now/0']))
    expectInvalidAt(await stage.service.call('GET', `${path}/${batch_id}/results?after=${after}`), '/query/after')
  })

  test('a reader that reconnects to server-sent events continues after its Last-Event-ID', async () => {
    const { service, request } = stage
    const { batch_id } = linesOf(await submit(service, request(many(3, 'now'))))[0]
    const headers = { accept: 'text/event-stream', 'last-event-id': '2' }
    const { text } = await service.call('GET', `${path}/${batch_id}/results`, { headers })
    expect([...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => id)).toEqual(['3'])
    // At the URL where it started.
    const again = await service.call('GET', `${path}/${batch_id}/results?after=1`, { headers })
    expect(again.text.match(/^id: .*$/gm)).toEqual(['id: 3'])
    const further = await service.call('GET', `${path}/${batch_id}/results?after=3`, { headers })
    expect(further.text.match(/^id: .*$/gm)).toBeNull()
  })

  test.runIf(engine === 'sqlite')('an idle stream has a progress line at least every five seconds', async () => {
    const { service, request } = stage
    const { batch_id } = await submitAsync(service, request(['held/0']))
    const since = performance.now()
    const reader = await openLines(other, 'GET', `${path}/${batch_id}/results`)
    expect((await reader.next()).type).toBe('batch')
    expect(await reader.next()).toEqual({ type: 'progress', completed: 0, total: 1 })
    expect(performance.now() - since).toBeGreaterThan(1000)
    reader.leave()
    await cancel(service, batch_id)
  })

  test('a reader can resume while the batch runs, and all readers see the same on any process', async () => {
    const { service, host } = stage
    const { batch_id } = await submitAsync(service, halfHeld())
    await untilCompleted(service, batch_id, 5)
    const where = `${path}/${batch_id}/results`
    const readers = await Promise.all([
      openLines(service, 'GET', where),
      openLines(service, 'GET', `${where}?after=3`),
      openLines(other, 'GET', where),
      openLines(other, 'GET', `${where}?after=3`),
    ])
    for (const reader of readers) expect((await reader.next()).type).toBe('batch')
    for (const [i, reader] of readers.entries()) expect((await reader.next()).seq).toBe([1, 4][i % 2])
    host.open()
    const seen = await Promise.all(readers.map(({ rest }) => rest()))
    host.shut()
    const [all, late] = seen.map((lines) => scored(lines).map(({ seq, index }) => [seq, index]))
    expect(seen.map((lines) => scored(lines).map(({ seq, index }) => [seq, index]))).toEqual([all, late, all, late])
    expect(all?.map(([seq]) => seq)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(late).toEqual(all?.slice(3))
    for (const lines of seen) expect(lines.at(-1)).toMatchObject({ type: 'done', status: 'completed' })
  })

  test('a dropped connection does not stop the batch', async () => {
    const { service, host } = stage
    const stream = await openLines(service, 'POST', path, halfHeld())
    const { batch_id } = await stream.next()
    await stream.next()
    stream.leave()
    host.open()
    const { counts } = await untilStatus(service, batch_id, 'completed')
    host.shut()
    expect(counts).toEqual({ total: 10, succeeded: 10, failed: 0, canceled: 0 })
    expectEachOnce(await resultsOf(service, batch_id), 10)
  })

  test('a batch can be read from a process that did not accept it', async () => {
    const { service, request } = stage
    const { batch_id } = await submitAsync(service, request(many(20, 'now')))
    const lines = await resultsOf(other, batch_id)
    expectEachOnce(lines, 20)
    expect(await resultsOf(service, batch_id)).toEqual(lines.filter((line) => !isInterim(line)))
  })
})
