import { connect, createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { freePort } from '../harness/free-port.ts'
import { createHome, engines, type Home, type TestService } from '../harness/service.ts'
import { answer, type Receiver, startReceiver } from './receiver.ts'
import { createWebhook, deliveries, readDelivery, sendTest, settled, startWithWebhooks } from './webhook-requests.ts'

/** Passes everything on, except that `shouldLose` may lose the reply to a COMMIT and break its connection. */
async function startLossyProxy(target: URL, shouldLose: (transaction: string) => boolean) {
  const sockets = new Set<Socket>()
  const server: Server = createServer((client) => {
    const far = connect(Number(target.port), target.hostname)
    for (const socket of [client, far]) {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    }
    let sent = ''
    let isLosing = false
    client.on('data', (piece) => {
      const text = piece.toString('latin1')
      sent += text
      if (/\bcommit\b/i.test(text)) {
        isLosing = shouldLose(sent)
        sent = ''
      } else if (/\b(begin|start transaction)\b/i.test(text)) sent = text
      far.write(piece)
    })
    far.on('data', (piece) => {
      // The commit has happened; the client sees a broken connection.
      if (isLosing) client.destroy()
      else client.write(piece)
    })
    client.on('close', () => far.destroy())
    far.on('close', () => client.destroy())
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    port,
    stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

describe.runIf(engines.includes('postgres'))('a commit of delivery outcomes whose reply is lost', () => {
  let home: Home
  let receiver: Receiver
  let proxy: Awaited<ReturnType<typeof startLossyProxy>>
  let service: TestService
  let toLose = 0
  let lost = 0
  beforeEach(async () => {
    ;[toLose, lost] = [0, 0]
    home = await createHome('postgres')
    receiver = await startReceiver()
    proxy = await startLossyProxy(new URL(inject('postgresUrl')), (transaction) => {
      if (lost >= toLose || !/insert into "delivery_attempts"/i.test(transaction)) return false
      lost += 1
      return true
    })
    const url = new URL(home.env.DATABASE_URL ?? '')
    url.port = String(proxy.port)
    service = await startWithWebhooks('postgres', { DATABASE_URL: url.href }, home)
  })
  afterEach(async () => {
    await service.stop()
    proxy.stop()
    await receiver.stop()
    await home.remove()
  })

  test('stores each attempt once, and later events are delivered', async () => {
    const { id } = await createWebhook(service, receiver.url)
    toLose = 1
    const first = await sendTest(service, id)
    await settled(service, id, 'delivered')
    await expect.poll(() => lost).toBe(1)
    await sendTest(service, id)
    await receiver.waitFor(2)
    await settled(service, id, 'delivered')
    expect((await readDelivery(service, first.id)).attempts).toHaveLength(1)
  })

  test('counts a failure once', async () => {
    receiver.behave(answer(500))
    const { id } = await createWebhook(service, receiver.url)
    toLose = 1
    const { id: delivery } = await sendTest(service, id)
    await settled(service, id, 'dead')
    expect(lost).toBe(1)
    expect((await readDelivery(service, delivery)).attempts).toHaveLength(3)
    receiver.accept()
    await sendTest(service, id)
    await expect.poll(async () => (await deliveries(service, id, '?status=delivered')).length).toBe(1)
  })
})
