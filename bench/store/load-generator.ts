import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const autocannon = fileURLToPath(import.meta.resolve('autocannon'))
const run = promisify(execFile)

interface Load {
  readonly url: string
  readonly key: string
  readonly seconds: number
  readonly connections: number
}

/** Requests per second, measured by autocannon in its own process. Any response other than 2xx ends the benchmark. */
export async function requestsPerSecond({ url, key, seconds, connections }: Load): Promise<number> {
  const header = `authorization=Bearer ${key}`
  const args = [autocannon, '-j', '-c', String(connections), '-d', String(seconds), '-H', header, url]
  const { stdout } = await run(process.execPath, args, { maxBuffer: 1e7 })
  const result = JSON.parse(stdout) as { duration: number; non2xx: number; errors: number; '2xx': number }
  if (result.non2xx > 0 || result.errors > 0 || result['2xx'] === 0) throw new Error(`some requests failed: ${stdout}`)
  return result['2xx'] / result.duration
}
