import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { runOperatorCommand } from '../harness/command.ts'
import { startService } from '../harness/service.ts'

test('palate health exits with 0 while the service is ready, and with 1 once it has stopped', async () => {
  const service = await startService('sqlite')
  const { port } = new URL(service.url)
  // In a container the service listens on all addresses.
  const env = { ...service.home.env, PALATE_HOST: '0.0.0.0', PALATE_PORT: port }
  const ready = await runOperatorCommand(['health'], env)
  await service.stop()
  expect(ready).toMatchObject({ code: 0, stdout: 'ready\n', stderr: '' })
  expect(await runOperatorCommand(['health'], env)).toMatchObject({
    code: 1,
    stderr: `palate: no Palate answers on 0.0.0.0:${port}\n`,
  })
})

test.each([
  [
    'a service that is not ready',
    { code: 'unavailable', detail: 'the store has no disk space left' },
    'not ready: the store has no disk space left',
  ],
  ['another program', ['what?'], 'no Palate answers on 127.0.0.1:PORT'],
  ['an answer of null', null, 'no Palate answers on 127.0.0.1:PORT'],
])('palate health exits with 1 for %s', async (_what, answer, message) => {
  const server = createServer((_request, response) => response.writeHead(503).end(JSON.stringify(answer)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const port = String((server.address() as AddressInfo).port)
  const { code, stderr } = await runOperatorCommand(['health'], { PALATE_PORT: port })
  server.close()
  expect({ code, stderr }).toEqual({ code: 1, stderr: `palate: ${message.replace('PORT', port)}\n` })
})
