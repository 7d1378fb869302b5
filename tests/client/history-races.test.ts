import { type ListedVersion, Palate } from '@palate/client'
import { beforeAll, describe, expect, test } from 'vitest'
import { engines } from '../harness/service.ts'
import { useService } from '../harness/use-service.ts'
import { addConstraint, clientOf, profileWithChange } from './client-of-service.ts'

describe.each(engines)('concurrent changes of a history, on %s', (engine) => {
  const service = useService(engine)
  let others: Palate
  beforeAll(() => {
    others = clientOf(service)
  })

  /** A client whose first PATCH loses to a concurrent write. */
  function slowerThan(act: () => Promise<unknown>): Palate {
    let isFirst = true
    return clientWith(async (input, init) => {
      if (init?.method === 'PATCH' && isFirst) {
        isFirst = false
        await act()
      }
      return fetch(input, init)
    })
  }

  /** A client that loses the response to its first PATCH. */
  function deafOnce(): Palate {
    let isFirst = true
    return clientWith(async (input, init) => {
      const answer = await fetch(input, init)
      if (init?.method !== 'PATCH' || !isFirst) return answer
      isFirst = false
      await answer.text()
      throw new TypeError('fetch failed')
    })
  }

  const clientWith = (send: typeof fetch) => new Palate({ url: service.url, apiKey: service.key, fetch: send })

  async function twoVersions(name: string): Promise<{ id: string; first: ListedVersion; second: ListedVersion }> {
    const id = await profileWithChange(others, `${name} on ${engine}`)
    const first = await others.profiles.commit(id, { message: 'First' })
    await addConstraint(others, id, 'c2', 'calm')
    return { id, first, second: await others.profiles.commit(id, { message: 'Second' }) }
  }

  async function commitMore(id: string): Promise<ListedVersion> {
    await addConstraint(others, id, 'c3', 'loud')
    return others.profiles.commit(id, { message: 'Of somebody else', branch: 'main' })
  }

  async function stateOf(id: string) {
    const { profileData } = await others.profiles.get(id, { snapshots: 'omit' })
    return { ...profileData, heads: Object.fromEntries(profileData.branches.map((b) => [b.name, b.headVersionId])) }
  }

  test.each([{}, { message: 'Back' }])(
    'a roll-back that loses the race to a commit is refused, and the commit stays: %o',
    async (how) => {
      const { id, first } = await twoVersions(`Lost ${Object.keys(how)}`)
      let third: ListedVersion | undefined
      const palate = slowerThan(async () => {
        third = await commitMore(id)
      })
      const refused = palate.profiles.rollback(id, { to: first.id, ...how })
      await expect(refused).rejects.toMatchObject({ name: 'PalateError', code: 'head_conflict' })
      const { heads, versions } = await stateOf(id)
      expect(heads).toEqual({ main: third?.id })
      expect(versions).toHaveLength(3)
    },
  )

  test('a roll-back from an unexpected head is refused, and nothing is written', async () => {
    const { id, first, second } = await twoVersions('Expected')
    const third = await commitMore(id)
    for (const expectedHead of [second.id, null]) {
      const refused = others.profiles.rollback(id, { to: first.id, expectedHead })
      await expect(refused).rejects.toMatchObject({ code: 'head_conflict' })
    }
    expect((await stateOf(id)).heads).toEqual({ main: third.id })
    const back = await others.profiles.rollback(id, { to: first.id, expectedHead: third.id })
    expect(back.headVersionId).toBe(first.id)
  })

  test('a roll-back succeeds if somebody changed something else', async () => {
    const { id, first } = await twoVersions('Something else')
    const palate = slowerThan(() => addConstraint(others, id, 'c3', 'loud'))
    expect((await palate.profiles.rollback(id, { to: first.id })).headVersionId).toBe(first.id)
    const { workingChanges } = await stateOf(id)
    expect(workingChanges.constraints).toMatchObject([{ id: 'c3' }])
  })

  test.each([{}, { message: 'Back' }])('a roll-back whose response was lost is applied once: %o', async (how) => {
    const { id, first, second } = await twoVersions(`Deaf ${Object.keys(how)}`)
    const { headVersionId } = await deafOnce().profiles.rollback(id, { to: first.id, expectedHead: second.id, ...how })
    const { heads, versions } = await stateOf(id)
    expect(heads).toEqual({ main: headVersionId })
    expect(versions).toHaveLength('message' in how ? 3 : 2)
  })

  test('a roll-back, a commit and a new branch stay on the branch that was current when they started', async () => {
    const { id, first, second } = await twoVersions('Switched')
    await others.profiles.branch(id, { name: 'other' })
    const switchAway = async () => {
      await others.profiles.switch(id, 'other')
    }
    await slowerThan(switchAway).profiles.rollback(id, { to: first.id })
    expect((await stateOf(id)).heads).toEqual({ main: first.id, other: second.id })
    await others.profiles.switch(id, 'main')
    await slowerThan(switchAway).profiles.branch(id, { name: 'third' })
    expect((await stateOf(id)).heads).toEqual({ main: first.id, other: second.id, third: first.id })
    await others.profiles.switch(id, 'main')
    await addConstraint(others, id, 'c4', 'loud')
    const { id: made } = await slowerThan(switchAway).profiles.commit(id, { message: 'On main' })
    expect((await stateOf(id)).heads).toEqual({ main: made, other: second.id, third: first.id })
  })

  test('nothing is written if a proxy removes the ETag, because it could overwrite other writes', async () => {
    const { id, first, second } = await twoVersions('No ETag')
    const palate = clientWith(async (input, init) => {
      const answer = await fetch(input, init)
      return new Response(answer.body, { status: answer.status, headers: { 'content-type': 'application/json' } })
    })
    const refused = palate.profiles.rollback(id, { to: first.id })
    await expect(refused).rejects.toMatchObject({ name: 'PalateError', code: 'unexpected_answer' })
    expect((await stateOf(id)).heads).toEqual({ main: second.id })
  })
})
