import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { frameOf, getBytes, upload } from '../frames/frame-requests.ts'
import { expectProblem } from '../harness/problem.ts'
import { startService, type TestService } from '../harness/service.ts'
import { paint } from '../scoring/pictures.ts'
import { type S3Server, startS3 } from './s3-server.ts'

type Disturbance = NonNullable<S3Server['disturb']>

const denied: Disturbance = (_, response) => {
  response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>')
  return true
}
const frozen: Disturbance = () => true
/** For pictures alone, so that the checks of the bucket pass. */
const half: Disturbance = (request, response) => {
  if (request.method !== 'GET') return false
  response.writeHead(200, { 'content-length': 10_000 }).write('half of it')
  setTimeout(() => response.destroy(), 50)
  return true
}
const slow: Disturbance = (request, response) => {
  if (request.method !== 'GET') return false
  response.writeHead(200, { 'content-length': 10_000 })
  const timer = setInterval(() => response.write('.'), 100)
  response.on('close', () => clearInterval(timer))
  return true
}

describe('while a bucket fails', () => {
  let s3: S3Server
  let service: TestService
  let frame: { readonly id: string; readonly url: string }
  let profileId: string
  beforeAll(async () => {
    s3 = await startS3()
    service = await startService('sqlite', { ...s3.env, PALATE_METRICS_PORT: '0' })
    const { body } = await service.call('POST', '/v1/profiles', { body: { projectId: 'studio', name: 'taste' } })
    profileId = body.id
    frame = await frameOf(service, await paint({ mood: 'grey', seed: 50 }))
  })
  afterEach(() => {
    s3.disturb = undefined
  })
  afterAll(async () => {
    await service.stop()
    await s3.stop()
  })

  const score = (url: string) =>
    service.call('POST', '/v1/score', {
      body: { profile_id: profileId, frames: [{ id: 'one', url }], dimensions: ['aesthetics'] },
    })
  const dataUrl = async (seed: number) =>
    `data:image/png;base64,${(await paint({ mood: 'warm', seed })).toString('base64')}`

  test.each([
    ['denies', denied, 'the bucket that stores pictures refuses requests', 51],
    ['freezes', frozen, 'the bucket that stores pictures is not responding', 52],
    ['breaks answers off', half, 'the bucket that stores pictures is not responding', 53],
  ])('that %s: its pictures are 503 with a reason and a time', async (_, disturb, detail, seed) => {
    s3.disturb = disturb
    const answer = await service.call('GET', `/api/frames/${frame.id}`)
    expect(expectProblem(answer, 503, 'unavailable').detail).toContain(detail)
    expect(answer.headers.get('retry-after')).toMatch(/^[0-9]+$/)
    await expectTheRest(seed)
  })

  test('that sends byte by byte: the response breaks off', async () => {
    s3.disturb = slow
    await expect(getBytes(service, `/api/frames/${frame.id}`)).rejects.toThrow()
    await expectTheRest(54)
  })

  async function expectTheRest(seed: number): Promise<void> {
    expect((await score(await dataUrl(seed))).status).toBe(200)
    expect((await service.call('GET', `/v1/profiles/${profileId}`)).status).toBe(200)
    expect((await service.call('GET', '/readyz', { key: null })).status).toBe(200)
  }

  test.each([
    ['denies', denied, 'the bucket refuses requests'],
    ['freezes', frozen, 'the bucket is not responding'],
  ])(
    'that %s: uploads are 503; status, metrics and /readyz show it, and the process stays ready',
    async (_, disturb, reason) => {
      s3.disturb = disturb
      expectProblem(await upload(service, await paint({ mood: 'cold', seed: 55 })), 503, 'unavailable')
      const ready = async () => service.call('GET', '/readyz', { key: null })
      await expect.poll(ready, { timeout: 20_000 }).toMatchObject({ status: 200, body: { checks: { frames: reason } } })
      expect((await service.call('GET', '/api/status')).body.failedChecks).toEqual({ frames: reason })
      const metric = async () => /^palate_ready\{check="frames"\} ([01])$/m.exec(await metrics())?.[1]
      await expect.poll(metric, { timeout: 30_000 }).toBe('0')
      s3.disturb = undefined
      await expect.poll(async () => (await ready()).body, { timeout: 20_000 }).toEqual({ status: 'ready' })
      expect((await getBytes(service, `/api/frames/${frame.id}`)).status).toBe(200)
    },
  )

  const metrics = async () => (await fetch(service.metricsUrl)).text()
})

test('a service starts beside a bucket that denies, and uses it once it does not', async () => {
  const s3 = await startS3()
  s3.disturb = denied
  const service = await startService('sqlite', s3.env)
  try {
    const ready = await service.call('GET', '/readyz', { key: null })
    expect(ready).toMatchObject({ status: 200, body: { checks: { frames: 'the bucket refuses requests' } } })
    s3.disturb = undefined
    expect((await upload(service, await paint({ mood: 'cold', seed: 56 }))).status).toBe(201)
  } finally {
    await service.stop()
    await s3.stop()
  }
})

describe('the credentials of a role', () => {
  let s3: S3Server
  let agent: Server
  let keys = { AccessKeyId: 'S3RVER', SecretAccessKey: 'S3RVER' }
  beforeAll(async () => {
    s3 = await startS3()
    agent = createServer((_, response) => response.end(JSON.stringify(keys)))
    await new Promise<void>((resolve) => agent.listen(0, '127.0.0.1', resolve))
  })
  afterAll(async () => {
    agent.close()
    await s3.stop()
  })

  test('come from an agent, and are fetched again once the bucket refuses them', async () => {
    const url = `http://127.0.0.1:${(agent.address() as AddressInfo).port}/credentials`
    const service = await startService('sqlite', {
      PALATE_FRAMES_URL: s3.url,
      AWS_CONTAINER_CREDENTIALS_FULL_URI: url,
    })
    try {
      expect((await upload(service, await paint({ mood: 'cold', seed: 57 }))).status).toBe(201)
      let current = 'S3RVER'
      s3.disturb = ({ headers }, response) => {
        if (headers.authorization?.includes(`Credential=${current}/`)) return false
        response.writeHead(400).end('<Error><Code>ExpiredToken</Code></Error>')
        return true
      }
      current = 'another'
      expectProblem(await upload(service, await paint({ mood: 'cold', seed: 58 })), 503, 'unavailable')
      keys = { ...keys, AccessKeyId: 'another' }
      s3.disturb = ({ headers }, response) => {
        const isNew = headers.authorization?.includes('Credential=another/')
        response.writeHead(isNew ? 403 : 400).end(`<Error><Code>${isNew ? 'Seen' : 'ExpiredToken'}</Code></Error>`)
        return true
      }
      const before = await upload(service, await paint({ mood: 'cold', seed: 59 }))
      expectProblem(before, 503, 'unavailable')
      keys = { AccessKeyId: 'S3RVER', SecretAccessKey: 'S3RVER' }
      s3.disturb = ({ headers }, response) => {
        if (headers.authorization?.includes('Credential=S3RVER/')) return false
        response.writeHead(400).end('<Error><Code>ExpiredToken</Code></Error>')
        return true
      }
      expect((await upload(service, await paint({ mood: 'cold', seed: 60 }))).status).toBe(201)
    } finally {
      await service.stop()
    }
  })
})
