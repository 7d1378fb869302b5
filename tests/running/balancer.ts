import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const checkEveryMs = 50

export interface Balancer {
  readonly url: string
  /** Adds a process, which gets requests once it is ready. */
  add(url: string): void
  remove(url: string): void
  isReady(url: string): boolean
  stop(): void
}

/** Passes each request, once, to the next process that was ready at the last check. */
export async function startBalancer(): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true })
  const processes = new Map<string, boolean>()
  let turn = 0

  async function check(url: string): Promise<void> {
    const isReady = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    // It may have been removed.
    if (processes.has(url)) processes.set(url, isReady)
  }

  function pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const ready = [...processes].filter(([, isReady]) => isReady).map(([url]) => url)
    const target = ready[turn++ % ready.length]
    if (target === undefined) return void outgoing.writeHead(502).end('no process is ready')
    const { method, headers, url } = incoming
    const passed = request(target + url, { method, headers, agent }, (response) => {
      const { connection, ...kept } = response.headers
      outgoing.writeHead(response.statusCode ?? 502, kept)
      response.pipe(outgoing)
    })
    passed.on('error', (error) => outgoing.writeHead(502).end(`${target}: ${error.message}`))
    incoming.pipe(passed)
  }

  const timer = setInterval(() => [...processes.keys()].forEach(check), checkEveryMs)
  const server = createServer(pass)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: (url) => void processes.set(url, false),
    remove: (url) => void processes.delete(url),
    isReady: (url) => processes.get(url) === true,
    stop() {
      clearInterval(timer)
      agent.destroy()
      server.close()
      server.closeAllConnections()
    },
  }
}
