import { randomBytes } from 'node:crypto'
import { votesOn } from '@palate/core/shares/answers.ts'
import * as limits from '@palate/core/shares/limits.ts'
import { reviewBytesMax } from '@palate/core/shares/share-routes.ts'
import { readConfig } from '@palate/server/config/config.ts'
import { openStore } from '@palate/server/store/open.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Answer } from '../harness/answer.ts'
import type { Client } from '../harness/client.ts'
import { expectInvalidAt, expectProblem } from '../harness/problem.ts'
import { engines, startService } from '../harness/service.ts'
import { useService } from '../harness/use-service.ts'
import { createProfile, succeed } from '../profiles/profile-requests.ts'
import { pixel } from '../properties/operation-requests.ts'
import { events } from '../webhooks/webhook-requests.ts'
import { answer, createShare, visit } from './share-requests.ts'

const newReviewer = () => randomBytes(32).toString('base64url')

describe.each(engines)('reviews on %s', (engine) => {
  const service = useService(engine)
  let client: Client
  let profileId: string
  let id: string
  let path: string
  const [ann, bo] = [newReviewer(), newReviewer()]
  beforeEach(async () => {
    service.clock.skipMs = 0
    client = service.as(await service.newAccount())
    profileId = await createProfile(client)
    const frames = ['a', 'b', 'c'].map((name) => ({ id: name, url: pixel }))
    ;({ id, path } = await createShare(client, { profileId, title: 'Spring', frames }))
  })
  const review = (body: object, from: Client = client): Promise<Answer> =>
    from.call('POST', `${path}/reviews`, { key: null, body })
  const save = async (body: object, from?: Client) => succeed(await review(body, from)).body
  const details = async () => succeed(await client.call('GET', `/v1/shares/${id}`)).body
  /** By time, because ids do not go back with the clock of a test before. */
  const told = async (type: string) =>
    (await events(client, `?type=${type}`)).toSorted((a, b) => a.timestamp.localeCompare(b.timestamp))
  /** To the start of a minute, so that a test of a limit is in one. */
  const beginMinute = () => {
    service.clock.skipMs = 60_000 - (Date.now() % 60_000)
  }

  test('a click is saved, belongs to its reviewer, and is shown by initials', async () => {
    const first = await save({ reviewer: ann, name: 'Ann Lee', picture: 0, decision: 'approve' })
    expect(first).toEqual({
      id: expect.stringMatching(/^rev_[0-9a-f]{32}$/),
      name: 'Ann Lee',
      joinedAt: expect.any(String),
    })
    const second = await save({ reviewer: bo, name: 'Bo', picture: 0, decision: 'reject' })
    await save({ reviewer: ann, picture: 1, decision: 'approve' })
    await save({ reviewer: ann, picture: 0, comment: 'The hand', pin: { x: 0.25, y: 0.5 } })
    const share = await details()
    expect(share.reviewers).toEqual([first, second])
    const common = { id: expect.any(String), at: expect.any(String) }
    const annSays = { ...common, author: 'Ann Lee', reviewer: first.id }
    expect(share.answers).toEqual([
      { ...annSays, picture: 0, decision: 'approve' },
      { ...common, picture: 0, decision: 'reject', author: 'Bo', reviewer: second.id },
      { ...annSays, picture: 1, decision: 'approve' },
      { ...annSays, picture: 0, comment: 'The hand', pin: { x: 0.25, y: 0.5 } },
    ])
    const { text } = await visit(client, path)
    expect(text).toContain('AL ✓')
    expect(text).toContain('B ✗')
    expect(text).toContain('1 approved, 0 rejected, 1 split, 1 open')
    expect(text).not.toContain(ann)
  })

  test('a decision replaces only that of the same reviewer, and takes no more room', async () => {
    for (const decision of ['approve', 'reject', 'undecided', 'reject'])
      await save({ reviewer: ann, picture: 0, decision })
    await save({ reviewer: bo, picture: 0, decision: 'approve' })
    const { answers } = await details()
    expect(answers.map(({ decision }: { decision: string }) => decision)).toEqual(['reject', 'approve'])
    expect(
      votesOn(answers)
        .get(0)
        ?.map(({ decision }) => decision),
    ).toEqual(['reject', 'approve'])
  })

  test('a repeated save adds nothing, and a new name is shown with earlier answers', async () => {
    const said = { reviewer: ann, name: 'An', picture: 2, comment: 'Brighter, please' }
    await save(said)
    await save({ ...said, name: 'Ann' })
    const { answers } = await details()
    expect(answers).toHaveLength(1)
    expect(answers[0].author).toBe('Ann')
  })

  test('the form without a script decides for the name in it, and for nobody else', async () => {
    await save({ reviewer: ann, name: 'Ann', picture: 0, decision: 'approve' })
    for (const author of ['Ann', 'Cy'])
      expect((await answer(client, path, { author, 'decision-0': 'reject' })).status).toBe(303)
    await answer(client, path, { author: 'Cy', 'decision-0': 'undecided' })
    const votes = votesOn((await details()).answers).get(0) ?? []
    expect(votes.map(({ name, decision }) => [name, decision])).toEqual([
      ['Ann', 'approve'],
      ['Ann', 'reject'],
    ])
  })

  test('what a review must be is checked, and an ended share takes none', async () => {
    const refused = async (body: object, at: string) => expectInvalidAt(await review({ reviewer: ann, ...body }), at)
    await refused({ reviewer: 'short', picture: 0, decision: 'approve' }, '/reviewer')
    await refused({ picture: 3, decision: 'approve' }, '/picture')
    await refused({ decision: 'approve' }, '/decision')
    await refused({ picture: 0, pin: { x: 0, y: 0 } }, '/pin')
    await refused({ picture: 0, comment: 'x', pin: { x: 2, y: 0 } }, '/pin/x')
    await refused({ picture: 0, comment: 'x'.repeat(limits.commentCharactersMax + 1) }, '/comment')
    await refused({ picture: 0, comment: { length: 3 } }, '/comment')
    await refused({ name: 'x'.repeat(limits.authorCharactersMax + 1) }, '/name')
    const broken = await review({ reviewer: ann, comment: `k${'\n'.repeat(limits.lineBreaksPerCommentMax + 1)}k` })
    expectProblem(broken, 400, 'invalid_request')
    expect((await review({ reviewer: ann, comment: 'x'.repeat(reviewBytesMax) })).status).toBe(413)
    await refused({ name: 'A\0nn' }, '/name')
    expect((await details()).answers).toEqual([])
    await client.call('DELETE', `/v1/shares/${id}`)
    expectProblem(await review({ reviewer: ann, picture: 0, decision: 'approve' }), 404, 'share_not_found')
    expectProblem(await client.call('POST', '/share/none/reviews', { body: { reviewer: ann } }), 404, 'share_not_found')
    const overview = await createShare(client, { profileId })
    const toOverview = await client.call('POST', `${overview.path}/reviews`, { body: { reviewer: ann, comment: 'x' } })
    expectProblem(toOverview, 404, 'share_not_found')
  })

  test('another site cannot answer', async () => {
    for (const site of ['cross-site', 'same-site']) {
      const headers = { 'sec-fetch-site': site }
      const body = { reviewer: ann, picture: 0, decision: 'approve' }
      expectProblem(await client.call('POST', `${path}/reviews`, { key: null, headers, body }), 403, 'origin_forbidden')
      const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' }
      const sent = await client.call('POST', path, { key: null, headers: form, raw: 'decision-0=approve' })
      expectProblem(sent, 403, 'origin_forbidden')
    }
    expect((await details()).answers).toEqual([])
  })

  test('reviewers of a share are limited, and those who are there go on', async () => {
    const all = Array.from({ length: limits.reviewersPerShareMax }, newReviewer)
    for (const reviewer of all) await save({ reviewer, picture: 0, decision: 'approve' })
    expectProblem(await review({ reviewer: newReviewer(), picture: 0, decision: 'reject' }), 422, 'too_many_answers')
    expect((await answer(client, path, { author: 'Zoe', done: '1' })).status).toBe(422)
    await save({ reviewer: all[0], picture: 0, decision: 'reject' })
    expect((await details()).reviewers).toHaveLength(limits.reviewersPerShareMax)
  })

  test('a reviewer saves a limited number of times in a minute, and so do all of a share', async () => {
    beginMinute()
    const many = Array.from({ length: limits.reviewsPerReviewerPerMinuteMax }, (_, i) => (i % 2 ? 'approve' : 'reject'))
    for (const decision of many) await save({ reviewer: ann, picture: 0, decision })
    const refused = await review({ reviewer: ann, picture: 0, decision: 'reject' })
    expectProblem(refused, 429, 'rate_limited')
    expect(refused.headers.get('retry-after')).toBe('60')
    await save({ reviewer: bo, picture: 0, decision: 'reject' })
    const store = await openStore(readConfig(service.home.env))
    await store.write((db) =>
      db.updateTable('shares').set({ reviews: limits.reviewsPerMinuteMax }).where('id', '=', id).execute(),
    )
    await store.close()
    expectProblem(await review({ reviewer: bo, picture: 1, decision: 'reject' }), 429, 'rate_limited')
    service.clock.skipMs += 60_000
    await save({ reviewer: ann, picture: 0, decision: 'reject' })
  })

  test('answers of a reviewer and of a share, and the bytes of comments, are limited', async () => {
    const { id: reviewerId } = await save({ reviewer: ann, picture: 0, decision: 'approve' })
    const store = await openStore(readConfig(service.home.env))
    const [row] = await store.read.selectFrom('share_answers').selectAll().where('share_id', '=', id).execute()
    if (!row) throw new Error('the answer is not stored')
    let number = 0
    const insert = (count: number, values: object) =>
      store.write(async (db) => {
        for (let i = 0; i < count; i++) {
          const copy = {
            ...row,
            decision: null,
            comment: 'k',
            id: `ans_0${String(number++).padStart(5, '0')}`,
            ...values,
          }
          await db.insertInto('share_answers').values(copy).execute()
        }
      })
    await insert(limits.answersPerReviewerMax - 2, { reviewer: reviewerId })
    await save({ reviewer: ann, picture: 1, decision: 'approve' })
    expectProblem(await review({ reviewer: ann, picture: 2, decision: 'approve' }), 422, 'too_many_answers')
    await save({ reviewer: ann, picture: 1, decision: 'reject' })
    await save({ reviewer: bo, picture: 2, decision: 'approve' })
    await insert(1, { reviewer: 'rev_x', comment: 'x'.repeat(limits.commentBytesPerShareMax) })
    expectProblem(await review({ reviewer: bo, picture: 2, comment: 'y' }), 422, 'too_many_answers')
    await insert(limits.answersPerShareMax - limits.answersPerReviewerMax - 2, { reviewer: 'rev_x' })
    expectProblem(await review({ reviewer: bo, picture: 1, decision: 'approve' }), 422, 'too_many_answers')
    await save({ reviewer: bo, picture: 2, decision: 'reject' })
    await store.close()
  })

  test('the first answer is reported at once, later ones together when a minute has passed', async () => {
    await save({ reviewer: ann, name: 'Ann', picture: 0, decision: 'approve' })
    const common = { shareId: id, profileId, title: 'Spring' }
    const first = { ...common, newAnswers: 1, counts: { approved: 1, rejected: 0, split: 0, open: 2 } }
    expect(await told('share.answered')).toMatchObject([{ projectId: 'studio', data: first }])
    await save({ reviewer: ann, picture: 0, decision: 'reject' })
    await save({ reviewer: bo, picture: 0, decision: 'approve' })
    await answer(client, path, { author: 'Cy', 'decision-1': 'reject' })
    expect(await told('share.answered')).toHaveLength(1)
    service.clock.skipMs = limits.reportEveryMs
    await expect.poll(() => told('share.answered'), { timeout: 20_000 }).toHaveLength(2)
    const [, second] = await told('share.answered')
    const { lastAnswerAt } = await details()
    const counts = { approved: 0, rejected: 1, split: 1, open: 1 }
    expect(second.data).toEqual({ ...common, newAnswers: 3, counts, lastAnswerAt })
    await save({ reviewer: ann, picture: 1, decision: 'reject' })
    expect(await told('share.answered')).toHaveLength(2)
    service.clock.skipMs += 2 * limits.reportEveryMs
    await expect.poll(() => told('share.answered'), { timeout: 20_000 }).toHaveLength(3)
    service.clock.skipMs += 2 * limits.reportEveryMs
    await save({ reviewer: ann, picture: 0, decision: 'reject' })
    expect(await told('share.answered')).toHaveLength(3)
    await save({ reviewer: ann, picture: 2, decision: 'reject' })
    const reports = await told('share.answered')
    expect(reports.map(({ data }) => data.newAnswers)).toEqual([1, 3, 1, 1])
    const times = reports.map(({ timestamp }) => Date.parse(timestamp))
    for (const [i, time] of times.entries()) {
      expect(time - (times[i - 1] ?? 0)).toBeGreaterThanOrEqual(limits.reportEveryMs)
    }
  })

  test('several processes report the answers of a minute once', async () => {
    const other = await startService(engine, {}, service.home)
    try {
      const both = [client, { ...client, call: other.call }]
      const clicks = Array.from({ length: 12 }, (_, i) => ({
        ...{ reviewer: [ann, bo][i % 2], picture: i % 3 },
        decision: i < 6 ? 'approve' : 'reject',
      }))
      await Promise.all(clicks.map((click, i) => save(click, both[i % 2])))
      expect(await told('share.answered')).toHaveLength(1)
      for (const one of [service, other]) one.clock.skipMs = limits.reportEveryMs
      await expect.poll(() => told('share.answered'), { timeout: 20_000 }).toHaveLength(2)
      for (const one of [service, other]) one.clock.skipMs = 3 * limits.reportEveryMs
      await save({ reviewer: ann, picture: 0, comment: 'Last' }, both[1])
      const reports = await told('share.answered')
      expect(reports).toHaveLength(3)
      expect(reports[2].data.newAnswers).toBe(1)
    } finally {
      await other.stop()
    }
  })

  test('what the process that took the last answers cannot report, another one reports', async () => {
    const other = await startService(engine, {}, service.home, { isWorker: false })
    const onOther = { ...client, call: other.call }
    await save({ reviewer: ann, picture: 0, decision: 'approve' }, onOther)
    await save({ reviewer: ann, picture: 1, decision: 'approve' }, onOther)
    await other.stop()
    service.clock.skipMs = limits.reportEveryMs
    await expect.poll(() => told('share.answered'), { timeout: 20_000 }).toHaveLength(2)
    expect((await told('share.answered')).map(({ data }) => data.newAnswers)).toEqual([1, 1])
  })

  test('a visitor who is done is reported with what they decided, with and without a script', async () => {
    await save({ reviewer: bo, name: 'Bo', picture: 0, decision: 'reject' })
    await save({ reviewer: ann, name: 'Ann', picture: 0, decision: 'approve' })
    const { id: annId, completedAt } = await save({ reviewer: ann, isDone: true })
    const common = { shareId: id, profileId, title: 'Spring' }
    const own = { approved: 1, rejected: 0, open: 2 }
    const [first, ...more] = await told('share.completed')
    expect([first.projectId, first.data, more]).toEqual([
      'studio',
      { ...common, reviewer: { id: annId, name: 'Ann' }, counts: own, completedAt },
      [],
    ])
    await save({ reviewer: ann, isDone: true })
    expect(await told('share.completed')).toHaveLength(1)
    service.clock.skipMs = limits.reportEveryMs
    await save({ reviewer: ann, isDone: true })
    await answer(client, path, { author: 'Ann', 'decision-1': 'reject', done: '1' })
    const reports = await told('share.completed')
    expect(reports).toHaveLength(3)
    expect(reports[2].data).toMatchObject({ reviewer: { name: 'Ann' }, counts: { approved: 0, rejected: 1, open: 2 } })
    expect(reports[2].data.reviewer.id).not.toBe(annId)
    expect((await details()).reviewers.map(({ name }: { name: string }) => name)).toEqual(['Bo', 'Ann', 'Ann'])
  })
})
