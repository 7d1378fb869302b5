import { expect, test } from 'vitest'
import type { Answer } from '../harness/answer.ts'
import { expectProblem } from '../harness/problem.ts'
import { type ConcurrentClients, commitOf, newProfile } from './concurrent-clients.ts'

const rounds = 8
const rivalsPerRound = 4

export function testCommitRaces({ race, call }: ConcurrentClients): void {
  test('of concurrent commits on the same head exactly one wins, the others get 409 head_conflict with headVersionId', async () => {
    const path = await newProfile(call)
    let head: string | null = null
    for (let round = 0; round < rounds; round++) {
      const parent = head
      const answers: readonly Answer[] = await race(rivalsPerRound, (ask, i) =>
        ask('PATCH', path, { body: commitOf(`v${round}-${i}`, parent) }),
      )
      const winners = answers.flatMap(({ status }, i) => (status === 200 ? [`v${round}-${i}`] : []))
      expect(winners).toHaveLength(1)
      head = winners[0] ?? null
      for (const answer of answers.filter(({ status }) => status !== 200)) {
        expectProblem(answer, 409, 'head_conflict')
        expect(answer.body.headVersionId).toBe(head)
      }
    }
    const { profileData } = (await call('GET', path)).body
    expect(profileData.versions).toHaveLength(rounds)
    expect(profileData.branches[0].headVersionId).toBe(head)
    const parents = profileData.versions.map((version: { parentVersionId: string | null }) => version.parentVersionId)
    const ids = profileData.versions.map((version: { id: string }) => version.id)
    expect(parents).toEqual([null, ...ids.slice(0, -1)])
  })

  test('concurrent commits on different branches of a profile all win', async () => {
    const path = await newProfile(call)
    const branches = Array.from({ length: rivalsPerRound }, (_, i) => ({ id: `b${i}`, name: `b${i}` }))
    await call('PATCH', path, { body: { profileData: { branches } } })
    const heads = new Map<number, string>()
    for (let round = 0; round < 3; round++) {
      const answers = await race(rivalsPerRound, (ask, i) =>
        ask('PATCH', path, { body: commitOf(`v${round}-${i}`, heads.get(i) ?? null, `b${i}`) }),
      )
      expect(answers.map(({ status }) => status)).toEqual(branches.map(() => 200))
      for (const i of branches.keys()) heads.set(i, `v${round}-${i}`)
    }
    const { profileData } = (await call('GET', path)).body
    expect(profileData.versions).toHaveLength(3 * rivalsPerRound)
    const stored = profileData.branches.slice(1).map((branch: { headVersionId: string }) => branch.headVersionId)
    expect(stored).toEqual([...heads.values()])
  })

  test('the same commit sent twice concurrently is stored once', async () => {
    const path = await newProfile(call)
    const answers = await race(rivalsPerRound, (ask) => ask('PATCH', path, { body: commitOf('once', null) }))
    // The later ones find an equal version: a reference, not a second commit.
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const { profileData } = (await call('GET', path)).body
    expect(profileData.versions.map((version: { id: string }) => version.id)).toEqual(['once'])
  })

  test('a commit racing a delete is acknowledged before it or is 404, and nothing is left', async () => {
    for (let round = 0; round < 4; round++) {
      const path = await newProfile(call)
      const [deleted, ...commits] = await race(rivalsPerRound, (ask, i) =>
        i === 0 ? ask('DELETE', path) : ask('PATCH', path, { body: commitOf(`v${i}`, null) }),
      )
      expect(deleted?.status).toBe(200)
      expect(commits.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
      for (const answer of commits.filter(({ status }) => status !== 200)) {
        expect(['head_conflict', 'profile_not_found']).toContain(answer.body.code)
      }
      expectProblem(await call('GET', path), 404, 'profile_not_found')
    }
  })
}
