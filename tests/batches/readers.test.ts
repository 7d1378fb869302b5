import { resultsPerPageMax } from '@palate/server/batches/result-stream.ts'
import { pollEveryMs } from '@palate/server/streaming/store-watch.ts'
import { describe, expect, test } from 'vitest'
import { readSample } from '../harness/metrics.ts'
import { engines } from '../harness/service.ts'
import { expectEachOnce, path, resultsOf, submitAsync, untilStatus, useStage } from './batch-service.ts'

const readersCount = 200
/** Half of them have results when the host opens. Each URL is fetched once. */
const framePaths = Array.from({ length: 300 }, (_, i) => `${i % 2 ? 'held' : 'now'}/readers-${i % 4}`)

describe.each(engines)('many readers of a batch on %s', (engine) => {
  const stage = useStage(engine, { PALATE_METRICS_PORT: '0' })

  const reads = () => readSample(stage.service.metricsUrl, 'palate_store_duration_seconds_count{kind="read"}')

  /** What each reader of a new batch gets, and the number of store reads once all have started. */
  async function readWith(count: number) {
    const { service, request, host } = stage
    const { batch_id } = await submitAsync(service, request(framePaths))
    const headers = { authorization: `Bearer ${service.key}` }
    const url = `${service.url}${path}/${batch_id}/results`
    const answers = await Promise.all(Array.from({ length: count }, () => fetch(url, { headers })))
    const readsBefore = await reads()
    const since = performance.now()
    host.open()
    const texts = await Promise.all(answers.map((answer) => answer.text()))
    const readsDuring = (await reads()) - readsBefore
    host.shut()
    return { texts: texts.map(withoutProgress), readsDuring, tookMs: performance.now() - since }
  }

  test('cost the store about as much as one reader, and each gets every line in order', async () => {
    const one = await readWith(1)
    const { texts, readsDuring, tookMs } = await readWith(readersCount)
    expect(texts).toHaveLength(readersCount)
    const lines = (texts[0] ?? '').split('\n').map((line) => JSON.parse(line))
    expect([lines[0].type, lines.at(-1).type]).toEqual(['batch', 'done'])
    expectEachOnce(lines, framePaths.length)
    expect(texts.filter((text) => text !== texts[0])).toEqual([])
    // Separate reads would be 200 times as many. On a busy machine they take longer, so there are more queries.
    expect(readsDuring).toBeLessThan(10 * (one.readsDuring + tookMs / pollEveryMs))
  })

  test('a late reader catches up in pages, also as server-sent events', async () => {
    const { service, request } = stage
    const count = 3 * resultsPerPageMax - 50
    const { batch_id } = await submitAsync(service, request(Array<string>(count).fill('now/later')))
    await untilStatus(service, batch_id, 'completed')
    const readsOfReader = async () => {
      const before = await reads()
      expectEachOnce(await resultsOf(service, batch_id), count)
      return (await reads()) - before
    }
    const first = await readsOfReader()
    // The three pages are in memory by then. The worker's polling for batches counts as well.
    await expect.poll(readsOfReader).toBeLessThanOrEqual(first - 3)
    const headers = { accept: 'text/event-stream' }
    const { text } = await service.call('GET', `${path}/${batch_id}/results?after=${count - 210}`, { headers })
    const numbers = [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id))
    expect(numbers).toEqual(Array.from({ length: 210 }, (_, i) => count - 209 + i))
  })
})

/** Progress lines depend on when a reader connected. */
function withoutProgress(text: string): string {
  return text
    .trimEnd()
    .split('\n')
    .filter((line) => !line.startsWith('{"type":"progress"'))
    .join('\n')
}
