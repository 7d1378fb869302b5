import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// A process that records when each POST arrived. `GET /times/<path>` returns the times of a path, `GET /reset` discards
// all times. Requests to /dead get no response.

const received = new Map<string, number[]>()
const server = createServer((request, response) => {
  const path = request.url ?? ''
  if (path === '/reset') received.clear()
  if (request.method === 'GET') return response.end(JSON.stringify(received.get(path.replace('/times', '')) ?? []))
  request.resume().once('end', () => {
    const times = received.get(path) ?? []
    times.push(Date.now())
    received.set(path, times)
    if (path !== '/dead') response.writeHead(204).end()
  })
})
server.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
})
process.once('disconnect', () => process.exit(0))
