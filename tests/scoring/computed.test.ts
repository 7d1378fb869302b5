import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectProblem } from '../harness/problem.ts'
import { change, commit, createProfile, patch, read, succeed } from '../profiles/profile-requests.ts'
import { paint } from './pictures.ts'
import { commitElements, openStage, profileWith, type Stage, scoreOf } from './scoring-service.ts'

describe('computed members of the effective snapshot', () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage('sqlite')
  })
  afterAll(() => stage.close())

  const effective = async (id: string) => (await read(stage.service, id)).effectiveSnapshot
  const get = (id: string, headers: Record<string, string> = {}) =>
    stage.service.call('GET', `/v1/profiles/${id}`, { headers })
  const etagOf = async (id: string) => (await get(id)).headers.get('etag') ?? ''
  const exemplar = async (id: string, mood: 'warm' | 'cold', seed: number, label: string, more: object = {}) => ({
    id,
    url: await stage.picture(mood, seed),
    label,
    ...more,
  })
  /** The centroid once the pictures are read. */
  async function centroidOf(id: string): Promise<readonly number[]> {
    await expect.poll(async () => (await effective(id)).embeddingCentroid.length).toBeGreaterThan(0)
    return (await effective(id)).embeddingCentroid
  }
  const lengthOf = (vector: readonly number[]) => Math.hypot(...vector)
  const cosine = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0) / lengthOf(a) / lengthOf(b)

  it('without good exemplars the centroid is empty', async () => {
    const id = await profileWith(stage.service, { exemplars: [await exemplar('e', 'warm', 1, 'bad')] })
    await scoreOf(stage.service, id, await stage.picture('warm', 2))
    expect((await effective(id)).embeddingCentroid).toEqual([])
  })

  it('reading the profile starts the computation of the centroid, which has unit length', async () => {
    const id = await profileWith(stage.service, { exemplars: [await exemplar('e', 'warm', 1, 'good')] })
    expect(lengthOf(await centroidOf(id))).toBeCloseTo(1, 4)
  })

  it("the centroid is the mean of the good exemplars' embeddings, of every dimension, and of no others", async () => {
    const [one, two] = [
      await exemplar('1', 'warm', 1, 'good'),
      await exemplar('2', 'cold', 1, 'good', { dimension: 'x' }),
    ]
    const bad = [await exemplar('3', 'cold', 3, 'bad'), await exemplar('4', 'cold', 4, 'bad', { dimension: 'x' })]
    const [first, second, both] = await Promise.all(
      [[one], [two], [one, two, ...bad]].map(async (exemplars) =>
        centroidOf(await profileWith(stage.service, { exemplars })),
      ),
    )
    if (!first || !second || !both) throw new Error('three profiles have three centroids')
    expect(cosine(first, second)).toBeLessThan(0.999)
    const sum = first.map((value, i) => value + (second[i] ?? 0))
    expect(cosine(both, sum)).toBeGreaterThan(0.9995)
    expect(cosine(both, sum)).toBeGreaterThan(cosine(first, sum))
    expect(cosine(both, sum)).toBeGreaterThan(cosine(second, sum))
    expect(lengthOf(both)).toBeCloseTo(1, 4)
  })

  it('the centroid is computed also for a client that only makes conditional requests after its PATCH', async () => {
    const id = await createProfile(stage.service)
    const snapshot = { exemplars: [await exemplar('e', 'warm', 1, 'good')] }
    const made = await commit(stage.service, id, { id: 'v1', snapshot })
    const etag = made.headers.get('etag') ?? ''
    await expect.poll(async () => (await get(id, { 'if-none-match': etag })).status).toBe(200)
  })

  it('a client that sends back a profile read before the pictures does not block the centroid', async () => {
    const id = await profileWith(stage.service, { exemplars: [await exemplar('e', 'warm', 1, 'good')] })
    const early = await read(stage.service, id)
    expect(early.effectiveSnapshot.embeddingCentroid).toEqual([])
    const late = await centroidOf(id)
    succeed(await patch(stage.service, id, { ...early, name: `Echo ${id}` }))
    expect(await effective(id)).toMatchObject({ embeddingCentroid: late })
  })

  it('the centroid changes the second part of the ETag, and the first stays', async () => {
    const id = await profileWith(stage.service, { exemplars: [await exemplar('e', 'warm', 1, 'good')] })
    const before = await etagOf(id)
    await centroidOf(id)
    const after = await etagOf(id)
    expect([before, after].map((etag) => /^"(\d+)-(\d+)"$/.exec(etag)?.[1])).toEqual(['2', '2'])
    expect(after).not.toBe(before)
    expect((await get(id, { 'if-none-match': before })).status).toBe(200)
    expect((await get(id, { 'if-none-match': after })).status).toBe(304)
  })

  it('If-Match with the old ETag still works, for PATCH and for DELETE, until something is written', async () => {
    const id = await profileWith(stage.service, { exemplars: [await exemplar('e', 'warm', 1, 'good')] })
    const before = await etagOf(id)
    await centroidOf(id)
    expect(await etagOf(id)).not.toBe(before)
    succeed(await patch(stage.service, id, { seed: 'new' }, { 'if-match': before }))
    expectProblem(await patch(stage.service, id, { seed: 'newer' }, { 'if-match': before }), 412, 'precondition_failed')
    const written = await etagOf(id)
    const other = { exemplars: [{ id: 'o', url: await stage.picture('cold', 7), label: 'good' }] }
    await change(stage.service, id, { workingChanges: other })
    const gone = await stage.service.call('DELETE', `/v1/profiles/${id}`, { headers: { 'if-match': written } })
    expectProblem(gone, 412, 'precondition_failed')
    const now = await etagOf(id)
    await scoreOf(stage.service, id, await stage.picture('warm', 1), { include_working: true })
    expect(await etagOf(id)).not.toBe(now)
    succeed(await stage.service.call('DELETE', `/v1/profiles/${id}`, { headers: { 'if-match': now } }))
  })

  it('once all pictures are read the ETag stays, however often the profile is read and scored', async () => {
    const id = await profileWith(stage.service, { exemplars: [await exemplar('e', 'warm', 1, 'good')] })
    await centroidOf(id)
    const etag = await etagOf(id)
    for (let i = 0; i < 3; i++) await scoreOf(stage.service, id, await stage.picture('cold', i))
    expect((await get(id, { 'if-none-match': etag })).status).toBe(304)
  })

  it('a refresh that reads a picture which could not be read before changes the ETag', async () => {
    const exemplars = [{ id: 'e', url: stage.host.url('late'), label: 'good' }]
    const id = await profileWith(stage.service, { exemplars })
    await scoreOf(stage.service, id, await stage.picture('warm', 1))
    const before = await etagOf(id)
    stage.host.show('late', { bytes: await paint({ mood: 'warm', seed: 8 }) })
    succeed(await stage.service.call('POST', `/v1/profiles/${id}/refresh`))
    const { headers, body } = await get(id, { 'if-none-match': before })
    expect(headers.get('etag')).not.toBe(before)
    expect(lengthOf(body.effectiveSnapshot.embeddingCentroid)).toBeCloseTo(1, 4)
  })

  it('promptSummary contains the seed and the wishes immediately, and what was learned once the pictures are read', async () => {
    const exemplars = await Promise.all([1, 2, 3, 4].map((seed) => exemplar(`${seed}`, 'warm', seed, 'good')))
    const disliked = await Promise.all([1, 2, 3, 4].map((seed) => exemplar(`bad ${seed}`, 'cold', seed, 'bad')))
    const constraints = [
      { id: 'c1', question: 'How busy?', answer: 'uncluttered' },
      { id: 'c2', question: 'For whom?', answer: 'beekeepers' },
    ]
    const elements = { constraints, exemplars: [...exemplars, ...disliked] }
    const id = await profileWith(stage.service, elements, { seed: 'Honey and wood' })
    const early = (await effective(id)).promptSummary
    for (const words of ['Honey and wood', 'uncluttered', 'beekeepers']) expect(early).toContain(words)
    await centroidOf(id)
    const { promptSummary } = await effective(id)
    expect(promptSummary).toMatch(/^Honey and wood\. Aim for [^.]*(warm colours|yellows)/)
    expect(promptSummary).toMatch(/ Avoid [^.]*(blues|cool colours)/)
    expect(promptSummary).toMatch(/ In the owner's own words: “beekeepers”\.$/)
  })

  it('the summary of an untaught profile says so', async () => {
    const snapshot = await effective(await createProfile(stage.service))
    expect(snapshot).toMatchObject({ promptSummary: '', embeddingCentroid: [] })
  })

  it('a new commit has a new centroid', async () => {
    const id = await profileWith(stage.service, { exemplars: [await exemplar('e', 'warm', 1, 'good')] })
    const first = await centroidOf(id)
    await commitElements(stage.service, id, 'v2', { exemplars: [await exemplar('e', 'cold', 1, 'good')] })
    expect(cosine(await centroidOf(id), first)).toBeLessThan(0.999)
    await change(stage.service, id, { branches: [{ id: 'main', headVersionId: 'v1' }] })
    expect(await centroidOf(id)).toEqual(first)
  })
})
