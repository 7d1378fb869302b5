import { Palate } from '@palate/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drawPictures } from '../../demo/pictures/draw.ts'
import { openReceiver, type Receiver } from '../../demo/receiver.ts'
import { type Seeded, seedDemo } from '../../demo/seed/seed-demo.ts'
import { useService } from '../harness/use-service.ts'

/** Enough for every step of the stories except one: only the answer of the evening issue remains. */
const few = [
  'olive-hills',
  'winter-fjord',
  'terracotta-dunes',
  'everything-must-go',
  'olive-sprig',
  'murky-brown',
  'screen-inbox',
  'screen-inbox-faint',
]

describe('a demo account', () => {
  const service = useService('sqlite', { PALATE_ALLOW_PRIVATE_NETWORK: '127.0.0.0/8' })
  let receiver: Receiver
  let seeded: Seeded
  let palate: Palate
  beforeAll(async () => {
    receiver = await openReceiver()
    palate = new Palate({ url: service.url, apiKey: service.key })
    const pictures = await drawPictures(few)
    seeded = await seedDemo({ url: service.url, apiKey: service.key, pictures, webhookUrl: receiver.url })
  })
  afterAll(() => receiver?.close())

  test('has the pictures in its library, and their scores', async () => {
    expect([...seeded.frames.keys()].toSorted()).toEqual(few.toSorted())
    // Scores are stored shortly after the response.
    const scoredIds = async () => {
      const { frames } = await palate.frames.recent({ projectId: seeded.projectId })
      return frames.map(({ id }) => id).toSorted()
    }
    await expect.poll(scoredIds).toEqual([...seeded.frames.values()].map(({ id }) => id).toSorted())
    const { batches } = await palate.batches.list()
    expect(batches).toMatchObject([{ status: 'completed', counts: { total: 8, succeeded: 8 } }])
  })

  test('has two profiles whose versions have authors, messages and times', async () => {
    const { profileData } = await palate.profiles.get(seeded.editorialId, { snapshots: 'omit' })
    expect(profileData.branches.map(({ name }) => name)).toEqual(['main', 'evening-issue', 'spring-issue'])
    expect(profileData.workingChanges).toMatchObject({
      constraints: [],
      exemplars: [{ label: 'bad' }],
      comparisons: [],
    })
    const versions = []
    for await (const one of palate.profiles.history(seeded.editorialId, { branchId: 'main' })) versions.push(one)
    expect(versions.map(({ message, author }) => [author?.name, message])).toEqual([
      ['Jonas Weber', 'Merge spring-issue'],
      ['Mara Lindqvist', 'No shouting: sale banners and checks are out'],
      ['Mara Lindqvist', 'Pairs from Tuesday: plain grounds win'],
      ['Jonas Weber', 'First picks from the archive'],
      ['Mara Lindqvist', 'The brief: warm, soft light, few colours'],
    ])
    const times = versions.map(({ createdAt }) => Date.parse(createdAt))
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    const { dimensions } = await palate.profiles.diagnostics(seeded.productId)
    expect(dimensions.find(({ name }) => name === 'usability')).toMatchObject({
      labels: { good: 1, bad: 1 },
      comparisons: 1,
      constraints: 4,
    })
  })

  test('has keys with scopes, an alert rule, and a webhook that received an event', async () => {
    const { keys } = await palate.keys.list()
    const ofProject = keys.filter(({ projectId }) => projectId === seeded.projectId)
    expect(ofProject.map(({ name, scopes }) => [name, scopes?.join()]).toSorted()).toEqual([
      ['Jonas Weber', 'read,teach,write'],
      ['Mara Lindqvist', 'read,teach,write'],
      ['Website pipeline', 'score'],
    ])
    const pipeline = new Palate({ url: service.url, apiKey: seeded.keys['Website pipeline'] })
    const frames = [{ id: 'dunes', url: seeded.frames.get('terracotta-dunes')?.url ?? '' }]
    const { scores } = await pipeline.score({ profile_id: seeded.editorialId, dimensions: ['aesthetics'], frames })
    expect(scores[0]?.error).toBeUndefined()
    expect((await palate.alerts.list()).alerts).toMatchObject([{ profileId: seeded.editorialId }])
    await expect.poll(() => receiver.arrived.size).toBeGreaterThan(10)
  })
})
