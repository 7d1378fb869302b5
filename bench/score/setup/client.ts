import { Agent, request } from 'node:http'

export interface ScoreClient {
  /**
   * Sends one request, reads the whole response and returns the time in milliseconds. Rejects unless every frame has a
   * score.
   */
  score(urls: readonly string[], accept?: string, signal?: AbortSignal): Promise<number>
  close(): void
}

/** Uses node:http directly, so that the measured time includes as little client work as possible. */
export function createScoreClient(
  url: string,
  key: string,
  profileId: string,
  more: object = {},
  idOf = (_url: string, i: number) => `f${i}`,
): ScoreClient {
  const agent = new Agent({ keepAlive: true })
  const { hostname, port } = new URL(url)
  return {
    score: (urls, accept = 'application/json', signal) =>
      new Promise((resolve, reject) => {
        const frames = urls.map((one, i) => ({ id: idOf(one, i), url: one }))
        const body = JSON.stringify({ profile_id: profileId, frames, dimensions: ['aesthetics'], ...more })
        const headers = {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          'content-length': body.length,
          accept,
        }
        const started = performance.now()
        const options = { agent, hostname, port, path: '/v1/score', method: 'POST', headers, signal }
        const sent = request(options, (response) => {
          let text = ''
          response.setEncoding('utf8').on('data', (piece: string) => {
            text += piece
          })
          response.on('end', () => {
            const took = performance.now() - started
            const scored = text.split('"aesthetics":0.').length - 1
            if (response.statusCode === 200 && scored === urls.length) return resolve(took)
            reject(new Error(`${response.statusCode} with ${scored} of ${urls.length} scores: ${text.slice(0, 300)}`))
          })
        })
        sent.on('error', reject)
        sent.end(body)
      }),
    close: () => agent.destroy(),
  }
}
