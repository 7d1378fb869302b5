import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { paint } from '../scoring/pictures.ts'

export interface BatchHost {
  /**
   * `now/…` is a picture; `held/…` is one that is sent when the host opens; `flaky/N/…` is one after N answers of 503;
   * `status/N` is that status; `silent/…` is never answered.
   */
  url(path: string): string
  /** How often a path was requested. */
  requestsFor(path: string): number
  /** How many requests wait for the host to open. */
  readonly waiting: number
  open(): void
  shut(): void
  close(): Promise<void>
}

/** A real HTTP server on loopback that sends pictures on demand. */
export async function startBatchHost(): Promise<BatchHost> {
  const picture = await paint({ mood: 'warm', seed: 1 })
  const counts = new Map<string, number>()
  const waiting = new Set<ServerResponse>()
  let isOpen = false
  const show = (response: ServerResponse) => void response.writeHead(200, { 'content-type': 'image/png' }).end(picture)
  const tricks: Record<string, (response: ServerResponse, rest: string, times: number) => void> = {
    now: show,
    held(response) {
      if (isOpen) return show(response)
      waiting.add(response)
      response.on('close', () => waiting.delete(response))
    },
    flaky: (response, rest, times) =>
      times > Number.parseInt(rest, 10) ? show(response) : void response.writeHead(503).end(),
    status: (response, rest) => void response.writeHead(Number(rest)).end(),
    silent: () => {},
  }
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').slice(1)
    const times = (counts.get(path) ?? 0) + 1
    counts.set(path, times)
    const [, name = '', rest = ''] = /^([^/]*)\/?(.*)$/.exec(path) ?? []
    tricks[name]?.(response, rest, times)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: (path) => `http://127.0.0.1:${port}/${path}`,
    requestsFor: (path) => counts.get(path) ?? 0,
    get waiting() {
      return waiting.size
    },
    open() {
      isOpen = true
      for (const response of waiting) show(response)
    },
    shut() {
      isOpen = false
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
