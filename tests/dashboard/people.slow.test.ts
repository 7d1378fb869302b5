import { Palate } from '@palate/client'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { useBrowser } from '../harness/browser.ts'
import { useService } from '../harness/use-service.ts'
import { look, lookAtDialog } from './look.ts'

/** Browsers log what is refused, and an ended session, on the console. */
const expected = [/status of 40[019]/]

describe('people', () => {
  const service = useService('sqlite')
  const browser = useBrowser()
  let palate: Palate
  beforeAll(() => {
    palate = new Palate({ url: service.url, apiKey: service.key })
  })

  const pathOf = (link = '') => link.slice(new URL(link).origin.length)
  const open = (link = '') => browser.newPage(service, { key: null, path: pathOf(link), expected })
  const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
  async function act(page: Page, name: string, action: string) {
    await row(page, name)
      .getByRole('button', { name: `Actions for ${name}` })
      .click()
    await page.getByRole('menuitem', { name: action }).click()
  }

  test('an invitation is shown once; its link signs in, welcomes the person by name, and works once', async () => {
    const page = await browser.newPage(service, { path: '/people', expected })
    await page.getByRole('heading', { name: 'Nobody is invited yet' }).waitFor()
    await page.getByRole('button', { name: 'Invite' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Ada Lovelace')
    await page.getByLabel('E-mail').fill('not an address')
    await page.getByText('Also manages people, keys').click()
    await page.getByRole('button', { name: 'Make the link' }).click()
    await page.getByText('This is not an e-mail address.').waitFor()
    await lookAtDialog(page, 'people-invite')
    await page.getByLabel('E-mail').fill('ada@example.com')
    await page.getByRole('button', { name: 'Make the link' }).click()
    await page.getByRole('button', { name: 'Copy the link' }).waitFor()
    await lookAtDialog(page, 'people-link')
    const link = (await page.getByRole('dialog').locator('code').textContent()) ?? ''
    await page.getByRole('button', { name: 'Done' }).click()
    await row(page, 'Ada Lovelace').getByText('Invited').waitFor()
    expect(await page.content()).not.toContain(link.split('#code=')[1])

    const own = await open(link)
    await own.getByRole('heading', { name: 'Welcome, Ada Lovelace' }).waitFor()
    expect(new URL(own.url()).hash).toBe('')
    await look(own, 'join')
    await own.getByRole('link', { name: 'Signed in as Ada Lovelace' }).click()
    await row(own, 'Ada Lovelace').getByText('(you)').waitFor()
    await row(own, 'Ada Lovelace').getByText('Active').waitFor()
    await look(own, 'people')

    const late = await open(link)
    await late.getByText('This sign-in link was used or has expired.').waitFor()
    await late.getByText('Open the link that you were sent, or paste it here.').waitFor()
    await look(late, 'join-used')
  })

  test('name, role and projects are changed, and only what was changed is sent', async () => {
    await palate.profiles.create({ projectId: 'website', name: 'Brand' })
    const { person } = await palate.people.invite({ name: 'Ben', role: 'judge', email: 'ben@example.com' })
    const page = await browser.newPage(service, { path: '/people' })
    await act(page, 'Ben', 'Change name, role or projects')
    await page.getByRole('textbox', { name: 'Name' }).fill('Ben Okafor')
    await page.getByText('Only these', { exact: true }).click()
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
    await page.getByText('website', { exact: true }).last().click()
    await lookAtDialog(page, 'people-change')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await palate.people.get(person.id)).toMatchObject({
      ...{ name: 'Ben Okafor', role: 'judge', email: 'ben@example.com', projects: ['website'] },
    })
    await act(page, 'Ben Okafor', 'Change name, role or projects')
    await page.getByText('All, also future ones').click()
    await page.getByText('Also creates, saves').click()
    await page.getByLabel('E-mail').fill('')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const changed = await palate.people.get(person.id)
    expect([changed.role, changed.projects, changed.email]).toEqual(['editor', undefined, undefined])
  })

  test('a suspension ends the session at once, and another link lets the person in again', async () => {
    const { person, invitation } = await palate.people.invite({ name: 'Cleo', role: 'editor' })
    const own = await open(invitation.url)
    await own.getByRole('heading', { name: 'Welcome, Cleo' }).waitFor()
    const page = await browser.newPage(service, { path: '/people' })
    await act(page, 'Cleo', 'Suspend')
    await page.getByText('Sessions, keys and links of Cleo end at once.').waitFor()
    await lookAtDialog(page, 'people-suspend')
    await page.getByRole('button', { name: 'Suspend' }).click()
    await row(page, 'Cleo').getByText('Suspended').waitFor()
    await own.getByRole('link', { name: 'Go to the profiles' }).click()
    await own.getByRole('dialog', { name: 'Sign in again' }).waitFor()
    await act(page, 'Cleo', 'End the suspension')
    await row(page, 'Cleo').getByText('Active').waitFor()
    await act(page, 'Cleo', 'Make a new sign-in link')
    await page.getByRole('button', { name: 'Make the link' }).click()
    const link = (await page.getByRole('dialog').locator('code').textContent()) ?? ''
    await own.getByLabel('API key or link').fill(link)
    await own.keyboard.press('Enter')
    await own.getByRole('dialog', { name: 'Sign in again' }).waitFor({ state: 'detached' })
    expect((await palate.people.get(person.id)).status).toBe('active')
  })

  test('removing a person keeps or erases the judgements, and the last owner stays', async () => {
    const profile = await palate.profiles.create({ projectId: 'website', name: 'Judged' })
    const { person } = await palate.people.invite({ name: 'Dora', role: 'judge' })
    const exemplar = { url: 'https://example.com/a.png', label: 'good' as const }
    await palate.annotations.add(profile.id, { exemplars: [{ ...exemplar, by: person.id }] })
    const page = await browser.newPage(service, { path: '/people', expected })
    await act(page, 'Ada Lovelace', 'Remove')
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByText('The account needs an owner.').waitFor()
    await page.keyboard.press('Escape')
    await act(page, 'Dora', 'Remove')
    await page.getByText('Erase the judgements').click()
    await lookAtDialog(page, 'people-remove')
    await page.getByRole('button', { name: 'Remove and erase' }).click()
    await row(page, 'Dora').waitFor({ state: 'detached' })
    expect((await palate.profiles.get(profile.id)).profileData.workingChanges.exemplars).toEqual([])
  })

  test('without `admin`, people see the names and change their own', async () => {
    const { invitation } = await palate.people.invite({ name: 'Emil', role: 'judge' })
    const page = await open(invitation.url)
    await page.getByRole('link', { name: 'Change your name' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Emil Nolte')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Signed in as Emil Nolte' }).waitFor()
    const names = page.getByRole('list', { name: 'Names' })
    expect(await names.getByRole('listitem').allInnerTexts()).toContainEqual(expect.stringContaining('Ada Lovelace'))
    expect(await names.getByRole('button').count()).toBe(1)
    expect(await page.getByRole('button', { name: 'Invite' }).count()).toBe(0)
    expect(await page.getByText('ada@example.com').count()).toBe(0)
    await look(page, 'people-names')
  })

  test('an invitation that is opened where somebody is signed in is not used up before they agree', async () => {
    const { invitation } = await palate.people.invite({ name: 'Finn', role: 'viewer' })
    const page = await browser.newPage(service, { path: pathOf(invitation.url), isNew: true })
    await page.getByRole('heading', { name: 'Use this invitation?' }).waitFor()
    expect(new URL(page.url()).hash).toBe('')
    await look(page, 'join-signed-in')
    await page.getByRole('button', { name: 'Stay signed in with an API key' }).click()
    await page.getByRole('heading', { name: 'Profiles', level: 1 }).waitFor()
    const own = await open(invitation.url)
    await own.getByRole('heading', { name: 'Welcome, Finn' }).waitFor()
  })
})
