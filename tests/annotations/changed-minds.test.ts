import { Palate } from '@palate/client'
import { earlierChanges, restoreJudgements } from '@palate/client/restore-judgements.ts'
import { replacedTextBytesMax } from '@palate/server/profiles/annotations/replaced-elements.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { frameOf } from '../frames/frame-requests.ts'
import type { Answer } from '../harness/answer.ts'
import { engines } from '../harness/service.ts'
import { useService } from '../harness/use-service.ts'
import { change, createProfile, problemOf, read, succeed, version } from '../profiles/profile-requests.ts'
import { dataUrl, paint } from '../scoring/pictures.ts'
import { add, annotate, takeBack } from './annotation-requests.ts'

const picture = (name: string) => `https://pictures.test/${name}.png`
const good = (name: string, more: object = {}) => ({ label: 'good', url: picture(name), ...more })
const bad = (name: string, more: object = {}) => ({ label: 'bad', url: picture(name), ...more })
const none = { constraints: [], exemplars: [], comparisons: [] }

describe.each(engines)('a second judgement about the same thing on %s', (engine) => {
  const service = useService(engine)
  let id: string
  let bytes: Buffer
  beforeAll(async () => {
    bytes = await paint({ mood: 'warm', seed: 7 })
  })
  beforeEach(async () => {
    id = await createProfile(service)
  })

  const working = async () => (await read(service, id)).profileData.workingChanges
  const used = async () => {
    const { questions, labels, comparisons } = (await read(service, id)).profileData.budget
    return [questions.used, labels.used, comparisons.used]
  }
  /** What clients have written: the second part of the ETag and the effective snapshot follow when pictures are read. */
  const written = async () => {
    const { headers, body } = await service.call('GET', `/v1/profiles/${id}`)
    return [headers.get('etag')?.split('-')[0], body.updatedAt, body.profileData]
  }
  /** Adds one element and returns it as stored. */
  const teach = async (kind: string, element: object) => (await add(service, id, { [kind]: [element] })).body[kind][0]
  const commitState = (snapshot: object, parent: string | null = null, versionId = 'v1') =>
    change(service, id, { versions: [version({ id: versionId, parent, snapshot })], workingChanges: none })

  it('replaces a working change, keeps its id and counts nothing', async () => {
    const first = await teach('exemplars', good('a', { weight: 2 }))
    const second = await teach('exemplars', bad('a'))
    expect(second).toEqual({ id: first.id, ...bad('a') })
    expect(await working()).toEqual({ ...none, exemplars: [second] })
    expect(await used()).toEqual([0, 1, 0])
    expect(await teach('exemplars', good('a', { weight: 2 }))).toEqual(first)
    await change(service, id, { budget: { labels: { total: 1 } } })
    await teach('exemplars', bad('a'))
    expect(problemOf(await annotate(service, id, { exemplars: [bad('b')] }))).toEqual([409, 'budget_exceeded'])
  })

  it('about something that only the head judges becomes a working change under the committed id', async () => {
    await commitState({
      exemplars: [
        { id: 'e', ...good('a') },
        { id: 'other', ...good('b') },
      ],
    })
    expect(await teach('exemplars', bad('a'))).toEqual({ id: 'e', ...bad('a') })
    expect(await used()).toEqual([0, 0, 0])
    const diff = succeed(await service.call('GET', `/v1/profiles/${id}/diff?from=main&to=working`)).body
    expect(diff.exemplars).toEqual({
      added: [],
      removed: [],
      changed: [{ id: 'e', from: { id: 'e', ...good('a') }, to: { id: 'e', ...bad('a') } }],
    })
    await change(service, id, { budget: { labels: { used: 5 } } })
    await teach('exemplars', good('a'))
    expect(succeed(await takeBack(service, id, 'e')).body.budget.labels.used).toBe(5)
    expect(await working()).toEqual(none)
  })

  it('is answered with what it replaced, in the working changes or at the head, and with nothing else', async () => {
    const replacedBy = async (body: object) => (await add(service, id, body)).body.replaced
    const comparison = { frameA: 'f1', frameB: 'f2', winner: 'f1' }
    await commitState({
      exemplars: [{ id: 'e', ...good('a', { quote: 'Warm.' }) }],
      comparisons: [{ id: 'c', ...comparison }],
    })
    expect(await replacedBy({ exemplars: [good('new')], constraints: [{ question: 'Q', answer: 'A' }] })).toEqual([])
    const annotations = { exemplars: [bad('a'), bad('new')], comparisons: [{ ...comparison, winner: 'f2' }] }
    const replaced = await replacedBy(annotations)
    expect(replaced).toEqual([
      { id: expect.any(String), ...good('new') },
      { id: 'e', ...good('a', { quote: 'Warm.' }) },
      { id: 'c', ...comparison },
    ])
    expect(await replacedBy(annotations)).toEqual([])
    expect(await replacedBy({ exemplars: [good('a')] })).toEqual([{ id: 'e', ...bad('a') }])
    expect(await replacedBy({ exemplars: [{ id: 'e', removed: true }] })).toEqual([{ id: 'e', ...good('a') }])
    expect(await replacedBy({ comparisons: [{ ...comparison, repeat: true }] })).toEqual([])
  })

  it('is answered with what each element changed, and undone with that', async () => {
    const client = new Palate({ url: service.url, apiKey: service.key })
    await commitState({ exemplars: ['a', 'b', 'c'].map((name) => ({ id: name, ...good(name) })) })
    await annotate(service, id, {
      exemplars: [good('mine'), { id: 'b', removed: true }, { id: 'c', removed: true }, good('same')],
    })
    const before = await working()
    const [mine, , , same] = before.exemplars
    const exemplars = [good('new'), bad('a'), bad('b'), { id: 'c', ...bad('c') }, bad('mine'), good('same')]
    const added = await client.annotations.add(id, { exemplars } as Parameters<typeof client.annotations.add>[1])
    expect(added.changes).toEqual([
      { list: 'exemplars', id: added.exemplars[0]?.id, before: 'nothing' },
      { list: 'exemplars', id: 'a', before: 'committed' },
      { list: 'exemplars', id: 'b', before: 'removed' },
      { list: 'exemplars', id: 'c', before: 'removed' },
      { list: 'exemplars', id: mine.id, before: 'uncommitted' },
    ])
    expect(added.exemplars.at(-1)).toEqual(same)
    await restoreJudgements(client, await client.profiles.get(id), earlierChanges(added))
    const byId = (one: { id: string }, other: { id: string }) => one.id.localeCompare(other.id)
    expect((await working()).exemplars.toSorted(byId)).toEqual(before.exemplars.toSorted(byId))
  })

  it('is answered with the picture inside what it replaced, unless these pictures are large', async () => {
    const data = await Promise.all([1, 2].map(async (seed) => dataUrl(await paint({ mood: 'cold', seed }))))
    const inside = { label: 'good', imageData: data[0] }
    await commitState({ exemplars: [{ id: 'e', ...inside }] })
    const { replaced } = (await add(service, id, { exemplars: [{ label: 'bad', url: data[0] }] })).body
    expect(replaced).toEqual([{ id: 'e', ...inside }])
    const large = `data:image/png;base64,${'A'.repeat(replacedTextBytesMax)}`
    await change(service, id, {
      workingChanges: { exemplars: [{ id: 'large', label: 'good', imageData: large, weight: 2 }] },
    })
    const { body } = await add(service, id, { exemplars: [{ id: 'large', label: 'bad', url: data[1] }] })
    expect(body.replaced).toEqual([{ id: 'large', label: 'good', weight: 2 }])
    expect(body.changes).toEqual([{ list: 'exemplars', id: 'large', before: 'too_large' }])
    expect(earlierChanges(body)).toEqual([])
  })

  it('that says the same as the committed one changes nothing, whatever the picture is called', async () => {
    const frame = await frameOf(service, bytes)
    const other = await frameOf(service, await paint({ mood: 'cold', seed: 8 }))
    const exemplar = { id: 'e', label: 'good', url: frame.url, name: 'first.png', weight: 2 }
    const inline = { id: 'i', label: 'bad', imageData: (await paint({ mood: 'grey', seed: 9 })).toString('base64') }
    const constraint = { id: 'c', questionId: 'mine', category: 'light', question: 'Light?', answer: 'yes' }
    const comparison = { id: 'p', frameA: frame.id, frameB: { id: 'o', url: other.url }, winner: 'o' }
    await commitState({ exemplars: [exemplar, inline], constraints: [constraint], comparisons: [comparison] })
    const before = await written()

    const renamed = { label: 'good', url: dataUrl(bytes), name: 'second.png', frameId: 'x', weight: 2 }
    const turned = { frameA: { id: 'q', url: other.url }, frameB: { id: 'r', url: dataUrl(bytes) }, winner: 'q' }
    const { body } = await add(service, id, {
      exemplars: [renamed, { label: 'bad', imageData: inline.imageData, dimension: 'aesthetics' }],
      constraints: [{ questionId: 'mine', question: 'Light or dark?', answer: 'yes' }],
      comparisons: [turned],
    })
    expect(body).toMatchObject({
      exemplars: [exemplar, inline],
      constraints: [constraint],
      comparisons: [comparison],
    })
    expect(body.exemplars).toEqual([exemplar, inline])
    expect(await written()).toEqual(before)

    // A stored picture that is data is not sent to somebody who named it by another address.
    const byFrame = await frameOf(service, Buffer.from(inline.imageData, 'base64'))
    expect(await teach('exemplars', { label: 'bad', url: byFrame.url })).toEqual({
      id: 'i',
      label: 'bad',
      url: byFrame.url,
    })
    expect(await working()).toEqual(none)
    expect(await used()).toEqual([0, 0, 0])
  })

  it.each([
    ['another label', 'exemplars', { label: 'bad' }],
    ['no weight any more', 'exemplars', { weight: undefined }],
    ['a member that is new', 'exemplars', { quote: 'I like it' }],
    ['another winner', 'comparisons', { winner: 'a' }],
    ['a tie', 'comparisons', { winner: 'tie' }],
    ['another answer', 'constraints', { answer: 'no' }],
  ] as const)('that says something else than the committed one changes it: %s', async (_, kind, other) => {
    const [a, b] = [picture('a'), picture('b')]
    const committed = {
      exemplars: { label: 'good', url: a, weight: 2 },
      comparisons: { frameA: { id: 'a', url: a }, frameB: { id: 'b', url: b }, winner: 'b' },
      constraints: { question: 'Light?', answer: 'yes' },
    }
    await commitState({ [kind]: [{ id: 'x', ...committed[kind] }] })
    const element = JSON.parse(JSON.stringify({ ...committed[kind], ...other }))
    expect(await teach(kind, element)).toEqual({ id: 'x', ...element })
    expect((await working())[kind]).toEqual([{ id: 'x', ...element }])
  })

  it('that says the same as a working change leaves it as it is', async () => {
    const frame = await frameOf(service, bytes)
    const first = await teach('exemplars', { label: 'good', url: frame.url, name: 'first.png' })
    const before = await written()
    expect(await teach('exemplars', { label: 'good', url: dataUrl(bytes), name: 'second.png' })).toEqual(first)
    expect(await written()).toEqual(before)
  })

  it('finds pictures by content: a library frame, a data URL and bare base64', async () => {
    const frame = await frameOf(service, bytes)
    await commitState({ exemplars: [{ id: 'e', label: 'good', url: frame.url }] })
    const asData = { label: 'bad', url: dataUrl(bytes) }
    expect(await teach('exemplars', asData)).toEqual({ id: 'e', ...asData })
    const asBase64 = { label: 'good', imageData: bytes.toString('base64') }
    expect(await teach('exemplars', asBase64)).toEqual({ id: 'e', ...asBase64 })
    await commitState({ exemplars: [{ id: 'f', ...asBase64 }] }, 'v1', 'v2')
    expect((await teach('exemplars', { label: 'bad', url: frame.url })).id).toBe('f')
    expect(await used()).toEqual([0, 0, 0])
  })

  it('finds a pair in either order, and by the content of its frames', async () => {
    const [a, b] = [await frameOf(service, bytes), await frameOf(service, await paint({ mood: 'cold', seed: 7 }))]
    const first = await teach('comparisons', { frameA: a.id, frameB: b.id, winner: a.id })
    const turned = { frameA: { id: 'x', url: b.url }, frameB: { id: 'y', url: dataUrl(bytes) }, winner: 'x' }
    expect(await teach('comparisons', turned)).toEqual({ id: first.id, ...turned })
    const again = { ...turned, winner: 'y', repeat: true }
    expect((await teach('comparisons', again)).id).not.toBe(first.id)
    expect((await teach('comparisons', { frameA: 'p', frameB: 'q', winner: 'tie' })).id).not.toBe(first.id)
    expect((await working()).comparisons).toHaveLength(3)
    expect(await used()).toEqual([0, 0, 3])
  })

  it('finds a question by its id, else by its text without outer spaces and case', async () => {
    const byId = await teach('constraints', { questionId: 'mine', question: 'Light?', answer: 'yes' })
    expect((await teach('constraints', { questionId: 'mine', question: 'Light or dark?', answer: 'no' })).id).toBe(
      byId.id,
    )
    const byText = await teach('constraints', { question: 'Light?', answer: 'yes' })
    expect(byText.id).not.toBe(byId.id)
    expect((await teach('constraints', { question: '  LIGHT? ', answer: 'no' })).id).toBe(byText.id)
    expect((await teach('constraints', { question: 'Light?', answer: 'no', dimension: 'mood' })).id).not.toBe(byText.id)
    expect((await teach('constraints', { question: 'Light?', answer: 1, dimension: 'aesthetics' })).id).toBe(byText.id)
    expect(await used()).toEqual([3, 0, 0])
  })

  it('in one request: the later one counts', async () => {
    const { body } = await add(service, id, { exemplars: [good('a'), good('b'), bad('a'), good('a')] })
    expect(body.exemplars.map(({ id: _, ...content }: { id: string }) => content)).toEqual([good('a'), good('b')])
    expect((await working()).exemplars).toEqual(body.exemplars)
    expect(body.budget.labels.used).toBe(2)
    const named = { exemplars: [good('c'), { id: 'mine', ...bad('c') }, { id: 'yours', ...good('d') }, bad('d')] }
    expect((await add(service, id, named)).body.exemplars).toEqual([
      { id: 'mine', ...bad('c') },
      { id: 'yours', ...bad('d') },
    ])
  })

  it('does not take an id that is now about something else, and elements with ids stay as sent', async () => {
    const first = await teach('exemplars', good('a'))
    await add(service, id, { exemplars: [{ id: first.id, ...good('b') }] })
    const again = await teach('exemplars', good('a'))
    expect(again.id).not.toBe(first.id)
    await add(service, id, { exemplars: [{ id: 'twice', ...bad('a') }] })
    expect((await working()).exemplars.map((one: { id: string }) => one.id)).toEqual([first.id, again.id, 'twice'])
    expect(await used()).toEqual([0, 3, 0])
  })

  it('brings a judgement back that was marked as removed, at no cost', async () => {
    await commitState({ exemplars: [{ id: 'e', ...good('a') }] })
    for (const mark of [
      () => takeBack(service, id, 'e'),
      () => change(service, id, { workingChanges: { exemplars: [{ id: 'e', removed: true }] } }),
    ]) {
      succeed(await mark())
      expect((await teach('exemplars', bad('a'))).id).toBe('e')
      expect((await working()).exemplars).toEqual([{ id: 'e', ...bad('a') }])
      await change(service, id, { budget: { labels: { used: 3 } } })
      expect(succeed(await takeBack(service, id, 'e')).body.budget.labels.used).toBe(3)
      await change(service, id, { budget: { labels: { used: 0 } } })
    }
  })

  it('of parallel requests, one element is left and counted once', async () => {
    await Promise.all(
      Array.from({ length: 10 }, (_, i) => add(service, id, { exemplars: [i % 2 ? good('a') : bad('a')] })),
    )
    expect((await working()).exemplars).toHaveLength(1)
    expect(await used()).toEqual([0, 1, 0])
  })

  it('beside a commit of the same thing, either comes first', async () => {
    const [, { body }] = await Promise.all([
      commitState({ exemplars: [{ id: 'e', ...good('a') }] }),
      add(service, id, { exemplars: [bad('a')] }),
    ])
    const { exemplars } = await working()
    expect(exemplars).toEqual(body.exemplars[0].id === 'e' ? [{ id: 'e', ...bad('a') }] : [])
  })

  it('the same idempotency key returns the same element', async () => {
    await commitState({ exemplars: [{ id: 'e', ...good('a') }] })
    const headers = { 'idempotency-key': `key-${id}` }
    const first = await annotate(service, id, { exemplars: [bad('a')] }, headers)
    succeed(await takeBack(service, id, 'e'))
    const again = await annotate(service, id, { exemplars: [bad('a')] }, headers)
    expect([again.headers.get('idempotency-replayed'), again.body]).toEqual(['true', first.body])
    expect(await working()).toEqual(none)
  })
})

/** Pictures are read in the background, which changes the other part of the ETag. */
function writtenPart({ headers }: Answer): string | undefined {
  return headers.get('etag')?.split('-')[0]
}

describe.each(engines)('removing and discarding on %s', (engine) => {
  const service = useService(engine)
  let id: string
  beforeEach(async () => {
    id = await createProfile(service)
    const snapshot = {
      exemplars: [{ id: 'e', ...good('a') }],
      constraints: [{ id: 'e', question: 'Warm?', answer: 1 }],
    }
    await change(service, id, { versions: [version({ id: 'v1', snapshot })] })
  })
  const data = async () => (await read(service, id)).profileData
  const discard = (client: Pick<typeof service, 'call'> = service) =>
    client.call('DELETE', `/v1/profiles/${id}/annotations`)

  it('marks a committed element, and takes the mark back', async () => {
    const { budget } = await data()
    expect(succeed(await takeBack(service, id, 'e')).body).toEqual({ budget })
    expect((await data()).workingChanges).toEqual({ ...none, constraints: [{ id: 'e', removed: true }] })
    const diff = succeed(await service.call('GET', `/v1/profiles/${id}/diff?from=main&to=working`)).body
    expect(diff.constraints.removed).toEqual([{ id: 'e', question: 'Warm?', answer: 1 }])
    expect(succeed(await takeBack(service, id, 'e')).body).toEqual({ budget })
    expect((await data()).workingChanges).toEqual(none)
    expect(problemOf(await takeBack(service, id, 'unknown'))).toEqual([404, 'annotation_not_found'])
  })

  it('knows only the elements of the current branch', async () => {
    await change(service, id, { branches: [{ id: 'x', name: 'x' }], currentBranchId: 'x' })
    await change(service, id, { versions: [version({ id: 'x1', parent: 'v1', branch: 'x', snapshot: {} })] })
    expect(problemOf(await takeBack(service, id, 'e'))).toEqual([404, 'annotation_not_found'])
  })

  it('discards everything and gives the counts back', async () => {
    await change(service, id, { workingChanges: { constraints: [{ id: 'e', removed: true }, { id: 'sent' }] } })
    await add(service, id, { exemplars: [bad('a'), good('b'), good('c')], comparisons: [{ id: 'p', frameA: 'a' }] })
    await change(service, id, { budget: { questions: { used: 0 }, labels: { used: 7 } } })
    const before = await service.call('GET', `/v1/profiles/${id}`)
    const answer = succeed(await discard())
    const { labels, questions, comparisons } = answer.body.budget
    expect(Object.keys(answer.body)).toEqual(['budget', 'discardId'])
    expect([questions.used, labels.used, comparisons.used]).toEqual([0, 5, 0])
    const after = await service.call('GET', `/v1/profiles/${id}`)
    expect(after.body.profileData).toMatchObject({ workingChanges: none, budget: answer.body.budget })
    expect(writtenPart(after)).toBe(writtenPart(answer))
    expect(writtenPart(after)).not.toBe(writtenPart(before))
    const { events } = succeed(await service.call('GET', '/v1/events?limit=1')).body
    expect(events[0]).toMatchObject({ type: 'profile.updated', data: { changes: ['workingChanges', 'budget'] } })
    const again = succeed(await discard())
    expect([again.body, writtenPart(again)]).toEqual([{ ...answer.body, discardId: null }, writtenPart(answer)])
  })

  it('discarding in another account is 404', async () => {
    expect(problemOf(await discard(service.as(await service.newAccount())))).toEqual([404, 'profile_not_found'])
  })
})
