import { once } from 'node:events'
import { connect } from 'node:net'
import type { Worker } from 'node:worker_threads'
import { metadataCharactersMax } from '@palate/core/batches/schema.ts'
import { elementsPerListMax } from '@palate/core/profile/schema.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Answer } from '../harness/answer.ts'
import type { Client } from '../harness/client.ts'
import { longestHoldMs } from '../harness/event-loop.ts'
import { expectProblem } from '../harness/problem.ts'
import { engines, largeRequests, startService } from '../harness/service.ts'
import { useService } from '../harness/use-service.ts'

const threads: Worker[] = []
const remember = (worker: Worker) => threads.push(worker)
beforeEach(() => void process.on('worker', remember))
afterEach(() => void process.off('worker', remember))

describe.each(engines)('large requests on %s', (engine) => {
  const service = useService(engine)

  async function newProfile(client: Client = service): Promise<string> {
    count += 1
    const made = await client.call('POST', '/v1/profiles', { body: { projectId: 'studio', name: `Large ${count}` } })
    return made.body.id
  }

  test('the event loop is free for other requests during a large one', async () => {
    const raw = JSON.stringify({ profileData: { versions: [commit('v1', 'warm', elementsPerListMax)] } })
    async function holdOfCommit(client: Client): Promise<number> {
      const id = await newProfile(client)
      let patched: Answer | undefined
      const heldMs = await longestHoldMs(async () => {
        patched = await client.call('PATCH', `/v1/profiles/${id}`, { raw })
      })
      expect(patched?.status).toBe(200)
      const { body } = await client.call('GET', `/v1/profiles/${id}/versions`)
      expect(body.versions.map((version: { id: string }) => version.id)).toEqual(['v1'])
      return heldMs
    }
    largeRequests.smallBytesMax = Number.POSITIVE_INFINITY
    const withoutThread = await startService(engine).finally(() => delete largeRequests.smallBytesMax)
    const heldWithoutMs = await holdOfCommit(withoutThread).finally(() => withoutThread.stop())
    // About a tenth of it. The best of three, because the machine may stop this process for as long.
    const held = [await holdOfCommit(service), await holdOfCommit(service), await holdOfCommit(service)]
    expect(Math.min(...held)).toBeLessThan(heldWithoutMs / 2)
  })

  test('get the same error texts as small ones', async () => {
    const answers = await Promise.all(
      ['', 'x'.repeat(300_000)].map((question) =>
        service.call('POST', '/v1/profiles/import', { body: { format: 'other', question } }),
      ),
    )
    const [small, large] = answers.map(({ status, body: { requestId: _, ...problem } }) => ({ status, problem }))
    expect(large).toEqual(small)
    expect(large?.status).toBe(400)
    const broken = await service.call('POST', '/v1/score', { raw: `{"frames": [${'1,'.repeat(300_000)}` })
    expectProblem(broken, 400, 'invalid_json')
  })

  test('a path with an impossible profile id is 404, without a query for its size', async () => {
    expectProblem(await service.call('GET', '/v1/profiles/%00/export'), 404, 'profile_not_found')
  })

  test('with the same Idempotency-Key are executed once', async () => {
    const id = await newProfile()
    await service.call('PATCH', `/v1/profiles/${id}`, {
      body: { profileData: { versions: [commit('v1', 'x'.repeat(1000), 300)] } },
    })
    const exported = (await service.call('GET', `/v1/profiles/${id}/export`)).body
    const body = { ...exported, name: `Copy of ${id}` }
    const headers = { 'idempotency-key': `import ${id}` }
    const first = await service.call('POST', '/v1/profiles/import', { body, headers })
    const second = await service.call('POST', '/v1/profiles/import', { body, headers })
    expect(first.status).toBe(201)
    expect(second.text).toBe(first.text)
    expect(second.headers.get('idempotency-replayed')).toBe('true')
  })

  test('a batch is submitted, and its results are streamed', async () => {
    const body = {
      profile_id: await newProfile(),
      dimensions: ['brightness'],
      frames: Array.from({ length: 3000 }, (_, i) => ({ id: `frame ${i}`, url: `data:,${'x'.repeat(100)}` })),
    }
    const submitted = await service.call('POST', '/v1/score/batch', { body, headers: { prefer: 'respond-async' } })
    expect(submitted.status).toBe(202)
    expect(submitted.headers.get('location')).toBe(`/v1/score/batch/${submitted.body.batch_id}`)
    expect(submitted.body.counts.total).toBe(3000)
    await service.call('POST', `/v1/score/batch/${submitted.body.batch_id}/cancel`)
    const frames = body.frames.slice(0, 2)
    // The stored batch is too large for one message.
    const metadata = { note: 'x'.repeat(metadataCharactersMax - 20) }
    const streamed = await service.call('POST', '/v1/score/batch', {
      body: { ...body, frames, metadata, ignored: much },
    })
    const lines = streamed.text.trim().split('\n')
    expect(lines.filter((line) => JSON.parse(line).type === 'error')).toHaveLength(2)
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ type: 'done', status: 'completed' })
  })

  test('if the thread stops, its requests are 503 unavailable, and the next ones start another', async () => {
    const id = await newProfile()
    const body = { profileData: { versions: [commit('v1', 'warm', 5000)] } }
    await service.call('PATCH', `/v1/profiles/${id}`, { body })
    await Promise.all(threads.splice(0).map((thread) => thread.terminate()))
    process.once('worker', (thread) => void thread.terminate())
    const lost = await service.call('GET', `/v1/profiles/${id}/versions`)
    const problem = expectProblem(lost, 503, 'unavailable')
    expect(problem.detail).toBe('the thread handling this request stopped; try again')
    expect(lost.headers.get('retry-after')).toBe('1')
    expect((await service.call('GET', `/v1/profiles/${id}/versions`)).status).toBe(200)
    expect(threads).toHaveLength(2)
  })

  test('a client that stops reading a response and disconnects does not block others', async () => {
    const id = await newProfile()
    const body = { profileData: { versions: [commit('v1', 'x'.repeat(4000), 2000)] } }
    await service.call('PATCH', `/v1/profiles/${id}`, { body })
    const { hostname, port } = new URL(service.url)
    const lazy = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const socket = connect(Number(port), hostname)
        socket.write(`GET /v1/profiles/${id} HTTP/1.1\r\nhost: h\r\nauthorization: Bearer ${service.key}\r\n\r\n`)
        await once(socket, 'readable')
        return socket
      }),
    )
    expect((await service.call('GET', `/v1/profiles/${id}/versions`)).status).toBe(200)
    for (const socket of lazy) socket.destroy()
    expect((await service.call('DELETE', `/v1/profiles/${id}`)).body).toEqual({ success: true })
    expectProblem(await service.call('GET', `/v1/profiles/${id}/versions`), 404, 'profile_not_found')
  })
})

test('a stop waits for a large request', async () => {
  const service = await startService('sqlite')
  threads.splice(0)
  const made = await service.call('POST', '/v1/profiles', { body: { projectId: 'studio', name: 'Late' } })
  const body = { profileData: { versions: [commit('v1', 'warm', 2000)] } }
  const patch = service.call('PATCH', `/v1/profiles/${made.body.id}`, { body })
  await expect.poll(() => threads.length).toBeGreaterThan(0)
  await service.stop()
  expect((await patch).status).toBe(200)
  expect(threads.at(-1)?.threadId).toBe(-1)
})

let count = 0
const much = 'x'.repeat(300_000)

function commit(id: string, answer: string, elements: number) {
  const constraints = Array.from({ length: elements }, (_, i) => ({ id: `c${i}`, question: 'How?', answer }))
  return { id, branchId: 'main', parentVersionId: null, message: id, snapshot: { constraints } }
}
