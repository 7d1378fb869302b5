import { createHash } from 'node:crypto'
import { type Event, type Palate, verifyWebhook } from '@palate/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useService } from '../harness/use-service.ts'
import { paint } from '../scoring/pictures.ts'
import { type Receiver, startReceiver } from '../webhooks/receiver.ts'
import { loopback } from '../webhooks/webhook-requests.ts'
import { clientOf, profileWithChange } from './client-of-service.ts'

describe('every method of the client', () => {
  const service = useService('sqlite', loopback)
  let palate: Palate
  let receiver: Receiver
  beforeAll(async () => {
    palate = clientOf(service)
    receiver = await startReceiver()
  })
  afterAll(() => receiver.stop())

  async function walk<Item>(list: AsyncIterable<Item>): Promise<Item[]> {
    const items: Item[] = []
    for await (const item of list) items.push(item)
    return items
  }

  test('profiles: list, get, update, export, import, diagnostics, refresh, delete', async () => {
    const id = await profileWithChange(palate, 'All')
    await palate.profiles.commit(id, { message: 'First' })
    expect((await palate.profiles.update(id, { seed: 'calm' })).seed).toBe('calm')
    const document = await palate.profiles.export(id)
    const copy = await palate.profiles.import({ ...document, name: 'All, again' })
    expect((await walk(palate.profiles.list({ projectId: 'studio', limit: 1 }))).map((one) => one.id)).toEqual([
      copy.id,
      id,
    ])
    expect((await palate.profiles.get(copy.id)).effectiveSnapshot.constraints).toHaveLength(1)
    expect((await palate.profiles.diagnostics(id)).dimensions).toBeDefined()
    expect(await palate.profiles.refresh(id)).toEqual({ pictures: 0, unusable: [] })
    const stale = palate.profiles.update(id, { name: 'Stale' }, { ifMatch: '"no-such"' })
    await expect(stale).rejects.toMatchObject({ code: 'precondition_failed' })
    expect(await palate.profiles.delete(copy.id)).toEqual({ success: true })
    await expect(palate.profiles.get(copy.id)).rejects.toMatchObject({ code: 'profile_not_found' })
  })

  test('thresholds, verdicts and briefs', async () => {
    const { id } = await palate.profiles.create({ projectId: 'studio', name: 'Gate', seed: 'bright' })
    const { thresholds } = await palate.profiles.update(id, { thresholds: { aesthetics: { pass: 0.9, fail: 0.8 } } })
    expect(thresholds).toEqual({ aesthetics: { pass: 0.9, fail: 0.8 } })
    expect(await palate.profiles.threshold(id)).toMatchObject({ dimension: 'aesthetics', pass: 0.9, source: 'set' })
    expect(await palate.profiles.threshold(id, { dimension: 'likeness' })).toMatchObject({ source: 'default' })
    expect(await palate.profiles.brief(id)).toMatchObject({ name: 'Gate', seed: 'bright', predicts: null })
    expect(await palate.profiles.briefText(id)).toMatch(/^# Gate\n/)
    expect(await palate.profiles.briefText(id, { format: 'design' })).toMatch(/^---\nname: "Gate"\n/)
    const url = `data:image/png;base64,${(await paint({ mood: 'grey', seed: 1 })).toString('base64')}`
    const frames = [{ id: 'a', url }]
    const { scores } = await palate.score({ profile_id: id, frames, dimensions: ['aesthetics'], verdict: true })
    expect(scores[0]?.verdict?.aesthetics).toMatchObject({ decision: 'fail', pass: 0.9, fail: 0.8 })
  })

  test('frames, annotations, suggestions and scores: from a picture to a number', async () => {
    const { id } = await palate.profiles.create({ projectId: 'pictures', name: 'Taught' })
    const pictures = await Promise.all([1, 2, 3].map((seed) => paint({ mood: 'warm', seed })))
    const [file, bytes, stream] = pictures.map((picture) => new Uint8Array(picture))
    const options = { projectId: 'pictures' }
    const one = await palate.frames.upload(new File([file ?? ''], 'one.png'), options)
    expect(one).toMatchObject({ name: 'one.png', contentType: 'image/png' })
    const two = await palate.frames.upload(bytes ?? '', { ...options, name: 'two.png' })
    expect(two.name).toBe('two.png')
    const three = await palate.frames.upload(new Blob([stream ?? '']).stream(), { ...options, type: 'image/png' })
    expect((await palate.frames.upload(new Blob([file ?? '']), options)).id).toBe(one.id)
    expect((await palate.frames.upload(new Blob([file ?? ''], { type: 'image/png' }), options)).id).toBe(one.id)
    expect((await walk(palate.frames.list({ ...options, limit: 2 }))).map((frame) => frame.id)).toEqual([
      three.id,
      two.id,
      one.id,
    ])
    expect(new Uint8Array(await (await palate.frames.get(one.id)).arrayBuffer())).toEqual(file)
    expect((await palate.frames.thumbnail(one.id, { size: 64 })).type).toBe('image/webp')
    const path = `/v1/thumbnails/${createHash('sha256')
      .update(file ?? '')
      .digest('hex')}`
    expect((await palate.frames.thumbnailAt(path)).type).toBe('image/webp')

    const added = await palate.annotations.add(id, {
      exemplars: [
        { id: 'e1', url: one.url, label: 'good' },
        { id: 'e2', url: two.url, label: 'bad' },
      ],
    })
    expect(added.budget.labels.used).toBe(2)
    expect((await palate.annotations.remove(id, 'e2')).budget.labels.used).toBe(1)
    await palate.profiles.commit(id, { message: 'One picture' })
    const { suggestions } = await palate.suggestions(id, { kind: 'question', limit: 2 })
    expect(suggestions.map(({ kind }) => kind)).toEqual(['question', 'question'])
    const frames = [{ id: 'three', url: three.url }]
    const { scores } = await palate.score({ profile_id: id, frames, dimensions: ['aesthetics'] })
    expect(scores).toEqual([{ frame_id: 'three', aesthetics: expect.any(Number) }])
    const preview = await palate.profiles.preview(id, { from: 'main', to: 'working', frames })
    const same = { aesthetics: scores[0]?.aesthetics }
    expect(preview.frames).toEqual([expect.objectContaining({ ...frames[0], from: same, to: same })])
    expect((await palate.dimensions({ profile_id: id })).dimensions.map(({ name }) => name)).toContain('aesthetics')
    await expect
      .poll(async () => (await palate.frames.recent(options)).frames.map((frame) => frame.id))
      .toEqual(['three'])
    await expect(palate.frames.delete(one.id)).rejects.toMatchObject({ code: 'frame_in_use' })
    expect(await palate.frames.delete(one.id, { force: true })).toEqual({
      success: true,
      erased: false,
      keptFor: { frames: [], profiles: [id] },
    })
  })

  test('keys and projects: create, list, usage, rotate, revoke', async () => {
    const made = await palate.keys.create({ name: 'CI', scopes: ['score'] })
    const limited = clientOf({ url: service.url, key: made.key ?? '' })
    await expect(limited.projects()).rejects.toMatchObject({ code: 'scope_forbidden', status: 403 })
    expect((await walk(palate.keys.list({ limit: 1 }))).map((key) => key.id)).toContain(made.id)
    await expect
      .poll(async () => (await palate.keys.usage(made.id, { days: 1 })).days.map(({ requests }) => requests))
      .toEqual([1])
    const next = await palate.keys.rotate(made.id)
    await expect(limited.projects()).rejects.toMatchObject({ code: 'revoked_api_key', status: 401 })
    expect(await palate.keys.revoke(next.id)).toEqual({ success: true })
    expect((await palate.projects()).projects.map(({ id }) => id)).toContain('studio')
  })

  test('webhooks: create, test, verify, deliveries, replay, rotate, update, delete', async () => {
    const { id, secret } = await palate.webhooks.create({ url: receiver.url, events: ['webhook.test'] })
    const { id: deliveryId } = await palate.webhooks.test(id)
    const [first] = await receiver.waitFor(1)
    expect(await verifyWebhook(secret ?? '', first?.headers ?? {}, first?.text ?? '')).toMatchObject({
      type: 'webhook.test',
    })
    await expect.poll(async () => (await palate.webhooks.delivery(deliveryId)).status).toBe('delivered')
    expect((await walk(palate.webhooks.deliveries(id))).map((one) => one.id)).toEqual([deliveryId])
    await palate.webhooks.replay(deliveryId)
    await receiver.waitFor(2)
    expect((await palate.webhooks.rotateSecret(id)).secret).not.toBe(secret)
    expect((await palate.webhooks.update(id, { description: 'Ours' })).description).toBe('Ours')
    expect((await palate.webhooks.get(id)).description).toBe('Ours')
    expect((await walk(palate.webhooks.list())).map((one) => one.id)).toEqual([id])
    expect(await palate.webhooks.deadLetters()).toEqual({ deadLetters: [] })
    expect(await palate.webhooks.replayDeadLetters({})).toEqual({ replayed: 0 })
    await expect(palate.webhooks.replayDeadLetter('x')).rejects.toMatchObject({ code: 'dead_letter_not_found' })
    await expect(palate.webhooks.deleteDeadLetter('x')).rejects.toMatchObject({ code: 'dead_letter_not_found' })
    expect(await palate.webhooks.delete(id)).toEqual({ success: true })
  })

  test('boards: create, list, get, update, delete', async () => {
    const { id: profileId } = await palate.profiles.create({ projectId: 'boards', name: 'Arranged' })
    const { pictures, revision, ...board } = await palate.boards.create({ profileId, name: 'Spring' })
    expect([pictures, revision]).toEqual([[], 1])
    expect(await walk(palate.boards.list({ profileId }))).toEqual([{ ...board, cover: [] }])
    const renamed = await palate.boards.update(board.id, { name: 'Summer' }, { ifMatch: '"1"' })
    expect(await palate.boards.get(board.id)).toEqual(renamed)
    const stale = palate.boards.update(board.id, { name: 'Autumn' }, { ifMatch: '"1"' })
    await expect(stale).rejects.toMatchObject({ code: 'precondition_failed' })
    expect(await palate.boards.delete(board.id)).toEqual({ success: true })
    await expect(palate.boards.get(board.id)).rejects.toMatchObject({ code: 'board_not_found' })
  })

  test('shares: create, list, get, revoke', async () => {
    const { id: profileId } = await palate.profiles.create({ projectId: 'shares', name: 'Shared' })
    const { url, ...share } = await palate.shares.create({ profileId, title: 'Spring' })
    expect(url).toMatch(/^\/share\//)
    expect(await walk(palate.shares.list({ profileId }))).toEqual([share])
    expect(await palate.shares.get(share.id)).toEqual({ ...share, pictures: [], answers: [], reviewers: [] })
    expect(await palate.shares.revoke(share.id)).toEqual({ success: true })
    await expect(palate.shares.revoke(share.id)).rejects.toMatchObject({ code: 'share_not_found' })
  })

  test('events and alerts: list, types, tail, create, delete', async () => {
    const { id: profileId } = await palate.profiles.create({ projectId: 'events', name: 'Watched' })
    const alert = await palate.alerts.create({ profileId, dimension: 'aesthetics', below: 0.2 })
    expect((await walk(palate.alerts.list({ profileId }))).map(({ id }) => id)).toEqual([alert.id])
    expect(await palate.alerts.delete(alert.id)).toEqual({ success: true })
    expect((await palate.events.types()).eventTypes.length).toBeGreaterThan(10)
    const { events } = await palate.events.list({ type: 'profile.created' })
    const created = events.find(({ data }) => (data as { profileId?: string }).profileId === profileId) as Event
    const seen: string[] = []
    await palate.profiles.update(profileId, { seed: 'one' })
    for await (const event of palate.events.tail({ after: created.id, type: 'profile.*', projectId: 'events' })) {
      seen.push(event.type)
      if (seen.length === 1) await palate.profiles.update(profileId, { seed: 'two' })
      if (seen.length === 2) break
    }
    expect(seen).toEqual(['profile.updated', 'profile.updated'])
  })
})
