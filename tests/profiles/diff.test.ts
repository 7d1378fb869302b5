import { beforeAll, describe, expect, it } from 'vitest'
import { useService } from '../harness/use-service.ts'
import { change, createProfile, problemOf, stateOf, succeed, version } from './profile-requests.ts'

const nothing = { added: [], removed: [], changed: [] }
const element = (id: string, answer: unknown) => ({ id, question: `${id}?`, answer })
const good = { id: 'e1', label: 'good', url: 'https://pictures.test/1.png' }
const judged = { id: 'p1', frameA: 'a', frameB: 'b', winner: 'a' }

describe('diff', () => {
  const service = useService('sqlite')
  let id: string
  beforeAll(async () => {
    id = await createProfile(service)
    await change(service, id, {
      versions: [
        version({ id: 'v1', snapshot: stateOf({ kept: 1, changes: 'old', goes: true }) }),
        version({
          id: 'v2',
          parent: 'v1',
          snapshot: { ...stateOf({ comes: null, changes: 'new', kept: 1 }), exemplars: [good], comparisons: [judged] },
        }),
      ],
      branches: [
        { id: 'x', name: 'x', headVersionId: 'v1' },
        { id: 'empty', name: 'empty', headVersionId: null },
      ],
      workingChanges: { constraints: [element('changes', 'newest'), element('working', 1)], exemplars: [good] },
    })
  })

  const diff = (from: string, to: string) =>
    service.call('GET', `/v1/profiles/${id}/diff?from=${encodeURIComponent(from)}&to=${encodeURIComponent(to)}`)

  it('between two versions: added and removed are elements, changed is {id, from, to}', async () => {
    expect(succeed(await diff('v1', 'v2')).body).toEqual({
      from: 'v1',
      to: 'v2',
      constraints: {
        added: [element('comes', null)],
        removed: [element('goes', true)],
        changed: [{ id: 'changes', from: element('changes', 'old'), to: element('changes', 'new') }],
      },
      exemplars: { ...nothing, added: [good] },
      comparisons: { ...nothing, added: [judged] },
    })
  })

  it('backwards it is inverted', async () => {
    const { body } = succeed(await diff('v2', 'v1'))
    expect(body.constraints).toEqual({
      added: [element('goes', true)],
      removed: [element('comes', null)],
      changed: [{ id: 'changes', from: element('changes', 'new'), to: element('changes', 'old') }],
    })
    expect(body.exemplars.removed).toEqual([good])
  })

  it('a branch id means the state at its head, or the empty state without a head', async () => {
    const byVersion = (await diff('v1', 'v2')).body
    expect((await diff('x', 'main')).body).toEqual({ ...byVersion, from: 'x', to: 'main' })
    expect((await diff('empty', 'x')).body.constraints.added).toEqual(
      stateOf({ kept: 1, changes: 'old', goes: true }).constraints,
    )
  })

  it('working is the head of the current branch with the working changes added', async () => {
    expect((await diff('main', 'working')).body).toEqual({
      from: 'main',
      to: 'working',
      constraints: {
        added: [element('working', 1)],
        removed: [],
        changed: [{ id: 'changes', from: element('changes', 'new'), to: element('changes', 'newest') }],
      },
      exemplars: nothing,
      comparisons: nothing,
    })
  })

  it.each(['v1', 'main', 'empty', 'working'])('the diff of %s with itself is empty', async (name) => {
    expect((await diff(name, name)).body).toEqual({
      from: name,
      to: name,
      constraints: nothing,
      exemplars: nothing,
      comparisons: nothing,
    })
  })

  it.each([
    ['v9', 'v1'],
    ['v1', 'v9'],
    ['main', 'nowhere'],
    ['\u0000', 'v1'],
  ])('an unknown version (%j to %j) is 404 version_not_found', async (from, to) => {
    expect(problemOf(await diff(from, to))).toEqual([404, 'version_not_found'])
  })

  it.each(['', '?from=v1', '?to=v1', '?from=&to=v1', '?from=v1&to=v2&to=v1'])('%s is 400', async (query) => {
    expect(problemOf(await service.call('GET', `/v1/profiles/${id}/diff${query}`))).toEqual([400, 'invalid_request'])
  })
})
