import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How the host answers requests for one name. */
interface Shown {
  readonly bytes?: Buffer
  readonly status?: number
  readonly etag?: string
}

export interface PictureHost {
  url(name: string): string
  /** Sets the bytes or the status for a name; without either it is a 404. */
  show(name: string, shown: Shown): void
  /** Holds the next requests for the name until there is one for each response, then answers them all. */
  gather(name: string, answers: readonly Buffer[]): void
  /** How many requests are held. */
  gathered(name: string): number
  /** The statuses of all responses for the name. */
  answersTo(name: string): readonly number[]
  close(): Promise<void>
}

/** A real HTTP server on the loopback, with pictures that the test can change. */
export async function startPictureHost(): Promise<PictureHost> {
  const shown = new Map<string, Shown>()
  const gatherings = new Map<string, { readonly answers: readonly Buffer[]; readonly waiting: ServerResponse[] }>()
  const answered: { name: string; status: number }[] = []
  const server = createServer((request, response) => {
    const name = (request.url ?? '/').slice(1)
    const end = (status: number, bytes?: Buffer, headers = {}) => {
      answered.push({ name, status })
      response.writeHead(status, headers).end(bytes)
    }
    const gathering = gatherings.get(name)
    if (gathering) {
      const { answers, waiting } = gathering
      waiting.push(response)
      if (waiting.length === answers.length) for (const [i, one] of waiting.entries()) one.end(answers[i])
      return
    }
    const { bytes, etag, status = bytes ? 200 : 404 } = shown.get(name) ?? {}
    if (etag !== undefined && request.headers['if-none-match'] === etag) return end(304, undefined, { etag })
    end(status, bytes, etag === undefined ? {} : { etag })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: (name) => `http://127.0.0.1:${port}/${name}`,
    show: (name, what) => void shown.set(name, what),
    gather: (name, answers) => void gatherings.set(name, { answers, waiting: [] }),
    gathered: (name) => gatherings.get(name)?.waiting.length ?? 0,
    answersTo: (name) => answered.filter((one) => one.name === name).map(({ status }) => status),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
