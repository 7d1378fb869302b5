import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eventually } from '../harness/eventually.ts'
import { createProcesses } from '../harness/processes.ts'
import { createHome, type Home, startService } from '../harness/service.ts'
import { beginPost } from './begin-post.ts'

const provoking = fileURLToPath(new URL('./provoke-error.ts', import.meta.url))
const kinds = ['exception', 'rejection'] as const

describe('an unhandled error', () => {
  const processes = createProcesses()
  let home: Home
  beforeEach(async () => {
    home = await createHome('sqlite')
  })
  afterEach(async () => {
    await processes.stopAll()
    await home.remove()
  })

  const envFor = (kind: string) => ({ ...home.env, NODE_OPTIONS: `--import=${provoking}`, TEST_PROVOKE: kind })
  const fatalLines = (stderr: string) =>
    stderr
      .split('\n')
      .filter((line) => line.includes('"level":60'))
      .map((line) => JSON.parse(line))

  test.each(kinds)('(%s) is logged, running requests are answered, and the exit code is 1', async (kind) => {
    const serving = await processes.serve(envFor(kind))
    const { sent, answer } = await beginPost(serving)
    sent.write('{"projectId":"p",')
    serving.child.kill('SIGUSR2')
    const [logged] = await eventually(() => {
      const lines = fatalLines(serving.output().stderr)
      expect(lines).toHaveLength(1)
      return lines
    })
    expect([logged.msg, logged.err.message]).toEqual(['unhandled error: stopping', 'provoked'])
    expect(logged.err.stack).toContain('provoke-error.ts')
    await eventually(() => expect(fetch(`${serving.address}/healthz`)).rejects.toThrow('fetch failed'))
    sent.end('"name":"finished"}')
    expect((await answer).status).toBe(201)
    expect(await serving.ended).toBe(1)
    const again = await startService('sqlite', {}, home)
    const { profiles } = (await again.call('GET', '/v1/profiles')).body
    await again.stop()
    expect(profiles.map(({ name }: { name: string }) => name)).toEqual(['finished'])
  })

  test('stops `palate worker` in the same way', async () => {
    const working = processes.run(['worker'], envFor('exception'))
    await expect.poll(() => working.output().stdout).toContain('palate: working')
    working.child.kill('SIGUSR2')
    expect(await working.ended).toBe(1)
    expect(fatalLines(working.output().stderr)).toHaveLength(1)
  })
})
