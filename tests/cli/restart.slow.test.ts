import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Batch } from '@palate/core/batches/schema.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../harness/free-port.ts'
import { createProcesses, type Serving } from '../harness/processes.ts'
import { createHome, type Home } from '../harness/service.ts'
import { paint } from '../scoring/pictures.ts'
import { openFolder } from './terminal.ts'

const count = 500

describe('a service that restarts', () => {
  const { serve, stopAll } = createProcesses()
  const folder = openFolder()
  const { must, directory } = folder
  let home: Home
  let serving: Serving
  let env: Record<string, string>

  beforeAll(async () => {
    home = await createHome('sqlite')
    env = { ...home.env, PALATE_PORT: String(await freePort()) }
    serving = await serve(env)
    mkdirSync(join(directory, 'all'))
    const pictures = await Promise.all(Array.from({ length: 25 }, (_, seed) => paint({ mood: 'warm', seed })))
    // Each file is another picture: pixels after the end of the data are not looked at, but change its hash.
    for (let i = 0; i < count; i++) {
      const bytes = Buffer.concat([pictures[i % pictures.length] ?? Buffer.alloc(0), Buffer.from(`${i}`)])
      writeFileSync(join(directory, 'all', `${i}.png`), bytes)
    }
    await folder.login({ url: serving.address, key: serving.key })
    await must('init', 'House style', '--create', '--project', 'studio')
  })
  afterAll(async () => {
    await stopAll()
    await home.remove()
    folder.remove()
  })

  test.each(['SIGTERM', 'SIGKILL'] as const)('by %s costs `palate score` of 500 files nothing', async (signal) => {
    const dimension = signal === 'SIGTERM' ? 'aesthetics' : 'likeness'
    const running = folder.start(['score', 'all', '--csv', '--dimension', dimension])
    try {
      const hasBegun = async () => {
        const { batches } = (await serving.call('GET', '/v1/score/batch')).body as { batches: readonly Batch[] }
        return batches.some(({ status, counts }) => status === 'in_progress' && counts.succeeded > 0)
      }
      await expect.poll(hasBegun, { interval: 20, timeout: 60_000 }).toBe(true)
      serving.child.kill(signal)
      await serving.ended
      expect(running.stdout()).toBe('')
      serving = await serve(env)
      const { code, stdout, stderr } = await running.ended
      expect([code, stderr]).toEqual([0, expect.not.stringContaining('failed')])
      const lines = stdout.trim().split('\n').slice(1)
      expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(count)
      expect(lines.every((line) => /,0\.\d+,$/.test(line))).toBe(true)
    } finally {
      running.kill()
    }
  })
})
