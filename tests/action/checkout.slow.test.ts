import { execFile, execFileSync } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parseYaml } from '@redocly/openapi-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { clientOf } from '../client/client-of-service.ts'
import { createFolder } from '../harness/temporary-folder.ts'
import { useService } from '../harness/use-service.ts'
import { outsideEnv, repository } from '../package/consumer.ts'
import { paint } from '../scoring/pictures.ts'

const run = promisify(execFile)

interface Action {
  readonly runs: { readonly steps: readonly { readonly name?: string; readonly run?: string }[] }
}

describe.runIf(process.platform !== 'win32')('the action in a checkout without node_modules', () => {
  const service = useService('sqlite')
  const checkout = createFolder('checkout')
  const runner = createFolder('runner')

  beforeAll(() => {
    const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: repository,
      encoding: 'utf8',
    })
    const isRead = (path: string) => /^(packages|action|tests\/[\w-]+\/package\.json)|^[^/]+$/.test(path)
    for (const path of files.split('\0').filter((one) => one !== '' && isRead(one))) {
      cpSync(join(repository, path), join(checkout, path))
    }
  })

  test('installs only what its lockfile names, runs no script, and scores with the command of the checkout', async () => {
    const { runs } = parseYaml(readFileSync(join(checkout, 'action.yml'), 'utf8')) as Action
    const { run: install = '' } = runs.steps.find(({ name }) => name?.startsWith('Install')) ?? {}
    const node = join(runner, 'node')
    writeFileSync(node, `#!/bin/sh\nexec '${process.execPath}' "$@"\n`, { mode: 0o755 })
    const env = { ...outsideEnv(), GITHUB_ACTION_PATH: checkout, npm_config_prefer_offline: 'true' }
    await run('bash', ['-eo', 'pipefail', '-c', install], { cwd: runner, env })
    const { packages } = JSON.parse(readFileSync(join(checkout, 'node_modules/.package-lock.json'), 'utf8'))
    const locked = JSON.parse(readFileSync(join(checkout, 'package-lock.json'), 'utf8')).packages
    const others = Object.entries<{ integrity?: string }>(packages).filter(([path]) => path.includes('node_modules/'))
    expect(others.length).toBeGreaterThan(10)
    expect(others.filter(([path, { integrity }]) => integrity !== locked[path]?.integrity)).toEqual([])

    const { id } = await clientOf(service).profiles.create({ projectId: 'studio', name: 'Checkout' })
    writeFileSync(join(runner, 'warm.png'), await paint({ mood: 'warm', seed: 1 }))
    for (const name of ['output', 'summary.md']) writeFileSync(join(runner, name), '')
    const inputs = {
      PROFILE: id,
      FILES: 'warm.png',
      MIN: '0.01',
      BASELINE: '',
      BASE_REF: '',
      BRANCH: '',
      PROFILE_VERSION: '',
    }
    const variables = {
      PATH: `${runner}:${outsideEnv().PATH}`,
      PALATE_URL: service.url,
      PALATE_API_KEY: service.key,
      XDG_CONFIG_HOME: runner,
      RUNNER_TEMP: runner,
      GITHUB_OUTPUT: join(runner, 'output'),
      GITHUB_STEP_SUMMARY: join(runner, 'summary.md'),
    }
    const scored = await run('bash', [join(checkout, 'action/score.sh')], {
      cwd: runner,
      env: { ...env, ...inputs, ...variables },
    })
    expect([readFileSync(variables.GITHUB_OUTPUT, 'utf8'), scored.stderr]).toEqual([
      'verdict=pass\ncode=0\n',
      expect.any(String),
    ])
    expect(readFileSync(variables.GITHUB_STEP_SUMMARY, 'utf8')).toContain('<code>warm.png</code>')
  })
})
