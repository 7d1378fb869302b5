import { execFile, execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseYaml } from '@redocly/openapi-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inherited, openFolder } from '../cli/terminal.ts'
import { useService } from '../harness/use-service.ts'
import { type Mood, paint } from '../scoring/pictures.ts'
import { startGitHub } from './github.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

interface Step {
  readonly id?: string
  readonly name?: string
  readonly uses?: string
  readonly shell?: string
  readonly run?: string
  readonly env?: Readonly<Record<string, string>>
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly required?: boolean; readonly default?: string }>>
  readonly outputs: object
  readonly runs: { readonly using: string; readonly steps: readonly Step[] }
}

const action = parseYaml(readFileSync(join(root, 'action.yml'), 'utf8')) as Action

test('the action has the documented inputs, and inserts none into shell text', () => {
  const { inputs, outputs, runs } = action
  const state = ['branch', 'profile-version']
  expect(Object.keys(inputs)).toEqual(['url', 'key', 'profile', ...state, 'files', 'min', 'baseline'])
  expect(Object.keys(outputs)).toEqual(['verdict'])
  expect(runs.using).toBe('composite')
  for (const { run = '', shell, uses } of runs.steps) {
    expect(run).not.toContain('${{')
    expect(uses === undefined ? shell : undefined).toBe(uses === undefined ? 'bash' : undefined)
  }
})

describe.runIf(process.platform !== 'win32')('the steps of the action', () => {
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

  beforeAll(async () => {
    github = await startGitHub()
    for (const name of ['programs', 'good', 'bad', 'new', '.runner']) mkdirSync(at(name))
    writeFileSync(at('programs/node'), `#!/bin/sh\nexec '${process.execPath}' "$@"\n`)
    writeFileSync(
      at('programs/npm'),
      `#!/bin/sh\npwd > '${at('npm.txt')}'; printf '%s\\n' "$@" >> '${at('npm.txt')}'\n`,
    )
    for (const name of ['node', 'npm']) chmodSync(at(`programs/${name}`), 0o755)
    writeFileSync(at('event.json'), '{"pull_request":{"number":7}}')
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

  /** Runs the steps that have a script, as the runner does, with the expressions of their variables replaced. */
  async function run(inputs: Readonly<Record<string, string>>, { baseRef = 'main' } = {}) {
    const given = Object.fromEntries(
      Object.entries(action.inputs).map(([name, { default: value = '' }]) => [name, value]),
    )
    const outputs: Record<string, string> = {}
    let printed = ''
    let code = 0
    for (const { run: script, env = {}, id } of action.runs.steps) {
      if (script === undefined) continue
      const values: Readonly<Record<string, string | undefined>> = {
        ...Object.fromEntries(
          Object.entries({ ...given, url: service.url, key: service.key, ...inputs }).map(([name, value]) => [
            `inputs.${name}`,
            value,
          ]),
        ),
        'github.base_ref': baseRef,
        'github.token': 'token',
        'steps.score.outputs.code': outputs.code,
      }
      const resolved = Object.entries(env).map(([name, value]) => [
        name,
        value.replace(/^\$\{\{ (.+) \}\}$/, (_, expression: string) => values[expression] ?? 'unknown'),
      ])
      const finished = await bash(script, Object.fromEntries(resolved))
      printed += finished.printed
      code = finished.code
      if (id === 'score') {
        for (const line of readFileSync(at('.runner/output'), 'utf8').trimEnd().split('\n')) {
          const [name = '', value = ''] = line.split('=')
          outputs[name] = value
        }
      }
    }
    return { code, verdict: outputs.verdict, printed, summary: readFileSync(at('.runner/summary.md'), 'utf8') }
  }

  function bash(script: string, env: object): Promise<{ code: number; printed: string }> {
    const variables = {
      ...inherited(),
      PATH: `${at('programs')}${delimiter}${process.env.PATH}`,
      XDG_CONFIG_HOME: at('.none'),
      GITHUB_ACTIONS: 'true',
      GITHUB_ACTION_PATH: root,
      GITHUB_API_URL: github.url,
      GITHUB_REPOSITORY: 'a/b',
      GITHUB_EVENT_PATH: at('event.json'),
      GITHUB_OUTPUT: at('.runner/output'),
      GITHUB_STEP_SUMMARY: at('.runner/summary.md'),
      RUNNER_TEMP: at('.runner'),
      ...env,
    }
    return new Promise((resolve) => {
      const args = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script]
      execFile('bash', args, { cwd: directory, env: variables }, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, printed: stdout + stderr }),
      )
    })
  }

  test('score the pictures of a pull request, and update one comment', async () => {
    const first = await run({ min: '0.1' })
    expect(first).toMatchObject({ code: 0, verdict: 'pass' })
    expect(first.summary).toContain('<code>new/warm picture.png</code>')
    expect(github.comments.map(({ body }) => body)).toEqual([`<!-- palate: -->\n${first.summary}`])
    // Dependencies of the checkout, and nothing that is named: anybody could have published it.
    const [where, ...args] = readFileSync(at('npm.txt'), 'utf8').trimEnd().split('\n')
    expect(where).toBe(realpathSync(root))
    expect(args).toEqual([
      'ci',
      '--workspace',
      'packages/cli',
      ...['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'],
    ])
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

  test('a summary that is too long for a comment is cut at the end of a line', async () => {
    const line = `| ${'x'.repeat(98)} |\n`
    writeFileSync(at('long.md'), line.repeat(1000))
    await bash(`node "$GITHUB_ACTION_PATH/action/comment.mjs" '${at('long.md')}'`, { GITHUB_TOKEN: 'token' })
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
})
