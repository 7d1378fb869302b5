import { execFile, execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { formatKey } from '@palate/core/keys/format.ts'
import { parseYaml } from '@redocly/openapi-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { advisedMax } from '../../packages/cli/src/api/score/subject.ts'
import { inherited, openFolder } from '../cli/terminal.ts'
import { useService } from '../harness/use-service.ts'
import { type Mood, paint } from '../scoring/pictures.ts'
import { startGitHub } from './github.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

interface Action {
  readonly inputs: Readonly<Record<string, { readonly required?: boolean; readonly default?: string }>>
  readonly outputs: object
  readonly runs: { readonly using: string; readonly main: string }
}

const action = parseYaml(readFileSync(join(root, 'action.yml'), 'utf8')) as Action

test('the action has the documented inputs, and is one file of Node', () => {
  const { inputs, outputs, runs } = action
  const state = ['branch', 'profile-version']
  const reports = ['allow-close', 'junit', 'sarif', 'token']
  expect(Object.keys(inputs)).toEqual(['url', 'key', 'profile', ...state, 'files', 'min', 'baseline', ...reports])
  expect(Object.keys(outputs)).toEqual(['verdict'])
  expect(runs).toEqual({ using: 'node24', main: 'action/palate.mjs' })
})

describe('the action', () => {
  const service = useService('sqlite')
  const folder = openFolder()
  const { must, directory } = folder
  const at = (name: string) => join(directory, name)
  let github: Awaited<ReturnType<typeof startGitHub>>
  afterAll(folder.remove)
  afterAll(() => github.stop())
  const picture = async (name: string, mood: Mood, seed: number) => writeFileSync(at(name), await paint({ mood, seed }))
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: directory })

  const writeEvent = (headRepository: number) => {
    const pullRequest = { number: 7, head: { repo: { id: headRepository } }, base: { repo: { id: 1 } } }
    writeFileSync(at('event.json'), JSON.stringify({ pull_request: pullRequest }))
  }

  beforeAll(async () => {
    github = await startGitHub()
    for (const name of ['good', 'bad', 'new', '.runner', '.action']) mkdirSync(at(name))
    // Alone in a folder, because a run has nothing but this file.
    cpSync(join(root, action.runs.main), at('.action/palate.mjs'))
    writeEvent(1)
    for (let i = 0; i < 4; i++) {
      await picture(`good/${i}.png`, 'warm', 10 + i)
      await picture(`bad/${i}.png`, 'cold', 20 + i)
    }
    await folder.login(service)
    await must('init', 'House style', '--create', '--project', 'studio')
    await must('add', 'good', '--good')
    await must('add', 'bad', '--bad')
    await must('commit', '-m', 'Warm')
    git('init', '--quiet', '--initial-branch=main')
    git('commit', '--quiet', '--allow-empty', '-m', 'Before')
    git('update-ref', 'refs/remotes/origin/main', 'HEAD')
    git('switch', '--quiet', '-c', 'change')
    await picture('new/warm picture.png', 'warm', 1)
    git('add', 'new')
    git('commit', '--quiet', '-m', 'A picture')
  })

  beforeEach(() => {
    github.comments.length = 0
    github.state.status = 0
    for (const name of ['output', 'summary.md']) writeFileSync(at(`.runner/${name}`), '')
  })

  /** Runs the file as the runner does: with its inputs in variables. */
  async function run(inputs: Readonly<Record<string, string>>, { baseRef = 'main' } = {}) {
    const given = { url: service.url, key: service.key, token: 'token', ...inputs }
    const defaults = Object.entries(action.inputs).map(([name, { default: value = '' }]) => [name, value])
    const values = Object.entries({ ...Object.fromEntries(defaults), ...given })
    const variables = {
      ...inherited(),
      XDG_CONFIG_HOME: at('.none'),
      GITHUB_ACTIONS: 'true',
      GITHUB_API_URL: github.url,
      GITHUB_BASE_REF: baseRef,
      GITHUB_REPOSITORY: 'a/b',
      GITHUB_EVENT_PATH: at('event.json'),
      GITHUB_OUTPUT: at('.runner/output'),
      GITHUB_STEP_SUMMARY: at('.runner/summary.md'),
      GITHUB_WORKSPACE: directory,
      ...Object.fromEntries(values.map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value])),
    }
    const finished = await new Promise<{ code: number; printed: string }>((resolve) => {
      execFile(process.execPath, [at('.action/palate.mjs')], { cwd: '/', env: variables }, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, printed: stdout + stderr }),
      )
    })
    const verdict = /^verdict=(\w+)\n$/.exec(readFileSync(at('.runner/output'), 'utf8'))?.[1]
    writeFileSync(at('.runner/output'), '')
    return { ...finished, verdict, summary: takeSummary() }
  }

  function takeSummary(): string {
    const text = readFileSync(at('.runner/summary.md'), 'utf8')
    writeFileSync(at('.runner/summary.md'), '')
    return text
  }

  test('score the pictures of a pull request, and update one comment', async () => {
    const first = await run({ min: '0.1' })
    expect(first).toMatchObject({ code: 0, verdict: 'pass' })
    expect(first.summary).toContain('<code>new/warm picture.png</code>')
    expect(github.comments.map(({ body }) => body)).toEqual([`<!-- palate: -->\n${first.summary}`])
    const second = await run({ min: '0.999' })
    expect(second).toMatchObject({ code: 3, verdict: 'fail' })
    expect(github.comments).toHaveLength(1)
    expect(github.comments[0]?.body).toContain('0 of 1 picture passed.')
  })

  test('go by the threshold without a minimum, and compare with a baseline', async () => {
    expect(await run({ files: 'good\nbad/0.png' })).toMatchObject({ code: 3, verdict: 'fail' })
    const compared = await run({ baseline: 'git:HEAD', profile: 'House style' })
    expect(compared).toMatchObject({ code: 0, verdict: 'pass' })
    expect(compared.printed).toContain('compared 1 picture with git:HEAD; 0 are new')
    expect(github.comments[1]?.body).toContain('<!-- palate:House%20style -->')
  })

  test('score against the branch or version that is pinned, whichever branch others switch to', async () => {
    const files = 'new/warm picture.png'
    const head = JSON.parse(await must('log', '--json')).versions[0].id
    await must('switch', '-c', 'try/bold')
    try {
      expect((await run({ files })).printed).toContain('branch try/bold,')
      expect((await run({ files, branch: 'main' })).printed).toContain('branch main,')
      const pinned = await run({ files, 'profile-version': head })
      expect(pinned.printed).toMatch(/scored against House style \(prof_\w+\), version \w+/)
      expect(await run({ files, branch: 'main', 'profile-version': head })).toMatchObject({ code: 2, verdict: 'error' })
      expect(await run({ files, branch: 'none' })).toMatchObject({ code: 1, verdict: 'error' })
    } finally {
      await must('switch', 'main')
    }
  })

  test('inputs are data, whatever they contain', async () => {
    const hostile = `$(touch '${at('hacked')}') \`touch hacked\`; touch hacked #`
    const found = await run({ files: hostile, profile: hostile, min: hostile, baseline: hostile })
    expect(found).toMatchObject({ code: 2, verdict: 'error' })
    expect(() => readFileSync(at('hacked'))).toThrow()
    expect(github.comments).toHaveLength(0)
    expect(await run({ min: '0.1', files: '--help' })).toMatchObject({ code: 1, verdict: 'error' })
    expect(github.comments.map(({ body }) => body)).toEqual([expect.stringContaining('there is no such file')])
  })

  test('say why pictures cannot be listed', async () => {
    expect((await run({}, { baseRef: 'nowhere' })).printed).toContain('check out with fetch-depth: 0')
    expect(await run({}, { baseRef: '' })).toMatchObject({ code: 2, verdict: 'error' })
  })

  test('find their own comment behind others, and leave those of people alone', async () => {
    const others = Array.from({ length: 150 }, (_, i) => ({ id: i + 1, body: 'Nice', user: { type: 'User' } }))
    github.comments.push({ id: 500, body: '<!-- palate: -->\nForged', user: { type: 'User' } }, ...others)
    await run({ min: '0.1' })
    await run({ min: '0.1' })
    expect(github.comments).toHaveLength(152)
    expect(github.comments[0]?.body).toContain('Forged')
  })

  test.each([403, 500])('a GitHub that responds with %i does not fail the job', async (status) => {
    github.state.status = status
    const { code, printed } = await run({ min: '0.1' })
    expect([code, printed]).toEqual([0, expect.stringContaining('::warning::No comment was written: ')])
  })

  test('a table that is too long for a comment is cut at the end of a line', async () => {
    // As entities these take several times the room.
    const files = Array.from({ length: 200 }, (_, i) => `${'_'.repeat(150)}${i}.png`).join('\n')
    await run({ min: '0.1', files })
    const body = github.comments[0]?.body ?? ''
    expect(body.length).toBeLessThanOrEqual(65_536)
    expect(body).toMatch(/ \|\n\nThe table is longer: see the summary of the run\.\n$/)
  })

  test('without pictures, only an existing comment changes', async () => {
    git('update-ref', 'refs/remotes/origin/none', 'HEAD')
    expect(await run({}, { baseRef: 'none' })).toMatchObject({ code: 0, verdict: 'pass' })
    expect(github.comments).toHaveLength(0)
    await run({ min: '0.1' })
    await run({}, { baseRef: 'none' })
    expect(github.comments.map(({ body }) => body)).toEqual(['<!-- palate: -->\nNo pictures to score.\n'])
  })

  describe('what goes wrong leaves the last result where it is', () => {
    const gone = 'http://127.0.0.1:9'
    test.each([
      ['a wrong key', { key: formatKey(new Uint8Array(32)) }, 'The pictures were not scored: ', 4],
      ['no key', { key: '' }, 'the input key is empty', 2],
      ['a wrong address', { url: 'ftp://a' }, 'The pictures were not scored: ', 2],
      ['a missing base', { baseline: 'git:origin/gone' }, 'there is no commit origin/gone', 1],
      ['an unknown profile', { profile: 'None such' }, 'there is no profile', 1],
      ['two states', { branch: 'main', 'profile-version': 'HEAD' }, 'exclude each other', 2],
      ['a minimum of 60', { min: '60' }, 'from 0 to 1', 2],
    ])('%s', async (_, inputs, message, code) => {
      await run({ min: '0.1' })
      const [before] = github.comments
      const found = await run(inputs)
      expect(found).toMatchObject({ code, verdict: 'error' })
      expect(found.printed).toMatch(new RegExp(`^::error::.*${message}`, 'm'))
      expect(found.summary).toContain('were not scored')
      expect(github.comments).toEqual([before])
    })

    test('a service that refuses every connection, and one that ends it', { timeout: 300_000 }, async () => {
      const server = createServer((request) => request.socket.destroy())
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const broken = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      await run({ min: '0.1' })
      const [before] = github.comments
      for (const url of [gone, broken]) {
        const found = await run({ url, profile: folder.profileId() })
        expect(found).toMatchObject({ code: 1, verdict: 'error' })
        expect(found.printed).toMatch(/^::error::The pictures were not scored: /m)
        expect(github.comments).toEqual([before])
      }
      server.close()
    })
  })

  test('a pull request from a fork, which gets no secrets, is noted and does not fail', async () => {
    writeEvent(2)
    try {
      const found = await run({ key: '', url: '' })
      expect(found).toMatchObject({ code: 0, verdict: 'neutral' })
      expect(found.printed).toMatch(/^::notice::This pull request comes from a fork/m)
      expect(github.comments).toEqual([])
      expect(await run({ min: '0.1' })).toMatchObject({ code: 0, verdict: 'pass' })
    } finally {
      writeEvent(1)
    }
  })

  test('a renamed picture is compared with itself', async () => {
    execFileSync('git', ['mv', 'new/warm picture.png', 'new/renamed.png'], { cwd: directory })
    try {
      const found = await run({ files: 'new/renamed.png', baseline: 'git:change', min: '0.999' })
      expect(found.printed).toContain('compared 1 picture with git:change; 0 are new, 1 is only renamed')
      expect(found).toMatchObject({ code: 0, verdict: 'pass' })
    } finally {
      execFileSync('git', ['mv', 'new/renamed.png', 'new/warm picture.png'], { cwd: directory })
    }
  })

  test('say why in the comment and in the files that build servers read', async () => {
    const found = await run({ files: 'bad/0.png', min: '0.99', junit: '.runner/palate.xml', sarif: '.runner/p.sarif' })
    expect(found).toMatchObject({ code: 3, verdict: 'fail' })
    const hash = createHash('sha256')
      .update(readFileSync(at('bad/0.png')))
      .digest('hex')
    const page = `${service.url}/profiles/${folder.profileId()}/teach/check?picture=${hash}&name=0.png&dimension=aesthetics`
    expect(github.comments[0]?.body).toContain(`<a href="${page}">Fine or wrong?</a>`)
    expect(github.comments[0]?.body).toMatch(/below 0\.99<br>verdict&#58; (fail|revise)/)
    expect(found.printed).toMatch(/^::error file=bad\/0\.png::aesthetics is 0\.\d+, below 0\.99%0Averdict: /m)
    expect(readFileSync(at('.runner/palate.xml'), 'utf8')).toContain('failures="1"')
    expect(JSON.parse(readFileSync(at('.runner/p.sarif'), 'utf8')).runs[0].results).toHaveLength(1)
  })

  test('of many pictures that do not pass, some are told what would help', async () => {
    mkdirSync(at('many'))
    for (let i = 0; i <= advisedMax; i++) await picture(`many/${i}.png`, 'cold', 100 + i)
    const found = await run({ files: 'many', min: '0.99', junit: '.runner/many.xml' })
    expect(found).toMatchObject({ code: 3, verdict: 'fail' })
    const cases = readFileSync(at('.runner/many.xml'), 'utf8').split('<testcase ').slice(1)
    expect(cases).toHaveLength(advisedMax + 1)
    expect(cases.every((one) => one.includes('verdict: ') && one.includes('/teach/check?picture='))).toBe(true)
    const advised = cases.filter((one) => one.includes('→'))
    expect(advised.length).toBeGreaterThan(0)
    expect(advised.length).toBeLessThanOrEqual(advisedMax)
  })

  test('no program that it starts sees the key', async () => {
    writeFileSync(at('.runner/filter.sh'), `#!/bin/sh\nenv > '${at('.runner/env.txt')}'\ncat\n`, { mode: 0o755 })
    git('config', 'filter.spy.smudge', at('.runner/filter.sh'))
    writeFileSync(at('.git/info/attributes'), '*.png filter=spy\n')
    try {
      await run({ baseline: 'git:change', files: 'new/warm picture.png' })
      expect(readFileSync(at('.runner/env.txt'), 'utf8')).toContain('GITHUB_')
      expect(readFileSync(at('.runner/env.txt'), 'utf8')).not.toContain(service.key)
    } finally {
      rmSync(at('.git/info/attributes'))
    }
  })
})
