import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { useService } from '../harness/use-service.ts'
import { openTerminal, type PseudoTerminal } from './pseudo-terminal.ts'
import { openFolder } from './terminal.ts'

describe('palate whoami', () => {
  const service = useService('sqlite')
  const folder = openFolder()
  const { must, palate } = folder
  let opened: PseudoTerminal | undefined
  beforeAll(() => folder.login(service))
  afterEach(() => opened?.kill())
  afterAll(folder.remove)

  test('shows the service, the key and its rights, and that the folder has no profile', async () => {
    const lines = (await must('whoami')).split('\n')
    expect(lines).toEqual([
      `service  ${service.url}`,
      'account  default',
      expect.stringMatching(/^key {6}First key \(key_\w+\)$/),
      'scopes   all',
      'project  all',
      'profile  none; `palate init` chooses one for this folder',
      '',
    ])
  })

  test('shows the profile of the folder and its branch', async () => {
    await must('init', 'House style', '--create', '--project', 'studio')
    const id = folder.profileId()
    expect(await must('whoami')).toContain(`profile  House style (${id})\nbranch   main\n`)
    expect(JSON.parse(await must('whoami', '--json'))).toMatchObject({
      url: service.url,
      account: 'default',
      key: { name: 'First key' },
      profile: { id, name: 'House style', branch: 'main' },
    })
  })

  test('shows the branch or version that palate.json pins', async () => {
    const id = folder.profileId()
    const file = { url: service.url, projectId: 'studio', profileId: id }
    const pin = (pins: object) =>
      writeFileSync(join(folder.directory, 'palate.json'), JSON.stringify({ ...file, ...pins }))
    pin({ branch: 'try/bold' })
    expect(await must('whoami')).toMatch(/^branch {3}main\npinned {3}branch try\/bold: palate\.json says/m)
    expect(JSON.parse(await must('whoami', '--json')).profile).toMatchObject({
      branch: 'main',
      pinned: { branch: 'try/bold' },
    })
    expect(await must('whoami', '--profile', id)).not.toContain('pinned')
    pin({ version: 'ver_0123456789abcdef' })
    expect(await must('whoami')).toMatch(/^pinned {3}version 0123456789:/m)
    pin({})
  })

  test('a key that may not read the profile, and a profile that is gone, are named and no failure', async () => {
    const { stdout } = await palate([
      'keys',
      'create',
      'Scores',
      '--scopes',
      'score',
      '--project',
      'studio',
      '--days',
      '9',
    ])
    const env = { PALATE_URL: service.url, PALATE_API_KEY: stdout.trim() }
    const limited = await palate(['whoami'], { env })
    expect(limited.code).toBe(0)
    expect(limited.stdout).toMatch(/^expires {2}in 9 days\nscopes {3}score\nproject {2}studio\n/m)
    expect(limited.stdout).toContain(`profile  ${folder.profileId()} (the key may not read it)`)
    writeFileSync(
      join(folder.directory, 'palate.json'),
      JSON.stringify({ url: service.url, projectId: 'studio', profileId: `prof_${'0'.repeat(32)}` }),
    )
    expect(await must('whoami')).toContain('(there is no such profile)')
  })

  test('shows the person if the service knows one', async () => {
    const far = createServer((request, response) => {
      const isKey = request.url === '/api/session/key'
      const person = { id: 'per_1', name: 'Ada', role: 'editor' }
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(isKey ? { id: 'key_1', name: 'Laptop' } : { account: 'studio', person }))
    }).listen(0, '127.0.0.1')
    await once(far, 'listening')
    const env = {
      PALATE_URL: `http://127.0.0.1:${(far.address() as AddressInfo).port}`,
      PALATE_API_KEY: service.key,
    }
    const cwd = join(folder.directory, '..')
    expect((await palate(['whoami'], { env, cwd })).stdout).toContain('\nperson   Ada (editor)\nkey      Laptop')
    far.close()
  })

  test('without a login, it exits with 4', async () => {
    expect((await palate(['whoami'], { env: { XDG_CONFIG_HOME: join(folder.directory, 'nobody') } })).code).toBe(4)
  })

  test('fits a terminal of 36 columns', async () => {
    await must('init', 'House style')
    opened = openTerminal(folder, ['whoami'], { columns: 36 })
    const { text } = await opened.end()
    expect(text).toContain('account  default')
  })
})
