import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useService } from '../harness/use-service.ts'
import { command, openFolder } from './terminal.ts'

const run = promisify(execFile)

describe('palate completion', () => {
  const service = useService('sqlite')
  const folder = openFolder()
  const { must, directory } = folder
  const programs = join(directory, 'programs')
  afterAll(folder.remove)
  beforeAll(async () => {
    mkdirSync(programs)
    writeFileSync(join(programs, 'palate'), `#!/bin/sh\nexec '${process.execPath}' '${command}' "$@"\n`)
    chmodSync(join(programs, 'palate'), 0o755)
    await folder.login(service)
    await must('init', 'House style', '--create', '--project', 'studio')
    await must('branch', 'try/bold')
  })

  /** What bash offers after each of these lines, with the script loaded. */
  async function offered(lines: readonly (readonly string[])[], env: object = {}) {
    const ask = lines.map((words) => {
      const quoted = ['palate', ...words].map((word) => `'${word}'`).join(' ')
      return `COMP_WORDS=(${quoted}); COMP_CWORD=${words.length}; _palate; printf '%s|' "\${COMPREPLY[@]}"; echo`
    })
    const script = ['source <(palate completion bash)', ...ask].join('\n')
    const { stdout, stderr } = await run('bash', ['--noprofile', '--norc', '-c', script], {
      cwd: directory,
      env: {
        ...process.env,
        PATH: `${programs}${delimiter}${process.env.PATH}`,
        PALATE_URL: '',
        PALATE_API_KEY: '',
        XDG_CONFIG_HOME: folder.settings,
        ...env,
      },
    })
    expect(stderr).toBe('')
    return stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split('|').filter((word) => word !== ''))
  }

  test('bash completes commands, options, and names that the service knows', async () => {
    const lines = [
      ['webhooks', 'lis'],
      ['switch', 't'],
      ['log', '--profile', 'H'],
      ['log', '-p', '"H'],
    ]
    // A busy machine may not answer within the time limit of completion.
    const offers = [['listen'], ['try/bold'], ['House\\ style'], ['House style']]
    await expect.poll(() => offered(lines)).toEqual(offers)
  })

  test('without a service or a key there are no names, and no errors', async () => {
    const env = { PALATE_URL: 'http://127.0.0.1:1', XDG_CONFIG_HOME: join(directory, 'none') }
    expect(
      await offered(
        [
          ['switch', ''],
          ['score', '--dimension', 'like'],
        ],
        env,
      ),
    ).toEqual([[], ['likeness']])
  })
})
