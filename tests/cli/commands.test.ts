import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unknownKey } from '../harness/unknown-key.ts'
import { useService } from '../harness/use-service.ts'
import { paint } from '../scoring/pictures.ts'
import { openFolder } from './terminal.ts'

describe('palate on the command line', () => {
  const service = useService('sqlite')
  const folder = openFolder()
  const { palate, must, directory } = folder
  afterAll(folder.remove)
  beforeAll(async () => {
    mkdirSync(join(directory, 'pictures'))
    for (const [name, mood, seed] of [
      ['warm-1', 'warm', 1],
      ['warm-2', 'warm', 2],
      ['cold-1', 'cold', 3],
    ] as const) {
      writeFileSync(join(directory, `pictures/${name}.png`), await paint({ mood, seed }))
    }
  })

  test('without a key every command says how to sign in, and exits with 4', async () => {
    expect(await palate(['status'])).toEqual({
      code: 4,
      stdout: '',
      stderr: 'palate: not signed in: run `palate login`, or set PALATE_API_KEY\n',
    })
    const wrong = await folder.login(service, unknownKey)
    expect(wrong.code).toBe(4)
    expect(wrong.stderr).toContain('refuses this key')
    // Without a terminal, no command waits for input.
    const login = await palate(['login', '--url', service.url])
    expect(login).toMatchObject({ code: 2, stderr: expect.stringContaining('pass `--key -`') })
    expect((await palate(['login', '--key', service.key])).stderr).toContain('pass it with `--key -`')
  })

  test('login stores the key where only the user can read it', async () => {
    expect((await folder.login(service)).code).toBe(0)
    const path = join(folder.settings, 'palate/config.json')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ url: service.url, apiKey: service.key })
  })

  test('open prints a link that signs in once', async () => {
    const link = await must('open', '--no-browser')
    expect(link.startsWith(`${service.url}/#code=`)).toBe(true)
    const signIn = { key: null, body: { code: link.trim().split('#code=')[1] } }
    expect((await service.call('POST', '/api/session', signIn)).body).toEqual({ account: 'default' })
  })

  test.runIf(process.platform === 'linux')('open passes the link to the browser if there is a display', async () => {
    const bin = join(directory, 'bin')
    mkdirSync(bin)
    writeFileSync(
      join(bin, 'xdg-open'),
      `#!/bin/sh\necho "$1" > ${bin}/opened.part && mv ${bin}/opened.part ${bin}/opened\n`,
    )
    chmodSync(join(bin, 'xdg-open'), 0o755)
    const { stdout } = await palate(['open'], { env: { DISPLAY: ':1', PATH: `${bin}:${process.env.PATH}` } })
    await expect.poll(() => existsSync(join(bin, 'opened'))).toBe(true)
    expect(readFileSync(join(bin, 'opened'), 'utf8')).toBe(stdout)
  })

  test('open needs no login next to the data directory of a local service', async () => {
    const settings = { XDG_CONFIG_HOME: join(directory, 'nobody'), PALATE_URL: service.url }
    const beside = { ...settings, PALATE_DATA_DIR: service.home.env.PALATE_DATA_DIR }
    const { code, stdout } = await palate(['open', '--no-browser'], { env: beside })
    expect([code, stdout.startsWith(`${service.url}/#code=`)]).toEqual([0, true])
    const elsewhere = { ...beside, PALATE_URL: 'http://palate.invalid' }
    expect((await palate(['open', '--no-browser'], { env: elsewhere })).code).toBe(4)
    expect((await palate(['open', '--no-browser'], { env: settings })).code).toBe(4)
    const { PALATE_URL: _, ...unnamed } = { ...beside, PALATE_PORT: new URL(service.url).port }
    const { stdout: link } = await palate(['open', '--no-browser'], { env: unnamed })
    expect(link.startsWith(`${service.url}/#code=`)).toBe(true)
  })

  test('a profile is created and selected for the folder', async () => {
    expect(await must('profiles')).toBe('No profiles yet. Create one: palate profiles create NAME --project PROJECT\n')
    const notMade = { code: 1, stderr: expect.stringContaining('`--create --project PROJECT` creates one') }
    expect(await palate(['init', 'House style'])).toMatchObject(notMade)
    const nowhere = { code: 2, stderr: 'palate: --create also needs --project PROJECT\n' }
    expect(await palate(['init', 'House style', '--create'])).toMatchObject(nowhere)
    expect(await must('init', 'House style', '--create', '--project', 'studio')).toContain(
      'This folder now uses House style',
    )
    expect(JSON.parse(readFileSync(join(directory, 'palate.json'), 'utf8'))).toEqual({
      url: service.url,
      projectId: 'studio',
      profileId: expect.stringMatching(/^prof_/),
    })
    const described = ['init', 'Described', '--create', '--project', 'elsewhere', '--seed', 'Dark landscapes']
    expect(await must(...described)).toMatch(/^Taken as: darker\. Kept as words: “landscapes”\.\nThis folder now uses/)
    expect(await palate(['init', 'House style', '--seed', 'Dark'])).toMatchObject({
      code: 2,
      stderr: 'palate: --seed describes a new profile: pass --create as well\n',
    })
    await must('init', 'House style')
    expect(await must('status')).toMatch(/^House style \(prof_\S+, project studio\) on branch main\nNo commits yet\./)
    expect(await must('profiles', '--project', 'studio')).toMatch(
      /^NAME +PROJECT +ID +CHANGED\nHouse style +studio +prof_/,
    )
    const below = await palate(['status', '--profile', 'No such'])
    expect(below).toMatchObject({ code: 1, stderr: expect.stringContaining('there is no profile "No such"') })
  })

  test('pictures are added, and committed', async () => {
    const neither = await palate(['add', 'pictures/warm-1.png'])
    expect(neither).toMatchObject({ code: 2, stderr: 'palate: pass either --good or --bad\n' })
    const missing = await palate(['add', 'pictures/warm-1.png', 'none.png', '--good'])
    expect(missing).toMatchObject({ code: 1, stderr: 'palate: no such file or folder: none.png\n' })
    expect(await must('add', 'pictures/warm-1.png', 'pictures/warm-2.png', '--good')).toContain('Added 2 good pictures')
    expect(await must('add', 'pictures/cold-1.png', '--bad')).toContain('(3 of 50 labels used)')
    expect(await must('status')).toContain('Not committed: 2 good pictures, 1 bad picture.')
    expect(await must('diff')).toBe('+ good picture warm-1.png\n+ good picture warm-2.png\n+ bad picture cold-1.png\n')
    expect(await must('commit', '-m', 'Warm, not cold')).toMatch(/^[0-9a-f]{10} Warm, not cold\n$/)
    const nothing = await palate(['commit', '-m', 'Again'])
    expect(nothing).toMatchObject({ code: 1, stderr: expect.stringContaining('nothing to commit') })
  })

  /** The three uploaded pictures of the folder, with rank and score before and after. */
  const ranking =
    /^rank +aesthetics +picture\n(?: [123] → {2}[123] +(?:=|[▲▼][12]) +0\.\d{4} → 0\.\d{4} +(?:warm|cold)-\d\.png\n){3}$/

  test('branch, switch, log, show, merge and rollback work like in git', async () => {
    expect(await must('switch', '-c', 'try/bold')).toBe('Switched to try/bold for everyone who uses this profile.\n')
    await must('add', 'https://example.com/loud.png', '--good')
    await must('commit', '-m', 'Louder')
    expect(await must('log', '--oneline')).toMatch(
      /^\* [0-9a-f]{10} \(HEAD → try\/bold\) Louder\n\* [0-9a-f]{10} \(main\) Warm, not cold\n$/,
    )
    expect(await must('show', 'HEAD')).toMatch(/Louder\n│ .*\n\n\+ good picture https:\/\/example.com\/loud.png\n$/)
    expect(await must('diff', 'main', 'try/bold')).toBe('+ good picture https://example.com/loud.png\n')
    expect(await must('branch')).toMatch(/^ {2}main +\w+\n\* try\/bold +\w+\n$/)
    await must('switch', 'main')
    expect(await must('merge', 'try/bold', '--dry-run')).toBe('No conflicts.\n')
    expect(await must('merge', 'try/bold', '--preview')).toMatch(ranking)
    expect(await must('diff', 'main', 'try/bold', '--preview')).toMatch(ranking)
    expect(await must('merge', 'try/bold')).toMatch(/^\w{10} /)
    expect(await must('log', '--all', '--oneline')).toMatch(
      /^\* \w{10} \(HEAD → main\) .* merges \w{10}\n├─╮\n│ \* \w{10} \(try\/bold\) Louder\n├─╯\n\* \w{10} Warm, not cold\n$/,
    )
    expect(await must('log', '-n', '2')).toMatch(/^\* .*\n├─╮ .* by First key\n│ \* .* Louder\n│ │ .* by First key\n$/)
    expect(await must('merge', 'try/bold')).toBe('main already contains try/bold.\n')
    const preview = JSON.parse(await must('rollback', 'HEAD~1', '--preview', '--json'))
    expect(preview).toMatchObject({ from: { versionId: expect.any(String) }, to: { versionId: expect.any(String) } })
    expect(preview.frames).toHaveLength(3)
    expect(await must('rollback', 'HEAD~1')).toMatch(/^main is now at \w{10}\. To undo this: palate rollback \w{10}\n$/)
    expect(await must('log', '--oneline')).toMatch(/^\* \w{10} \(HEAD → main\) Warm, not cold\n$/)
    const far = await palate(['rollback', 'HEAD~9'])
    expect(far).toMatchObject({ code: 1, stderr: expect.stringContaining('the history does not go back that far') })
    expect(await must('branch', '-d', 'try/bold')).toBe('Deleted branch try/bold.\n')
  })

  test('score ranks files and folders, as text, JSON and CSV', async () => {
    const text = await must('score', 'pictures')
    const order = [...text.matchAll(/^(0\.\d{4}) {2}.* (pictures\/\S+)$/gm)].map(([, value, name]) => [
      Number(value),
      name,
    ])
    expect(order).toHaveLength(3)
    expect(order.at(-1)?.[1]).toBe('pictures/cold-1.png')
    const { scores, latency_ms } = JSON.parse(
      await must('score', 'pictures', '--json', '--dimension', 'aesthetics,warmth'),
    )
    expect(scores.map(({ frame_id }: { frame_id: string }) => frame_id)).toEqual([
      'pictures/cold-1.png',
      'pictures/warm-1.png',
      'pictures/warm-2.png',
    ])
    expect(latency_ms).toEqual(expect.any(Number))
    expect(await must('score', 'pictures/warm-1.png', '--csv')).toMatch(
      /^picture,aesthetics,error\npictures\/warm-1.png,0\.\d+,\n$/,
    )
    expect(await must('score', 'pictures/warm-1.png', '--explain')).toContain('aesthetics')
    const listed = await palate(['score', '-', '--csv'], { input: 'pictures/warm-1.png\npictures/cold-1.png\n' })
    expect(listed.stdout.split('\n')).toHaveLength(4)
  })

  test('score exits with 3 below --min and annotates the pictures on GitHub, and with 1 for unreadable files', async () => {
    expect((await palate(['score', 'pictures/warm-1.png', '--min', '0.01'])).code).toBe(0)
    const env = { GITHUB_ACTIONS: 'true' }
    const low = await palate(['score', 'pictures', '--min', '0.999'], { env })
    expect(low.code).toBe(3)
    expect(low.stderr).toMatch(/^::error file=pictures\/cold-1.png::aesthetics is 0\.\d{4}, below 0\.999%0Averdict: /m)
    expect(low.stderr).toContain('palate: 3 pictures of 3 scored below 0.999')
    writeFileSync(join(directory, 'text.png'), 'no picture')
    expect((await palate(['score', 'text.png'])).code).toBe(1)
    expect((await palate(['score', 'pictures', '--min', 'high'])).code).toBe(2)
    expect((await palate(['score', 'pictures', '--dimension', 'none'])).stderr).toContain('none')
  })

  test('suggest prints questions, export and import copy a profile, and keys are created and revoked', async () => {
    expect(await must('suggest', '--kind', 'question', '-n', '2')).toMatch(/\?.*\(.+ \/ .+\)\n/)
    await must('export', 'taste.json')
    expect(await must('import', 'taste.json', '--name', 'A copy')).toMatch(
      /^Created A copy \(prof_\S+\) in project studio\.\n$/,
    )
    const refused = await palate(['profiles', 'delete', 'A copy'])
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('pass --yes') })
    expect(await must('profiles', 'delete', 'A copy', '--yes')).toBe('Deleted A copy.\n')
    const made = await palate(['keys', 'create', 'CI', '--scopes', 'score', '--days', '30'])
    expect(made.stdout).toMatch(/^plt_\w{38}\n$/)
    const limited = { PALATE_API_KEY: made.stdout.trim() }
    expect((await palate(['score', 'pictures/warm-1.png', '--json'], { env: limited })).code).toBe(0)
    const forbidden = await palate(['profiles'], { env: limited })
    expect(forbidden).toMatchObject({ code: 1, stderr: expect.stringContaining('scope') })
    const { keys } = JSON.parse(await must('keys', '--json'))
    const { id } = keys.find(({ name }: { name: string }) => name === 'CI')
    expect(await must('keys', 'revoke', 'CI', '--yes')).toBe(`Revoked ${id}.\n`)
    expect((await palate(['score', 'pictures/warm-1.png'], { env: limited })).code).toBe(4)
  })

  test('audit lists who did what as a table, as JSON and as CSV', async () => {
    await must('keys', 'create', 'Audited')
    expect(await must('audit', '--action', 'api_key.created', '--since', '1h')).toMatch(
      /^WHEN +ACTION +WHO +FROM +WHAT\n.+ api_key\.created +First key +127\.0\.0\.1 +Audited\n/,
    )
    const { entries } = JSON.parse(await must('audit', '--json'))
    expect(entries[0]).toMatchObject({ action: 'api_key.created', target: { name: 'Audited' } })
    const [header, first] = (await must('audit', '--csv')).split('\n')
    expect(header).toBe('at,action,actor,actorKeyId,address,projectId,target,targetId,requestId,details')
    expect(first).toContain(`,api_key.created,First key,${entries[0].actor.keyId},127.0.0.1,,Audited,`)
    expect(await palate(['audit', '--action', 'none'])).toMatchObject({ code: 1 })
  })

  test('wrong usage exits with 2, help with 0, and logout deletes the key', async () => {
    expect((await palate(['explode'])).code).toBe(2)
    expect((await palate(['score'])).code).toBe(2)
    expect((await palate(['commit'])).code).toBe(2)
    const help = await palate(['score', '--help'])
    expect(help).toMatchObject({ code: 0, stdout: expect.stringContaining('Examples:\n  $ palate score covers/') })
    expect(
      (await palate(['status'], { env: { PALATE_URL: 'http://127.0.0.1:1', PALATE_API_KEY: service.key } })).stderr,
    ).toMatch(
      /^palate: no response from .*; is the service running\? Start one with `palate serve`, or pass another URL with --url\n$/,
    )
    expect(await must('logout')).toBe('Signed out.\n')
    expect((await palate(['status'])).code).toBe(4)
  })
})
