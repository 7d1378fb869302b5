import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { palateCommand } from '../harness/process.ts'
import { createHome } from '../harness/service.ts'

/** A file that is always full; Linux only. */
const full = '/dev/full'
const children: ReturnType<typeof spawn>[] = []
afterAll(() => children.forEach((child) => void child.kill('SIGKILL')))

// The store is not involved.
test.runIf(existsSync(full))('a service whose log cannot be written keeps running, and stops cleanly', async () => {
  const home = await createHome('sqlite')
  const stderr = openSync(full, 'w')
  const child = spawn(process.execPath, [palateCommand, 'serve'], {
    env: { ...process.env, ...home.env, PALATE_LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', stderr],
  })
  closeSync(stderr)
  children.push(child)
  const ended = once(child, 'close')
  let stdout = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  const addressOf = () => /listening on (http:\S+)/.exec(stdout)?.[1]
  await expect.poll(addressOf).toBeDefined()
  // Long enough for several attempts to write: there is one every half second.
  for (let i = 0; i < 15; i++) {
    expect((await fetch(`${addressOf()}/v1/profiles`)).status).toBe(401)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  await home.remove()
})
