import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { Palate } from '@palate/client'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { useService } from '../harness/use-service.ts'
import { signInPerson } from '../people/sign-in-person.ts'
import { keys, openTerminal, type PseudoTerminal } from './pseudo-terminal.ts'
import { openFolder } from './terminal.ts'

describe('prompts on a terminal', () => {
  const service = useService('sqlite')
  const folder = openFolder()
  const { must, palate } = folder
  let opened: PseudoTerminal | undefined
  afterEach(() => opened?.kill())
  afterAll(folder.remove)
  const run = (...args: readonly string[]) => {
    opened = openTerminal(folder, args)
    return opened
  }

  test('login asks for the key without echoing it', async () => {
    const cancelled = run('login', '--url', service.url)
    await cancelled.see(`Key for ${service.url}`)
    cancelled.press('secret', keys.ctrlC)
    expect(await cancelled.end()).toMatchObject({ code: 1, text: expect.stringContaining('nothing was changed') })
    const terminal = run('login', '--url', service.url)
    await terminal.see(`Key for ${service.url}`)
    terminal.press(service.key, keys.enter)
    const { code, text } = await terminal.end()
    expect(text).toContain(`Signed in to ${service.url}`)
    expect(code).toBe(0)
    expect(terminal.output()).not.toContain(service.key.slice(-8))
    expect(readFileSync(join(folder.settings, 'palate/config.json'), 'utf8')).toContain(service.key)
  })

  test('login shows a link and a code, and ends when a person confirms in the dashboard', async () => {
    const page = await signInPerson(service, { name: 'Grace', role: 'judge' })
    const terminal = run('login', '--url', service.url)
    await terminal.see('the page must show the code')
    const [, userCode] = /code=([A-Z]{4}-[A-Z]{4})/.exec(terminal.output()) ?? []
    const shown = await page.call('GET', `/api/logins/${userCode}`)
    expect(shown.body.name).toBe(hostname())
    await page.call('POST', `/api/logins/${userCode}`, { body: { approve: true } })
    const { code, text } = await terminal.end()
    expect(text).toContain(`Signed in to ${service.url}`)
    expect(code).toBe(0)
    expect(await must('whoami')).toContain('Grace (judge)')
    const refused = run('login', '--url', service.url)
    await refused.see('the page must show the code')
    const [, other] = /code=([A-Z]{4}-[A-Z]{4})/.exec(refused.output()) ?? []
    await page.call('POST', `/api/logins/${other}`, { body: { approve: false } })
    expect(await refused.end()).toMatchObject({ code: 4, text: expect.stringContaining('the login was refused') })
    await folder.login(service)
  })

  test('irreversible commands ask for confirmation', async () => {
    await must('profiles', 'create', 'Old', '--project', 'studio')
    const refused = run('profiles', 'delete', 'Old')
    await refused.see('and its entire history? This cannot be undone. Type yes:')
    refused.press('y', keys.enter)
    expect(await refused.end()).toMatchObject({ code: 1, text: expect.stringContaining('nothing was changed') })
    const cancelled = run('profiles', 'delete', 'Old')
    await cancelled.see('Type yes:')
    cancelled.press(keys.ctrlC)
    expect(await cancelled.end()).toMatchObject({ code: 1, text: expect.stringContaining('nothing was changed') })
    const agreed = run('profiles', 'delete', 'Old')
    await agreed.see('Type yes:')
    agreed.press('yes', keys.enter)
    expect(await agreed.end()).toMatchObject({ code: 0, text: expect.stringContaining('Deleted Old.') })
  })

  test('init asks for a description of a new profile, which may be skipped', async () => {
    const described = run('init', 'Dark', '--create', '--project', 'studio')
    await described.see('Describe it in a sentence or two (Enter to skip):')
    described.press('Dark and colourless.', keys.enter)
    expect(await described.end()).toMatchObject({
      code: 0,
      text: expect.stringMatching(/Taken as: darker; less colourful\.\s+This folder now uses Dark/),
    })
    const client = new Palate({ url: service.url, apiKey: service.key })
    expect((await client.profiles.get(folder.profileId())).seed).toBe('Dark and colourless.')
    const skipped = run('init', 'Open', '--create', '--project', 'studio')
    await skipped.see('Describe it')
    skipped.press(keys.enter)
    expect(await skipped.end()).toMatchObject({ code: 0, text: expect.not.stringContaining('Taken as') })
    expect((await client.profiles.get(folder.profileId())).seed).toBeNull()
  })

  test('merge asks about each conflict, and can be aborted', async () => {
    await must('init', 'House style', '--create', '--project', 'studio')
    const id = folder.profileId()
    const client = new Palate({ url: service.url, apiKey: service.key })
    const judge = async (message: string, constraints: { id: string; answer?: string; removed?: boolean }[]) => {
      await client.annotations.add(id, { constraints })
      await client.profiles.commit(id, { message })
    }
    await judge('Base', [
      { id: 'light', answer: 'some' },
      { id: 'colour', answer: 'some' },
    ])
    await client.profiles.branch(id, { name: 'bold', switchTo: true })
    await judge('Bold', [
      { id: 'light', answer: 'much' },
      { id: 'colour', answer: 'loud' },
    ])
    await client.profiles.switch(id, 'main')
    await judge('Calm', [
      { id: 'light', answer: 'little' },
      { id: 'colour', removed: true },
    ])

    const unasked = await palate(['merge', 'bold'])
    expect(unasked).toMatchObject({ code: 1, stderr: expect.stringContaining('2 conflicts; settle them with --ours') })
    const stopped = run('merge', 'bold')
    await stopped.see('Conflict 1 of 2')
    stopped.press(keys.down, keys.down, keys.enter)
    expect(await stopped.end()).toMatchObject({ code: 1, text: expect.stringContaining('nothing was merged') })

    const terminal = run('merge', 'bold')
    const first = await terminal.see(/Conflict 1 of 2: answer (light|colour)[\s\S]*cancel the merge/)
    // The light from bold, the colour from main.
    const isLight = (screen: string) => screen.includes('main: little')
    terminal.press(...(isLight(first) ? [keys.down, keys.enter] : [keys.enter]))
    await terminal.see(/Conflict 2 of 2: answer (light|colour)[\s\S]*cancel the merge/)
    terminal.press(...(isLight(first) ? [keys.enter] : [keys.down, keys.enter]))
    const { code, text } = await terminal.end()
    expect(text).toContain('main: remove it')
    expect(code).toBe(0)
    const { effectiveSnapshot } = await client.profiles.get(id)
    expect(effectiveSnapshot.constraints).toEqual([{ id: 'light', answer: 'much' }])
  })
})
