import { request } from 'node:http'
import type { Client } from '../../tests/harness/client.ts'

export interface BatchRun {
  readonly seconds: number
  readonly firstMs: number
}

/** Submits a batch, then reads and discards its stream. Rejects unless every frame has a score. */
export function runBatch(
  { url, key }: Pick<Client, 'url' | 'key'>,
  profileId: string,
  urls: readonly string[],
): Promise<BatchRun> {
  const frames = urls.map((one, i) => ({ id: `f${i}`, url: one }))
  const body = JSON.stringify({ profile_id: profileId, frames, dimensions: ['aesthetics'] })
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    const started = performance.now()
    let firstMs = 0
    let tail = ''
    const sent = request(`${url}/v1/score/batch`, { method: 'POST', headers }, (response) => {
      response.setEncoding('utf8').on('data', (piece: string) => {
        tail = (tail + piece).slice(-300)
        if (firstMs === 0 && piece.includes('"type":"score"')) firstMs = performance.now() - started
      })
      response.on('end', () => {
        const seconds = (performance.now() - started) / 1000
        if (tail.includes(`"succeeded":${urls.length},`)) return resolve({ seconds, firstMs })
        reject(new Error(`${response.statusCode}: ${tail}`))
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
