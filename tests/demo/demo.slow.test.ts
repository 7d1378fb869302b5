import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Palate } from '@palate/client'
import { afterAll, expect, test } from 'vitest'
import { createProcesses } from '../harness/processes.ts'

const home = mkdtempSync(join(tmpdir(), 'palate-demo-test-'))
// The user's settings for another service are ignored.
const env = {
  TMPDIR: home,
  TEMP: home,
  PALATE_SCORING_THREADS: '0',
  DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
}
const processes = createProcesses()
afterAll(async () => {
  await processes.stopAll()
  rmSync(home, { recursive: true, force: true })
})

test('palate demo takes a tour, leaves the service running, and deletes its folder at the end', async () => {
  const { child, output, ended } = processes.run(['demo', '--wait', '--quick'], env)
  const stdout = () => output().stdout
  await Promise.race([expect.poll(stdout, { timeout: 280_000 }).toContain('Press Ctrl-C to stop the service'), ended])
  const titles = ['1. Look around', '2. Begin', '3. Teach and commit', '4. Branch', '5. Roll back', 'Your turn']
  const shown = stdout().split('\n')
  expect(shown.filter((line) => titles.includes(line))).toEqual(titles)
  const rankings = stdout().match(/aesthetics .*\n(0\.\d{4} .*\n)+/g) ?? []
  const [before, taught, dark, rolledBack] = rankings.map((ranking) => ranking.match(/new\/[\w-]+/g))
  expect(rankings).toHaveLength(4)
  expect(before).toHaveLength(7)
  expect(taught).not.toEqual(before)
  expect(rankings[2]).not.toBe(rankings[1])
  expect(rankings[3]).toBe(rankings[1])
  expect(new Set([...(dark ?? []), ...(rolledBack ?? [])])).toEqual(new Set(before))

  const [, url = '', apiKey = ''] = /PALATE_URL=(\S+) PALATE_API_KEY=(\S+)/.exec(stdout()) ?? []
  const [, code] = /#code=(\S+)/.exec(stdout()) ?? []
  const signedIn = await fetch(`${url}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  })
  expect(signedIn.status).toBe(200)
  const { profiles } = await new Palate({ url, apiKey }).profiles.list()
  expect(profiles.map(({ name }) => name)).toEqual(['Your taste', 'Calm product UI', 'Warm editorial'])
  expect(foldersLeft()).toHaveLength(1)
  child.kill('SIGINT')
  expect(await ended).toBe(0)
  expect(foldersLeft()).toEqual([])
  expect(output().stderr.replaceAll(/^palate: scored against .*\n/gm, '')).toBe('')
})

test('Ctrl-C ends it at any moment', async () => {
  const { child, output, ended } = processes.run(['demo', '--quick'], env)
  await expect.poll(() => output().stdout).toContain('Drawing')
  child.kill('SIGINT')
  expect(await ended).toBe(0)
  expect(foldersLeft()).toEqual([])
})

/** Libraries leave other files there. */
function foldersLeft(): readonly string[] {
  return readdirSync(home).filter((name) => name.startsWith('palate-demo-'))
}
