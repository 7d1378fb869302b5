import { daysKept } from '@palate/core/days-kept.ts'
import { slicesOf } from '@palate/core/generic/slices.ts'
import { describeApi } from '@palate/core/openapi/openapi.ts'
import * as limits from '@palate/core/shares/limits.ts'
import { readConfig } from '@palate/server/config/config.ts'
import { accountDirectory } from '@palate/server/keys/key-accounts.ts'
import { hashSecret } from '@palate/server/platform/secrets.ts'
import { sharedSides, sharePageBytesInMemoryMax } from '@palate/server/shares/page-handlers.ts'
import { sharesPerReadMax } from '@palate/server/shares/share-handlers.ts'
import { sweepShares } from '@palate/server/shares/sweep.ts'
import { openStore } from '@palate/server/store/open.ts'
import type { Db } from '@palate/server/store/schema.ts'
import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { uploadPicture } from '../dashboard/taught-profile.ts'
import { frameOf } from '../frames/frame-requests.ts'
import type { Client } from '../harness/client.ts'
import { dumpStore } from '../harness/dump-store.ts'
import { eachAccount } from '../harness/each-account.ts'
import { longestHoldShare } from '../harness/event-loop.ts'
import { expectInvalidAt, expectProblem } from '../harness/problem.ts'
import { send } from '../harness/send.ts'
import { engines, startService } from '../harness/service.ts'
import { useService } from '../harness/use-service.ts'
import { createProfile, succeed } from '../profiles/profile-requests.ts'
import { pixel } from '../properties/operation-requests.ts'
import { paint } from '../scoring/pictures.ts'
import { answer, createShare, picture, visit } from './share-requests.ts'

const dayMs = 86_400_000

describe.each(engines)('shares on %s', (engine) => {
  const service = useService(engine)
  let client: Client
  let profileId: string
  let frames: readonly { id: string; url: string; name?: string }[]
  beforeAll(async () => {
    frames = [
      { id: 'a', url: await picture(1), name: 'Cover' },
      { id: 'b', url: await picture(2) },
    ]
  })
  beforeEach(async () => {
    client = service.as(await service.newAccount())
    profileId = await createProfile(client, { name: 'Editorial' })
  })
  const result = (more: object = {}) => createShare(client, { profileId, frames, ...more })
  const details = async (id: string) => succeed(await client.call('GET', `/v1/shares/${id}`)).body

  /** Writes comments on the whole result into the store. */
  async function insertComments(shareId: string, comments: readonly string[]) {
    const store = await openStore(readConfig(service.home.env))
    const { account_id } = await store.read
      .selectFrom('shares')
      .select('account_id')
      .where('id', '=', shareId)
      .executeTakeFirstOrThrow()
    const rows = comments.map((comment, i) => ({
      ...{ account_id, profile_id: profileId, share_id: shareId, id: `ans_${String(i).padStart(4, '0')}` },
      ...{ picture: null, decision: null, comment, author: null, created_at: '2020-01-01T00:00:00.000Z' },
    }))
    for (const slice of slicesOf(rows, 500)) {
      await store.write((db) => db.insertInto('share_answers').values(slice).execute())
    }
    await store.close()
  }

  test('a result is shared, listed, read without a key, and revoked', async () => {
    const made = await result({ title: 'Spring', threshold: 0.5, expiresInDays: 7 })
    const { url, path, ...share } = made
    expect(share).toEqual({
      id: expect.stringMatching(/^shr_[0-9a-f]{32}$/),
      ...{ projectId: 'studio', profileId, kind: 'result', title: 'Spring', status: 'active' },
      createdAt: expect.any(String),
      expiresAt: new Date(Date.parse(made.createdAt) + 7 * dayMs).toISOString(),
      ...{ pictureCount: 2, answerCount: 0 },
    })
    expect(url).toMatch(/^\/share\/[\w-]{43}$/)
    expect((await client.call('GET', '/v1/shares')).body).toEqual({ shares: [share] })
    expect((await client.call('GET', `/v1/shares?profileId=${profileId}`)).body).toEqual({ shares: [share] })
    const scored = await client.call('POST', '/v1/score', {
      body: { profile_id: profileId, frames: frames.map(({ id, url }) => ({ id, url })), dimensions: ['aesthetics'] },
    })
    const expected = scored.body.scores
      .map(({ frame_id, aesthetics }: { frame_id: string; aesthetics: number }) => ({
        name: frame_id === 'a' ? 'Cover' : frame_id,
        score: aesthetics,
      }))
      .sort((one: { score: number }, other: { score: number }) => other.score - one.score)
    const { pictures } = await details(made.id)
    expect(pictures.map(({ name, score }: { name: string; score: number }) => ({ name, score }))).toEqual(expected)

    const page = await visit(client, path)
    expect(page.status).toBe(200)
    expect(page.text).toContain('<h1>Spring</h1>')
    expect(page.text).toContain('Cover')
    for (const number of [0, 1]) {
      const shown = await visit(client, `${path}/pictures/${number}?size=large`)
      expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp'])
    }
    expectProblem(await visit(client, `${path}/pictures/2`), 404, 'thumbnail_not_found')

    expect((await client.call('DELETE', `/v1/shares/${made.id}`)).body).toEqual({ success: true })
    expectProblem(await client.call('DELETE', `/v1/shares/${made.id}`), 404, 'share_not_found')
    const ended = await visit(client, path)
    expect(ended.status).toBe(410)
    expect(ended.text).toContain('This link has ended')
    expect(ended.text).not.toContain('Spring')
    expectProblem(await visit(client, `${path}/pictures/0`), 404, 'share_not_found')
    expect((await answer(client, path, { comment: 'Late' })).status).toBe(410)
    expect((await details(made.id)).status).toBe('revoked')
  })

  test('a picture that the visitor has is 304, and is not made for that', async () => {
    const pictures = await Promise.all([8, 9].map((seed) => paint({ mood: 'cold', seed })))
    const uploaded = await Promise.all(pictures.map((bytes) => frameOf(client, bytes)))
    const { path } = await result({ frames: uploaded.map(({ id, url }) => ({ id, url })) })
    const large = (number: number, headers = {}) =>
      client.call('GET', `${path}/pictures/${number}?size=large`, { key: null, headers })
    const { headers } = await visit(client, `${path}/pictures/0`)
    const etag = String(headers.get('etag')).replace(`-${sharedSides.medium}`, `-${sharedSides.large}`)
    const known = await large(0, { 'if-none-match': etag })
    expect([known.status, known.text, known.headers.get('etag')]).toEqual([304, '', etag])

    // What is made is stored in order, so the first would be there with the second.
    const made = await large(1)
    expect([made.status, made.headers.get('etag')]).toEqual([200, expect.not.stringContaining(etag)])
    const store = await openStore(readConfig(service.home.env))
    const stored = async () => {
      const query = store.read.selectFrom('thumbnails').select('content_hash').where('side', '=', sharedSides.large)
      const hashes = (await query.execute()).map(({ content_hash }) => `"${content_hash}-${sharedSides.large}"`)
      return hashes.filter((tag) => [etag, made.headers.get('etag')].includes(tag))
    }
    await expect.poll(stored).not.toEqual([])
    expect(await stored()).toEqual([made.headers.get('etag')])
    await store.close()
  })

  test('a link that was never issued is a page that says so', async () => {
    for (const token of ['nonsense', 'A'.repeat(43)]) {
      const page = await visit(client, `/share/${token}`)
      expect(page.status).toBe(404)
      expect(page.text).toContain('This link is not valid')
      expectProblem(await visit(client, `/share/${token}/pictures/0`), 404, 'share_not_found')
    }
  })

  test('the overview is shared as it was, and takes no answers', async () => {
    const exemplars = frames.map(({ url }, i) => ({ label: i === 0 ? 'good' : 'bad', url }))
    await client.call('POST', `/v1/profiles/${profileId}/annotations`, { body: { exemplars } })
    const made = await createShare(client, { profileId, includeWorking: true })
    expect([made.kind, made.title, made.pictureCount]).toEqual(['overview', 'Editorial', 2])
    const page = await visit(client, made.path)
    expect(page.text).toContain('Liked picture 1')
    expect(page.text).not.toContain('<form')
    expect((await visit(client, `${made.path}/pictures/0`)).status).toBe(200)
    expect((await answer(client, made.path, { comment: 'Nice' })).status).toBe(410)
    await client.call('DELETE', `/v1/profiles/${profileId}/annotations`)
    expect((await visit(client, made.path)).text).toBe(page.text)
  })

  test('visitors approve, reject and comment, and the team reads it', async () => {
    const { id, path } = await result()
    const sent = await answer(client, path, {
      ...{ author: ' Ann ', comment: 'Good work' },
      ...{ 'was-0': 'undecided', 'decision-0': 'approve', 'comment-0': 'This\r\none' },
      ...{ 'was-1': 'undecided', 'decision-1': 'reject' },
    })
    expect([sent.status, sent.headers.get('location')]).toEqual([303, `${path}?sent`])
    expect((await visit(client, `${path}?sent`)).text).toContain('Your answers were sent')
    const share = await details(id)
    expect(share.answers).toEqual([
      { id: expect.any(String), at: expect.any(String), picture: null, comment: 'Good work', author: 'Ann' },
      {
        ...{ id: expect.any(String), at: share.lastAnswerAt, picture: 0 },
        ...{ decision: 'approve', comment: 'This\none', author: 'Ann' },
      },
      { id: expect.any(String), at: share.lastAnswerAt, picture: 1, decision: 'reject', author: 'Ann' },
    ])
    expect(share.answerCount).toBe(3)
    expect((await visit(client, path)).text).toContain('1 approved, 1 rejected, 0 open')
  })

  test('sending a form twice adds nothing, and decisions of others stay', async () => {
    const { id, path } = await result()
    const form = { 'was-0': 'undecided', 'decision-0': 'approve', 'comment-0': 'Yes', author: 'Ann' }
    await answer(client, path, form)
    await answer(client, path, { ...form, 'was-0': 'approve' })
    await answer(client, path, { 'was-0': 'undecided', 'decision-0': 'undecided', 'decision-1': 'reject' })
    const { answers } = await details(id)
    expect(answers.map(({ picture, decision }: Record<string, unknown>) => [picture, decision])).toEqual([
      [0, 'approve'],
      [1, 'reject'],
    ])
  })

  test.each([
    ['comment', 'x'.repeat(limits.commentCharactersMax + 1), `at most ${limits.commentCharactersMax} characters`],
    [
      'comment-0',
      `k${'\r\n'.repeat(limits.lineBreaksPerCommentMax + 1)}k`,
      `${limits.lineBreaksPerCommentMax} line breaks`,
    ],
    ['author', 'x'.repeat(limits.authorCharactersMax + 1), `at most ${limits.authorCharactersMax} characters`],
    ['decision-0', 'maybe', 'Approve or reject a picture'],
  ])('a refused %s is explained on the page, which keeps what was typed', async (field, value, reason) => {
    const { id, path } = await result()
    const page = await answer(client, path, { 'comment-1': 'Kept text', [field]: value })
    expect(page.status).toBe(400)
    expect(page.headers.get('content-type')).toContain('text/html')
    expect(page.text).toContain(reason)
    expect(page.text).toContain('Kept text</textarea>')
    expect((await details(id)).answers).toEqual([])
  })

  test('the limits count characters, not bytes', async () => {
    const { id, path } = await result()
    const comment = '😀'.repeat(limits.commentCharactersMax)
    expect((await answer(client, path, { comment, author: 'é'.repeat(limits.authorCharactersMax) })).status).toBe(303)
    expect((await details(id)).answers[0].comment).toBe(comment)
  })

  test('answers are limited in a minute', async () => {
    const { path } = await result()
    const sent = []
    for (let i = 0; i <= limits.submissionsPerMinuteMax; i++) sent.push(await answer(client, path, { comment: `${i}` }))
    expect(sent.slice(0, -1).map(({ status }) => status)).toEqual(Array(limits.submissionsPerMinuteMax).fill(303))
    expect([sent.at(-1)?.status, sent.at(-1)?.headers.get('retry-after')]).toEqual([429, '60'])
    expect(sent.at(-1)?.text).toContain('Wait a minute')
  })

  test('answers that arrive at once are limited in a minute like others', async () => {
    const { id, path } = await result()
    const sent = await Promise.all(Array.from({ length: 60 }, (_, i) => answer(client, path, { comment: `${i}` })))
    expect(sent.filter(({ status }) => status === 303)).toHaveLength(limits.submissionsPerMinuteMax)
    expect(sent.filter(({ status }) => status === 429)).toHaveLength(60 - limits.submissionsPerMinuteMax)
    const { answers } = await details(id)
    expect(new Set(answers.map(({ at }: { at: string }) => at)).size).toBe(limits.submissionsPerMinuteMax)
  })

  test('comments of a share are limited in bytes, and decisions are still taken', async () => {
    const { id, path } = await result()
    const long = '€'.repeat(limits.commentCharactersMax)
    const room = limits.commentBytesPerShareMax - 10
    await insertComments(id, [...Array(Math.floor(room / 3000)).fill(long), 'x'.repeat(room % 3000)])
    expect((await answer(client, path, { comment: 'x'.repeat(10) })).status).toBe(303)
    const refused = await answer(client, path, { comment: 'y' })
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('cannot take more comments')
    expect((await answer(client, path, { 'decision-0': 'approve' })).status).toBe(303)
  })

  test('stored comments beyond the limits are shown in part, and the team reads all of them', async () => {
    const { id, path } = await result()
    const comments = Array.from({ length: 1800 }, (_, i) => `${i} k${'\n'.repeat(980)}k`)
    await insertComments(id, comments)
    const { text } = await visit(client, path)
    const shown = text.match(/<p class="said">/g)?.length ?? 0
    expect(shown).toBe(Math.floor(limits.commentBytesPerShareMax / 987))
    expect(text).toContain(`<p class="said">1799 k${'<br>'.repeat(limits.lineBreaksPerCommentMax)}`)
    expect(text.match(/<br>/g)).toHaveLength(shown * limits.lineBreaksPerCommentMax)
    expect(text).toContain(`The oldest ${1800 - shown} comments are not shown.`)
    expect((await details(id)).answers.map(({ comment }: { comment: string }) => comment)).toEqual(comments)
  })

  test('a page is made again only after an answer', async () => {
    const { id, path } = await result()
    await insertComments(id, ['As it was'])
    const page = (await visit(client, path)).text
    expect(page).toContain('As it was')
    const store = await openStore(readConfig(service.home.env))
    await store.write((db) =>
      db.updateTable('share_answers').set({ comment: 'Made again' }).where('share_id', '=', id).execute(),
    )
    await store.close()
    expect((await visit(client, path)).text).toBe(page)
    await answer(client, path, { comment: 'New' })
    expect((await visit(client, path)).text).toMatch(/Made again.*New/s)
  })

  test('pages that together exceed the memory can be opened at the same time', async () => {
    const shares = await Promise.all(Array.from({ length: 8 }, () => result()))
    // Their markup takes much more than the comments.
    const comment = '&<'.repeat(limits.commentCharactersMax / 2)
    const comments = Array(Math.floor(limits.commentBytesPerShareMax / comment.length)).fill(comment)
    for (const { id } of shares) await insertComments(id, comments)
    const pages = await Promise.all(shares.map(({ path }) => visit(client, path)))
    expect(pages.reduce((bytes, { text }) => bytes + text.length, 0)).toBeGreaterThan(sharePageBytesInMemoryMax)
    expect(pages.map(({ status }) => status)).toEqual(shares.map(() => 200))
  })

  test('a form with more fields than a page can have is refused', async () => {
    const { path } = await result()
    const raw = 'a&'.repeat(limits.fieldsPerFormMax)
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    expectProblem(await client.call('POST', path, { key: null, headers, raw }), 400, 'invalid_request')
  })

  test('other bodies are refused', async () => {
    const { path } = await result()
    const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
    expect((await send(client.url + path, json)).status).toBe(415)
    expect((await send(client.url + path, { method: 'POST' })).status).toBe(400)
  })

  test('hostile names and comments are shown as text, and the page may run its own script alone', async () => {
    const attack = '</textarea><script>alert(1)</script><img src=x onerror=alert(2)>"\''
    const { path } = await result({ title: attack, frames: [{ ...frames[0], name: attack }] })
    await answer(client, path, { 'comment-0': attack, author: attack.slice(0, limits.authorCharactersMax) })
    const { text, headers } = await visit(client, path)
    expect(text.match(/<script[^>]*>[^<]*/g)).toEqual([
      expect.stringMatching(/^<script src="assets\/review\.js\?v=\w+" defer>$/),
    ])
    expect(text).not.toMatch(/<img src=x/)
    expect(text.match(/&lt;script&gt;/g)?.length).toBeGreaterThan(3)
    const policy = headers.get('content-security-policy')
    const scripts = "script-src 'self'; connect-src 'self'; form-action 'self'"
    expect(policy?.replace(/'sha256-[^']+'/, "'a hash'")).toBe(
      `default-src 'none'; img-src 'self'; style-src 'a hash'; ${scripts}; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'`,
    )
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
    expect(headers.get('cache-control')).toBe('private, no-store')
  })

  test('the script and the icon of the pages are served to anyone, and kept by browsers under their fingerprint', async () => {
    const { path } = await result()
    const { text } = await visit(client, path)
    const [, script = ''] = /<script src="([^"]+)"/.exec(text) ?? []
    const served = await visit(client, `/share/${script}`)
    expect([served.status, served.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8'])
    expect(served.headers.get('cache-control')).toContain('immutable')
    expect(served.headers.get('x-content-type-options')).toBe('nosniff')
    expect((await visit(client, '/share/assets/review.js')).headers.get('cache-control')).toBe('no-cache')
    const icon = await visit(client, '/share/assets/icon.svg')
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
    expectInvalidAt(await visit(client, '/share/assets/other.js'), '/path/name')
  })

  test('the page names nothing of the account but what was shared', async () => {
    const { id, path } = await result()
    const { text } = await visit(client, path)
    for (const secret of [id, profileId, 'studio', client.key, 'sha256:', '/v1/', '/api/']) {
      expect(text).not.toContain(secret)
    }
  })

  test('another account and another project see no share', async () => {
    const { id } = await result()
    const stranger = service.as(await service.newAccount())
    const limited = await client.call('POST', '/api/api-keys', { body: { name: 'other', projectId: 'elsewhere' } })
    for (const other of [stranger, client.as(limited.body.key)]) {
      expect((await other.call('GET', '/v1/shares')).body).toEqual({ shares: [] })
      expectProblem(await other.call('GET', `/v1/shares/${id}`), 404, 'share_not_found')
      expectProblem(await other.call('DELETE', `/v1/shares/${id}`), 404, 'share_not_found')
      expectProblem(await other.call('POST', '/v1/shares', { body: { profileId } }), 404, 'profile_not_found')
    }
  })

  test('a share ends no later than the key that created it', async () => {
    const { key, expiresAt } = (
      await client.call('POST', '/api/api-keys', { body: { name: 'short', expiresInDays: 1 } })
    ).body
    const made = await createShare(client.as(key), { profileId, frames, expiresInDays: 30 })
    expect(made.expiresAt).toBe(expiresAt)
  })

  test('revoking the key that created a share ends it at once, and rotating it does not', async () => {
    const newKey = async () => (await client.call('POST', '/api/api-keys', { body: { name: 'CI' } })).body
    const first = await newKey()
    const { id, path } = await createShare(client.as(first.key), { profileId, frames })
    const other = await result()
    const { body: successor } = await client.call('POST', `/api/api-keys/rotate?id=${first.id}`, { body: {} })
    expect((await visit(client, path)).status).toBe(200)
    expect((await client.call('DELETE', `/api/api-keys?id=${successor.id}`)).status).toBe(200)
    expect((await visit(client, path)).status).toBe(410)
    expect((await details(id)).status).toBe('revoked')
    expect((await visit(client, other.path)).status).toBe(200)
  })

  test('a key that is revoked while its share is made creates none', async () => {
    const { id, key } = (await client.call('POST', '/api/api-keys', { body: { name: 'CI' } })).body
    const store = await openStore(readConfig(service.home.env))
    const { account_id } = await store.read
      .selectFrom('api_keys')
      .select('account_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const held = Promise.withResolvers<void>()
    const creating = client.as(key).call('POST', '/v1/shares', { body: { profileId, frames } })
    const holding = store.write(async (db) => {
      await db
        .updateTable('api_keys')
        .set({ revoked_at: new Date().toISOString(), is_ended: 1 })
        .where('account_id', '=', account_id)
        .where('id', '=', id)
        .execute()
      await held.promise
    })
    setTimeout(held.resolve, 300)
    await holding
    expectProblem(await creating, 401, 'revoked_api_key')
    expect((await client.call('GET', '/v1/shares')).body.shares).toEqual([])
    await store.close()
  })

  test('a repeated request returns the same share without its link', async () => {
    const headers = { 'idempotency-key': 'once' }
    const body = { profileId, frames }
    const { url, ...first } = (await client.call('POST', '/v1/shares', { body, headers })).body
    const again = await client.call('POST', '/v1/shares', { body, headers })
    expect([again.status, again.body]).toEqual([201, first])
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect((await client.call('GET', '/v1/shares')).body.shares).toHaveLength(1)
    expect(url).toBeDefined()
  })

  test('creation and revocation are in the audit log, and answers are not', async () => {
    const { id, path, expiresAt } = await result({ title: 'Spring' })
    await answer(client, path, { comment: 'Nice' })
    await client.call('DELETE', `/v1/shares/${id}`)
    const { entries } = (await client.call('GET', '/v1/audit')).body
    const target = { type: 'share', id, name: 'Spring' }
    expect(entries.slice(0, 2)).toMatchObject([
      { action: 'share.revoked', target, projectId: 'studio' },
      { action: 'share.created', target, details: { profileId, kind: 'result', expiresAt } },
    ])
    expect(JSON.stringify(entries)).not.toContain(path.split('/').at(-1))
  })

  test('the token is stored nowhere', async () => {
    const { path } = await result()
    expect(await dumpStore(service.home)).not.toContain(path.split('/').at(-1))
  })

  test('a profile has a limited number of active shares', async () => {
    const frame = { id: 'pixel', url: pixel }
    const create = () => client.call('POST', '/v1/shares', { body: { profileId, frames: [frame] } })
    const made = []
    for (let i = 0; i < limits.sharesPerProfileMax; i++) made.push((await create()).body.id)
    expectProblem(await create(), 422, 'too_many_shares')
    await client.call('DELETE', `/v1/shares/${made[0]}`)
    expect((await create()).status).toBe(201)
  })

  test('a share takes a limited number of answers', async () => {
    const { id, path } = await result()
    await insertComments(
      id,
      Array.from({ length: limits.answersPerShareMax }, (_, i) => `${i}`),
    )
    const refused = await answer(client, path, { comment: 'One more' })
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('Ask for a new link')
  })

  test('an expired share shows that it has ended, and is deleted with its answers later', async () => {
    const { id, path, expiresAt } = await result()
    await answer(client, path, { comment: 'Nice' })
    service.clock.skipMs = Date.parse(expiresAt) - Date.now() + 1000
    expect((await visit(client, path)).status).toBe(410)
    expect((await details(id)).status).toBe('expired')
    service.clock.skipMs = 0
    const store = await openStore(readConfig(service.home.env))
    const later = (days: number) => () => new Date(Date.parse(expiresAt) + days * dayMs)
    const sweep = (clock: () => Date) =>
      eachAccount(store, (accountId) => sweepShares({ store, clock }, accountDirectory, accountId, daysKept.shares))
    await sweep(later(daysKept.shares - 1))
    expect((await details(id)).answers).toHaveLength(1)
    const hash = hashSecret(path.split('/').at(-1) ?? '')
    const account = () => accountDirectory.findAccountOf(store.read, hash)
    expect(await account()).toMatch(/^acct_/)
    await sweep(later(daysKept.shares + 1))
    expect(await account()).toBeUndefined()
    expectProblem(await client.call('GET', `/v1/shares/${id}`), 404, 'share_not_found')
    expect(await store.read.selectFrom('share_answers').select('id').where('share_id', '=', id).execute()).toEqual([])
    await store.close()
  })

  test('a deleted profile takes its shares along', async () => {
    const { path } = await result()
    await client.call('DELETE', `/v1/profiles/${profileId}`)
    expect((await visit(client, path)).status).toBe(404)
    expect((await client.call('GET', '/v1/shares')).body).toEqual({ shares: [] })
  })

  test('a picture that the library does not have is kept for the whole window', async () => {
    const large = await sharp({ create: { width: 2400, height: 1200, channels: 3, background: '#a05020' } })
      .png()
      .toBuffer()
    const url = `data:image/png;base64,${large.toString('base64')}`
    const { id, path } = await result({ frames: [{ id: 'large', url }] })
    const widthOf = async (address: string) => {
      const response = await fetch(client.url + address, { headers: { authorization: `Bearer ${client.key}` } })
      return (await sharp(await response.arrayBuffer()).metadata()).width
    }
    const sizes = ['full', 'large', 'medium']
    const widths = await Promise.all(sizes.map((size) => widthOf(`${path}/pictures/0?size=${size}`)))
    expect(widths).toEqual([2048, 1024, 512])
    const { thumbnail } = (await details(id)).pictures[0]
    expect(await widthOf(`${thumbnail}?size=large`)).toBe(1024)
  })

  test('a deleted picture of the library is no longer shown', async () => {
    const { body: frame } = await client.call('POST', '/api/frames/upload?projectId=studio', {
      raw: new Uint8Array(Buffer.from(frames[0]?.url.split(',')[1] ?? '', 'base64')),
      headers: { 'content-type': 'image/png' },
    })
    const made = await createShare(client, { profileId, frames: [{ id: frame.id, url: frame.url }] })
    const { thumbnail } = (await details(made.id)).pictures[0]
    // Another process has its thumbnails in memory.
    const other = await startService(engine, {}, service.home)
    try {
      const visitors = [client, { ...client, call: other.call }]
      const isShown = () =>
        Promise.all(
          visitors.flatMap(({ call }) => [
            call('GET', `${made.path}/pictures/0?size=large`, { key: null }),
            call('GET', `${made.path}/pictures/0`, { key: null }),
            call('GET', thumbnail, { key: client.key }),
          ]),
        )
      await expect.poll(async () => (await isShown()).map(({ status }) => status)).toEqual(Array(6).fill(200))
      expect((await client.call('DELETE', `/api/frames?id=${frame.id}`)).status).toBe(200)
      for (const answer of await isShown()) expectProblem(answer, 404, 'thumbnail_not_found')
    } finally {
      await other.stop()
    }
  })

  test('a deleted picture that another project or a profile has is still shown', async () => {
    const raw = (i: number) => new Uint8Array(Buffer.from(frames[i]?.url.split(',')[1] ?? '', 'base64'))
    const headers = { 'content-type': 'image/png' }
    const upload = async (projectId: string, i: number) =>
      (await client.call('POST', `/api/frames/upload?projectId=${projectId}`, { raw: raw(i), headers })).body
    const [first, second] = [await upload('studio', 0), await upload('studio', 1)]
    await upload('elsewhere', 0)
    const exemplars = [{ label: 'good', url: second.url }]
    await client.call('POST', `/v1/profiles/${profileId}/annotations`, { body: { exemplars } })
    const shared = [first, second].map(({ id, url }) => ({ id, url }))
    const made = await createShare(client, { profileId, includeWorking: true, frames: shared })
    for (const { id } of [first, second]) {
      expect((await client.call('DELETE', `/api/frames?id=${id}&force=true`)).status).toBe(200)
    }
    for (const number of [0, 1]) expect((await visit(client, `${made.path}/pictures/${number}`)).status).toBe(200)
  })

  test('pictures of the library without a name have that of the library, without the ending', async () => {
    const [named, own] = [
      await uploadPicture(client, 'studio', 'Amber serum.png', await paint({ mood: 'warm', seed: 1 })),
      await uploadPicture(client, 'studio', 'IMG_2.png', await paint({ mood: 'cold', seed: 2 })),
    ]
    const shared = [{ ...named, name: undefined }, { ...own, name: 'The sea' }, ...frames]
    const made = await result({ frames: shared.map(({ id, url, name }) => ({ id, url, name })) })
    const { pictures } = await details(made.id)
    expect(pictures.map(({ name }: { name: string }) => name).sort()).toEqual(['Amber serum', 'Cover', 'The sea', 'b'])
    const { body } = await client.call('POST', '/v1/boards', {
      body: { profileId, name: 'Spring', pictures: [{ frameId: named.id }, { frameId: own.id, caption: 'Sea.png' }] },
    })
    const board = await createShare(client, { profileId, boardId: body.id })
    expect((await details(board.id)).pictures).toMatchObject([{ name: 'Amber serum' }, { name: 'Sea.png' }])
  })

  test('a picture that cannot be read has its place without a score', async () => {
    const made = await result({ frames: [{ id: 'lost', url: 'frame:frm_none' }, ...frames] })
    expect((await details(made.id)).pictures.at(-1)).toEqual({ number: 2, name: 'lost', thumbnail: null })
    expect((await visit(client, made.path)).text).toContain('This picture could not be scored.')
  })

  test('errors in a request are reported with their path', async () => {
    const create = (body: object) => client.call('POST', '/v1/shares', { body: { profileId, ...body } })
    expectInvalidAt(await create({ frames: [] }), '/frames')
    const many = Array(limits.picturesPerShareMax + 1).fill(frames[0])
    expectInvalidAt(await create({ frames: many }), '/frames')
    expectInvalidAt(await create({ expiresInDays: limits.shareDaysMax + 1 }), '/expiresInDays')
    expectInvalidAt(await create({ threshold: 0.5 }), '/frames')
    expectInvalidAt(await create({ versionId: 'v', branchId: 'main' }), '/versionId')
    expectInvalidAt(await client.call('GET', '/v1/shares?cursor=x'), '/query/cursor')
    expectProblem(await create({ frames, dimension: 'nonsense' }), 422, 'unknown_dimension')
    expectProblem(await create({ profileId: 'prof_none' }), 404, 'profile_not_found')
    const { 422: unknown } = describeApi('0.0.0').paths['/v1/shares']?.post?.responses ?? {}
    for (const [member, code] of Object.entries({ branchId: 'unknown_branch', versionId: 'unknown_version' })) {
      expectProblem(await create({ [member]: 'none' }), 422, code)
      expect(unknown?.description).toContain(`\`${code}\``)
    }
  })

  test('lists are paged, newest first', async () => {
    const ids = []
    for (let i = 0; i < 3; i++) ids.unshift((await result({ frames: frames.slice(0, 1) })).id)
    const first = (await client.call('GET', '/v1/shares?limit=2')).body
    const second = (await client.call('GET', `/v1/shares?limit=2&cursor=${first.nextCursor}`)).body
    expect([...first.shares, ...second.shares].map(({ id }) => id)).toEqual(ids)
    expect(second).not.toHaveProperty('nextCursor')
  })

  test('a list of shares with thousands of answers is read in steps', async () => {
    const { id } = await result({ frames: frames.slice(0, 1) })
    await insertComments(
      id,
      Array.from({ length: limits.answersPerShareMax }, (_, i) => `${i}`),
    )
    const shares = 10 * sharesPerReadMax - 1
    const store = await openStore(readConfig(service.home.env))
    await store.write((db) => copyShare(db, id, shares))
    await store.close()
    const answerCounts = async () =>
      (await client.call('GET', '/v1/shares?limit=999')).body.shares.map(
        ({ answerCount }: { answerCount: number }) => answerCount,
      )
    await answerCounts()
    let counts: readonly number[] = []
    const share = await longestHoldShare(async () => {
      counts = await answerCounts()
    })
    expect(counts).toEqual(Array(shares + 1).fill(limits.answersPerShareMax))
    expect(share).toBeLessThan(0.6)
  })
})

/** Adds copies of a share with its answers. */
async function copyShare(db: Db, id: string, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    const copy = `${id}_${i}`
    await sql`insert into shares (account_id, id, project_id, profile_id, token_hash, kind, title, content, pictures,
        created_at, expires_at, is_revoked, key_id)
      select account_id, ${copy}, project_id, profile_id, ${copy}, kind, title, content, pictures,
        created_at, expires_at, is_revoked, key_id from shares where id = ${id}`.execute(db)
    await sql`insert into share_answers (account_id, profile_id, share_id, id, created_at)
      select account_id, profile_id, ${copy}, id || ${`_${i}`}, created_at
      from share_answers where share_id = ${id}`.execute(db)
  }
}
