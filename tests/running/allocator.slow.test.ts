import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { createHomeOn, type Env } from '../harness/home.ts'
import { palateCommand, runPalate } from '../harness/process.ts'

const home = await createHomeOn(undefined)
afterAll(() => home.remove())

const unset = ['-u', 'MALLOC_ARENA_MAX', '-u', 'MALLOC_MMAP_THRESHOLD_']
const set = (env: Env) => Object.entries(env).map(([name, value]) => `${name}=${value}`)

/** The allocator's variables in a running service. */
async function allocatorWith(env: Env): Promise<readonly string[]> {
  const { child, url, ended } = runPalate(['serve'], home.env, [
    'env',
    ...unset,
    ...set(env),
    process.execPath,
    palateCommand,
  ])
  await url
  const variables = readFileSync(`/proc/${child.pid}/environ`, 'utf8').split('\0')
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  return variables.filter((variable) => variable.startsWith('MALLOC_')).toSorted()
}

test.runIf(process.platform === 'linux')(
  'a service bounds the memory of the C allocator, under the id of its launcher',
  async () => {
    expect(await allocatorWith({})).toEqual(['MALLOC_ARENA_MAX=2', 'MALLOC_MMAP_THRESHOLD_=65536'])
  },
)

test.runIf(process.platform === 'linux')('unless the operator did', async () => {
  expect(await allocatorWith({ MALLOC_ARENA_MAX: '4' })).toEqual(['MALLOC_ARENA_MAX=4'])
})
