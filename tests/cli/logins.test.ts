import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { unknownKey } from '../harness/unknown-key.ts'
import { useService } from '../harness/use-service.ts'
import { openFolder } from './terminal.ts'

describe('a key is sent only to the URL that it was stored for', () => {
  const service = useService('sqlite')
  const folder = openFolder()
  const { palate, must, directory } = folder
  const config = join(folder.settings, 'palate/config.json')
  const received: string[] = []
  const stranger = createServer((request, response) => {
    received.push(`${request.method} ${request.url} ${request.headers.authorization}`)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"projects":[],"profiles":[],"keys":[]}')
  })
  let foreign = ''
  beforeAll(async () => {
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve))
    foreign = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`
    mkdirSync(join(directory, 'data'))
    writeFileSync(join(directory, 'data/bootstrap-key'), `${service.key}\n`)
  })
  beforeEach(() => {
    received.length = 0
    writeFileSync(join(directory, 'palate.json'), JSON.stringify({ url: foreign, projectId: 'p', profileId: 'prof_x' }))
    keep({ url: service.url, apiKey: service.key })
  })
  afterAll(() => {
    stranger.close()
    folder.remove()
  })

  function keep(settings: object): void {
    mkdirSync(join(folder.settings, 'palate'), { recursive: true })
    writeFileSync(config, JSON.stringify(settings))
  }

  const refusal = () => ({
    code: 4,
    stdout: '',
    stderr: `palate: palate.json names ${foreign}, where you are not signed in: if you trust it, run \`palate login --url ${foreign}\`\n`,
  })

  test.each([['status'], ['profiles'], ['keys'], ['open', '--no-browser'], ['init', 'x']])(
    'palate %s sends nothing to a URL that only palate.json names',
    async (...args) => {
      expect(await palate(args)).toEqual(refusal())
      expect(received).toEqual([])
    },
  )

  test('palate sends nothing there from a subfolder either', async () => {
    mkdirSync(join(directory, 'deep/er'), { recursive: true })
    const below = openFolderIn('deep/er')
    expect(await below(['status'])).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('../../palate.json names'),
    })
    expect(received).toEqual([])
  })

  function openFolderIn(name: string) {
    return (args: readonly string[]) => palate(args, { cwd: join(directory, name) })
  }

  test.each([
    ['log', '--profile', ''],
    ['keys', 'revoke', ''],
    ['profiles', '--url', 'FOREIGN', '--project', ''],
  ])('completion sends nothing there: %s %s', async (...words) => {
    const line = words.map((word) => (word === 'FOREIGN' ? foreign : word))
    expect(await folder.complete(line)).toMatchObject({ code: 0, stdout: '' })
    const withKey = { env: { PALATE_API_KEY: service.key } }
    expect(await folder.complete(line, withKey)).toMatchObject({ code: 0, stdout: '' })
    expect(received).toEqual([])
  })

  test('PALATE_API_KEY requires PALATE_URL', async () => {
    const alone = await palate(['profiles'], { env: { PALATE_API_KEY: service.key } })
    expect(alone).toMatchObject({ code: 4, stderr: expect.stringContaining(`set PALATE_URL=${foreign} as well`) })
    expect(received).toEqual([])
    const both = await palate(['profiles'], { env: { PALATE_API_KEY: unknownKey, PALATE_URL: foreign } })
    expect([both.code, received]).toEqual([0, [`GET /v1/profiles Bearer ${unknownKey}`]])
    await folder.complete(['log', '--profile', ''], {
      env: { PALATE_API_KEY: unknownKey, PALATE_URL: foreign },
    })
    expect(received.every((line) => line.endsWith(`Bearer ${unknownKey}`))).toBe(true)
  })

  test.each(['--url', 'PALATE_URL'])('the stored key is not sent to another URL that %s names', async (by) => {
    const named =
      by === '--url' ? palate(['profiles', '--url', foreign]) : palate(['profiles'], { env: { [by]: foreign } })
    expect(await named).toMatchObject({
      code: 4,
      stderr: `palate: not signed in to ${foreign}: if you trust it, run \`palate login --url ${foreign}\`\n`,
    })
    expect(received).toEqual([])
  })

  test('login does not use the URL from palate.json on its own', async () => {
    const { code, stderr } = await palate(['login', '--key', '-'], { input: service.key })
    expect(code).toBe(2)
    expect(stderr).toContain(`run \`palate login --url ${foreign}\``)
    expect(received).toEqual([])
  })

  test('several logins are stored, each with its URL, and logout deletes one or all', async () => {
    const signIn = (url: string, key: string) => palate(['login', '--url', url, '--key', '-'], { input: key })
    expect((await signIn(`${foreign}/`, unknownKey)).code).toBe(0)
    const both = { url: foreign, apiKey: unknownKey, others: [{ url: service.url, apiKey: service.key }] }
    expect(JSON.parse(readFileSync(config, 'utf8'))).toEqual(both)
    expect(statSync(config).mode & 0o777).toBe(0o600)
    received.length = 0
    await must('profiles')
    expect(received).toEqual([`GET /v1/profiles Bearer ${unknownKey}`])
    expect(await must('profiles', '--url', service.url)).toContain('No profiles yet')
    expect((await signIn(service.url, service.key)).code).toBe(0)
    await must('profiles')
    expect(received.length).toBe(2)
    await folder.complete(['log', '--profile', ''])
    expect(received.at(-1)).toMatch(new RegExp(`Bearer ${unknownKey}$`))
    expect(await must('logout', '--url', foreign)).toBe(`Signed out of ${foreign}.\n`)
    expect(JSON.parse(readFileSync(config, 'utf8'))).toEqual({ url: service.url, apiKey: service.key })
    expect(await palate(['logout', '--url', foreign])).toMatchObject({ code: 1 })
    expect(await palate(['profiles'])).toEqual(refusal())
    expect(await must('logout')).toBe('Signed out.\n')
    expect(await palate(['profiles', '--url', service.url])).toMatchObject({ code: 4 })
  })

  test('settings of an earlier version keep working', async () => {
    writeFileSync(join(directory, 'palate.json'), '{"projectId":"p","profileId":"prof_x"}')
    keep({ url: `${service.url}/`, apiKey: service.key })
    expect(await must('profiles')).toContain('No profiles yet')
  })

  test('a URL without a scheme is not reported as a service that is down', async () => {
    const bare = foreign.replace('http://', '')
    const { code, stderr } = await palate(['login', '--url', bare, '--key', '-'], { input: 'plt_x' })
    expect([code, stderr]).toEqual([
      2,
      `palate: --url: ${bare} is not a URL that starts with http:// or https://: did you mean http://${bare}?\n`,
    ])
    const variable = await palate(['profiles'], { env: { PALATE_URL: 'palate.example.com' } })
    expect(variable.stderr).toContain('PALATE_URL: palate.example.com is not')
    expect(variable.stderr).toContain('did you mean https://palate.example.com?')
  })
})
