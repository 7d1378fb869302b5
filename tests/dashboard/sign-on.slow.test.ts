import { Palate } from '@palate/client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { useBrowser } from '../harness/browser.ts'
import { freePort } from '../harness/free-port.ts'
import { startService, type TestService } from '../harness/service.ts'
import { type ForgedProvider, startForgedProvider } from '../people/forged-provider.ts'
import { look } from './look.ts'

/** Browsers log refused requests on the console. */
const expected = [/status of (401|403|404|503)/]

const settingsOf = (issuer: string) => ({
  PALATE_OIDC_ISSUER: issuer,
  PALATE_OIDC_CLIENT_ID: 'palate',
  PALATE_OIDC_CLIENT_SECRET: 'secret',
  PALATE_OIDC_ROLES: 'designers=editor, leads=owner',
  PALATE_OIDC_NAME: 'Example',
})

describe('signing in as a person', () => {
  let provider: ForgedProvider
  let service: TestService
  let palate: Palate
  const browser = useBrowser()
  beforeAll(async () => {
    provider = await startForgedProvider()
    service = await startService('sqlite', settingsOf(provider.issuer))
    palate = new Palate({ url: service.url, apiKey: service.key })
  })
  afterAll(async () => {
    await service?.stop()
    await provider?.stop()
  })
  let subjects = 0
  beforeEach(() => signsIn({ sub: `somebody ${++subjects}` }))

  /** The provider signs in whoever comes, and leads them back. */
  function signsIn(claims: object): void {
    provider.forgery = {
      claims: { ...claims },
      respond: {
        '/authorize': (response, request) => {
          const location = provider.authorize(`${provider.issuer}${request.url}`)
          response.writeHead(302, { location }).end()
        },
      },
    }
  }
  const open = (path: string) => browser.newPage(service, { key: null, path, expected, origins: [provider.issuer] })

  test('the first page offers the provider by name, and leads back to where the person wanted to go', async () => {
    const page = await open('/people?dialog=name')
    await page.getByRole('link', { name: 'Sign in with Example' }).waitFor()
    await look(page, 'sign-in-provider')
    signsIn({ sub: 'grace', name: 'Grace Hopper' })
    await page.getByRole('link', { name: 'Sign in with Example' }).click()
    await page.getByRole('dialog', { name: 'Your name' }).waitFor()
    await page.getByRole('link', { name: 'Signed in as Grace Hopper' }).waitFor()
  })

  test.each([
    ['Your account there has no access here.', () => signsIn({ sub: 'nobody', groups: ['others'] })],
    [
      'The sign-in was cancelled or refused.',
      () => {
        provider.forgery = {
          respond: {
            '/authorize': (response, request) => {
              const back = new URL(provider.authorize(`${provider.issuer}${request.url}`))
              back.searchParams.delete('code')
              back.searchParams.set('error', 'access_denied')
              response.writeHead(302, { location: back.href }).end()
            },
          },
        }
      },
    ],
    ['The sign-in could not be verified', () => signsIn({ sub: 'ada', aud: 'another client' })],
  ])('“%s” is said in words, and removed from the address', async (sentence, prepare) => {
    prepare()
    const page = await open('/profiles')
    await page.getByRole('link', { name: 'Sign in with Example' }).click()
    await page.getByRole('alert').filter({ hasText: sentence }).waitFor()
    expect(new URL(page.url()).hash).toBe('')
    await page.getByRole('link', { name: 'Sign in with Example' }).waitFor()
  })

  test('an invitation is used with the provider, or alone', async () => {
    const invite = async (name: string) => {
      const { person, invitation } = await palate.people.invite({ name, role: 'judge' })
      return { id: person.id, path: (invitation.url ?? '').slice(service.url.length) }
    }
    const invited = await invite('Ida')
    const page = await open(invited.path)
    await page.getByRole('button', { name: 'Sign in with Example' }).waitFor()
    await look(page, 'join-provider')
    signsIn({ sub: 'ida', groups: ['leads'] })
    await page.getByRole('button', { name: 'Sign in with Example' }).click()
    await page.getByRole('heading', { name: 'Welcome, Ida' }).waitFor()
    expect(await palate.people.get(invited.id)).toMatchObject({ role: 'owner', status: 'active' })

    const alone = await open((await invite('Jo')).path)
    await alone.getByRole('button', { name: 'Sign in with the link alone' }).click()
    await alone.getByRole('heading', { name: 'Welcome, Jo' }).waitFor()
  })

  test('a command is approved by the person who is signed in, and refused, and an unknown code is said to be one', async () => {
    const anybody = new Palate({ url: service.url, apiKey: '' })
    const login = await anybody.logins.create('ada-laptop')
    const page = await open(login.url.slice(service.url.length))
    await page.getByText('Sign in to confirm the login of your command.').waitFor()
    signsIn({ sub: 'kay', name: 'Kay' })
    await page.getByRole('link', { name: 'Sign in with Example' }).click()
    await page.getByText('ada-laptop').waitFor()
    await page.getByText(login.userCode).waitFor()
    await look(page, 'login')
    expect(await anybody.logins.collect(login.code)).toBeUndefined()
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('heading', { name: 'ada-laptop is logged in' }).waitFor()
    const key = await anybody.logins.collect(login.code)
    expect(key).toMatchObject({ name: 'ada-laptop', personId: expect.stringMatching(/^per_/) })

    const other = await anybody.logins.create('eve-laptop')
    await page.goto(`${service.url}/login`)
    await page.getByRole('textbox', { name: 'Code' }).fill(other.userCode.toLowerCase())
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Refuse' }).click()
    await page.getByRole('heading', { name: 'eve-laptop was refused' }).waitFor()
    await expect(anybody.logins.collect(other.code)).rejects.toThrow()

    await page.goto(`${service.url}/login#code=${other.userCode}`)
    await page.getByText('No command waits with this code.').waitFor()
    await page.getByRole('button', { name: 'Enter another code' }).click()
    await page.getByRole('textbox', { name: 'Code' }).waitFor()
  })

  test('who is signed in with an API key is told that only a person can approve', async () => {
    const { url } = await new Palate({ url: service.url, apiKey: '' }).logins.create('laptop')
    const page = await browser.newPage(service, { path: url.slice(service.url.length) })
    await page.getByRole('heading', { name: 'You are signed in with an API key' }).waitFor()
  })

  test('if the session ends, signing in in another tab lets this page go on', async () => {
    signsIn({ sub: 'lee', name: 'Lee', groups: ['leads'] })
    const page = await open('/people')
    await page.getByRole('link', { name: 'Sign in with Example' }).click()
    await page.getByRole('button', { name: 'Invite' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Typed before the end')
    const other = await page.context().newPage()
    await other.goto(`${service.url}/health`)
    await other.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Make the link' }).click()
    const again = page.getByRole('dialog', { name: 'Sign in again' })
    const opened = page.context().waitForEvent('page')
    await again.getByRole('link', { name: 'Sign in with Example in a new tab' }).click()
    await (await opened).getByRole('link', { name: 'Signed in as Lee' }).waitFor()
    await page.bringToFront()
    await page.evaluate("window.dispatchEvent(new Event('focus'))")
    await again.waitFor({ state: 'detached' })
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Typed before the end')
    await other.close()
    await (await opened).close()
  })

  test('a provider that is down is said to be so; keys and links still sign in', async () => {
    const down = await startService('sqlite', settingsOf(`http://127.0.0.1:${await freePort()}`))
    try {
      const page = await browser.newPage(down, { key: null, path: '/profiles', expected })
      await page.getByRole('link', { name: 'Sign in with Example' }).click()
      await page.getByText('The sign-in service does not answer as it should.').waitFor()
      await look(page, 'sign-in-refused')
      await page.getByLabel('API key or link').fill(down.key)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Profiles', level: 1 }).waitFor()
      await browser.closePages()
    } finally {
      await down.stop()
    }
  })
})
