import { Palate } from '@palate/client'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { useBrowser } from '../harness/browser.ts'
import { useService } from '../harness/use-service.ts'
import { signInPerson } from '../people/sign-in-person.ts'
import { look, visit } from './look.ts'
import { createProfile, createProject, stateOf, type UploadedFrame } from './taught-profile.ts'

/** Warm, cold and grey pictures in turn. */
const moods = 3

describe('where people differ', () => {
  const service = useService('sqlite')
  const browser = useBrowser()
  let palate: Palate
  let frames: readonly UploadedFrame[]
  let people: Record<'Ann' | 'Ben' | 'Cem', Awaited<ReturnType<typeof signInPerson>>>
  beforeAll(async () => {
    palate = new Palate({ url: service.url, apiKey: service.key })
    frames = (await createProject(service, 'studio', 18)).frames
    people = {
      Ann: await signInPerson(service, { name: 'Ann Abel', role: 'editor' }),
      Ben: await signInPerson(service, { name: 'Ben Berg', role: 'editor' }),
      Cem: await signInPerson(service, { name: 'Cem Can', role: 'judge' }),
    }
  })

  /** Ann likes warm pictures, Ben cold ones; both dislike grey ones. */
  async function divided(name: string): Promise<string> {
    const id = await createProfile(service, 'studio', name)
    for (const [who, liked] of [
      ['Ann', 0],
      ['Ben', 1],
    ] as const) {
      const exemplars = frames.slice(0, 15).map(({ id: frameId, url }, i) => ({
        ...{ frameId, url, label: i % moods === liked ? 'good' : 'bad' },
      }))
      const answer = await people[who].call('POST', `/v1/profiles/${id}/annotations`, { body: { exemplars } })
      expect(answer.status).toBe(201)
    }
    await palate.profiles.commit(id, { message: 'Both' })
    return id
  }

  /** A page where this person is signed in. */
  async function pageOf(who: keyof typeof people, path: string): Promise<Page> {
    const { url = '' } = await palate.people.inviteAgain(people[who].id)
    const page = await browser.newPage(service, { key: null, path: url.slice(new URL(url).origin.length) })
    await page.getByRole('heading', { name: /^Welcome/ }).waitFor()
    await visit(page, path)
    return page
  }

  /** Nothing that the others said is on the page meanwhile. */
  async function judgeRound(page: Page, label: 'Good' | 'Bad'): Promise<void> {
    const stage = page.getByRole('region', { name: 'One picture' })
    for (let left = 12; left > 0; left--) {
      await page.getByText(`${left} of 12 to judge.`).waitFor()
      expect(await page.getByRole('img', { name: /Ann Abel|Ben Berg|Cem Can/ }).count()).toBe(0)
      await stage.locator('[data-state=ready]').waitFor()
      await stage.getByRole('button', { name: new RegExp(`${label}$`) }).click()
    }
  }

  test('the page shows who is on which side of a picture, and how far each two agree', async () => {
    const id = await divided('Divided')
    const page = await pageOf('Ann', `/profiles/${id}/differ`)
    await page.getByText('Agree on 33 % of 15 judged by both.').waitFor()
    await page.getByText(/^Ann Abel likes it .+ than Ben Berg\.$/).waitFor()
    const wall = page.getByRole('list', { name: 'Pictures judged differently' })
    const warm = wall.getByRole('listitem').filter({ hasText: 'picture-0' }).first()
    await warm.getByRole('list', { name: 'Good', exact: true }).getByRole('img', { name: 'Ann Abel' }).waitFor()
    await warm.getByRole('list', { name: 'Not good' }).getByRole('img', { name: 'Ben Berg' }).waitFor()
    expect(await wall.getByText('picture-2', { exact: true }).count()).toBe(0)
    const probable = page.getByRole('list', { name: 'Pictures that would probably be judged differently' })
    await probable.getByText('picture-15').waitFor()
    await look(page, 'differ')
    await warm.getByRole('button', { name: 'picture-0' }).click()
    await page.getByRole('dialog', { name: 'picture-0' }).getByText('Judged by Ann Abel').waitFor()
  })

  test('a round shows what the others said only after everything is judged, and then side by side', async () => {
    const id = await divided('Round')
    const starter = await pageOf('Ann', `/profiles/${id}/differ`)
    await starter.getByRole('link', { name: 'Start a round' }).click()
    await starter.getByText('12 of 12 to judge.').waitFor()
    await look(starter, 'round')
    const { pathname, search } = new URL(starter.url())

    const page = await pageOf('Cem', pathname + search)
    await page.getByRole('region', { name: 'One picture' }).waitFor()
    expect(await page.getByRole('button', { name: 'See the result' }).count()).toBe(0)
    await judgeRound(page, 'Good')
    const result = page.getByRole('list', { name: 'Pictures of the round' })
    await result.getByRole('img', { name: 'Ben Berg' }).first().waitFor()
    expect(await result.getByRole('img', { name: 'Cem Can' }).count()).toBe(12)
    await page.getByText('You all agree on 0 of 10 pictures.').waitFor()
    await page.getByText('Not finished yet: Ann Abel and Ben Berg.').waitFor()
    await look(page, 'round-result')
    const { exemplars } = await stateOf(service, id)
    expect(exemplars.map(({ by, label }: { by: string; label: string }) => [by, label])).toEqual(
      Array.from({ length: 12 }, () => [people.Cem.id, 'good']),
    )

    await judgeRound(starter, 'Bad')
    const together = starter.getByRole('list', { name: 'Pictures of the round' })
    await together.getByRole('img', { name: 'Cem Can' }).first().waitFor()
    await starter.getByText('Not finished yet: Ben Berg.').waitFor()
    await starter.reload()
    await starter.getByRole('button', { name: 'See the result' }).click()
    await together.getByRole('img', { name: 'Cem Can' }).first().waitFor()
  })

  test('who judges sees nobody else’s judgement of a picture on any page before judging it', async () => {
    const id = await divided('Blind')
    await people.Cem.call('POST', `/v1/profiles/${id}/annotations`, {
      body: { exemplars: [{ frameId: frames[0]?.id, url: frames[0]?.url, label: 'bad' }] },
    })
    const page = await pageOf('Cem', `/profiles/${id}/differ`)
    const wall = page.getByRole('list', { name: 'Pictures judged differently' })
    await wall.getByRole('img', { name: 'Ann Abel' }).first().waitFor()
    expect(await wall.locator('> li').count()).toBe(1)
    await visit(page, `/profiles/${id}`)
    await page.getByRole('region', { name: 'Not good: 1 picture' }).waitFor()
    expect(await page.getByRole('region', { name: /^Good/ }).count()).toBe(0)
    await page.getByRole('button', { name: 'Judged by' }).click()
    expect(await page.getByRole('option').allInnerTexts()).toEqual(['The team', 'You (Cem Can)'])
    await page.keyboard.press('Escape')
    await visit(page, `/profiles/${id}/history/uncommitted`)
    await page.getByText('You see your own judgements only').waitFor()
    expect(
      await page
        .getByRole('list', { name: /^Added as/ })
        .getByRole('listitem')
        .count(),
    ).toBe(1)
    const { profileData } = await palate.profiles.get(id)
    await visit(page, `/profiles/${id}/history/${profileData.branches[0]?.headVersionId}`)
    await page.getByText('None of yours differ.').waitFor()
    await visit(page, `/profiles/${id}/library`)
    await page
      .getByRole('button', { name: /^picture-14\b/ })
      .first()
      .dblclick()
    await page.getByRole('dialog').getByText('No label').waitFor()
    expect(await page.getByText(/Ann Abel|Ben Berg/).count()).toBe(0)
  })

  test('the overview and the scores are the team’s or one person’s, and a split is said in words', async () => {
    const id = await divided('Split')
    const page = await pageOf('Ann', `/profiles/${id}`)
    await page.getByRole('button', { name: 'Judged by' }).click()
    await page.getByRole('option', { name: 'Ben Berg' }).click()
    await page.getByRole('region', { name: 'Good: 5 pictures' }).waitFor()
    await page.getByText('Has judged 15 pictures.').waitFor()
    await look(page, 'overview-person')
    await page.getByRole('link', { name: 'Score by this taste' }).click()
    await page.getByRole('button', { name: 'Use the library' }).click()
    const first = page.getByRole('button', { name: /\. picture-/ }).first()
    await first.waitFor()
    const numberOf = async () => Number(/picture-(\d+)/.exec(await first.innerText())?.[1])
    await expect.poll(async () => (await numberOf()) % moods).toBe(1)
    await first.click()
    const why = page.getByRole('complementary', { name: /^Why/ })
    await why.getByText(/^The team is split: \d+ % for Ben Berg, \d+ % for Ann Abel\.$/).waitFor()
    await look(page, 'score-person')
    await page.getByRole('button', { name: 'Judged by' }).click()
    await page.getByRole('option', { name: 'You (Ann Abel)' }).click()
    await expect.poll(async () => (await numberOf()) % moods).toBe(0)
  })

  test('where nobody was invited, nothing about people is shown', async () => {
    const other = await service.newAccount()
    const own = new Palate({ url: service.url, apiKey: other })
    const { id } = await own.profiles.create({ projectId: 'solo', name: 'Alone' })
    const page = await browser.newPage(service, { key: other, path: `/profiles/${id}` })
    await page.getByRole('link', { name: 'Score', exact: true }).waitFor()
    expect(await page.getByRole('link', { name: 'Where we differ' }).count()).toBe(0)
    await page.goto(`${service.url}/profiles/${id}/differ`)
    await page.getByRole('heading', { name: 'Nobody has judged in their own name yet' }).waitFor()
  })
})
