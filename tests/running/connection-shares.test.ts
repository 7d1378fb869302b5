import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startService, type TestService } from '../harness/service.ts'

const connectionsMax = 20

describe('the connections of a service', () => {
  let service: TestService
  const held: Socket[] = []
  let closed = 0
  beforeAll(async () => {
    service = await startService('sqlite', {}, undefined, { connectionsMax })
  })
  afterAll(async () => {
    for (const socket of held) socket.destroy()
    await service.stop()
  })

  /** Sends a head and one byte of the body. */
  async function hold(path: string, headers: string): Promise<void> {
    const { hostname, port } = new URL(service.url)
    const socket = connect(Number(port), hostname).on('error', () => {})
    held.push(socket)
    socket.on('close', () => {
      closed += 1
    })
    await once(socket, 'connect')
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: h\r\n${headers}content-type: application/json\r\ncontent-length: 99\r\n\r\n{`,
    )
  }

  /** On a connection of its own. */
  async function list(key: string): Promise<string> {
    const { hostname, port } = new URL(service.url)
    const socket = connect(Number(port), hostname)
    socket.write(`GET /v1/profiles HTTP/1.1\r\nhost: h\r\nauthorization: Bearer ${key}\r\nconnection: close\r\n\r\n`)
    return (await text(socket)).slice(0, 15)
  }

  it('are left to others by a key that begins hundreds of bodies and sends one byte of each', async () => {
    const other = await service.newAccount()
    for (let i = 0; i < 5 * connectionsMax; i++) {
      await hold('/v1/profiles', `authorization: Bearer ${service.key}\r\n`)
      if (i % 10 === 0) expect(await list(other)).toBe('HTTP/1.1 200 OK')
    }
    await expect.poll(() => held.length - closed).toBe(connectionsMax / 2)
    expect(await list(other)).toBe('HTTP/1.1 200 OK')
  })

  it('are left to others by an address without a key', async () => {
    const other = await service.newAccount()
    for (let i = 0; i < 2 * connectionsMax; i++) await hold('/api/session', '')
    expect(await list(other)).toBe('HTTP/1.1 200 OK')
    expect(await list(service.key)).toBe('HTTP/1.1 200 OK')
  })
})
