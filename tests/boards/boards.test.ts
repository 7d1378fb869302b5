import { boardsPerProfileMax, captionCharactersMax, picturesPerBoardMax } from '@palate/core/boards/limits.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { frameOf } from '../frames/frame-requests.ts'
import type { Client } from '../harness/client.ts'
import { expectInvalidAt, expectProblem } from '../harness/problem.ts'
import { engines } from '../harness/service.ts'
import { useService } from '../harness/use-service.ts'
import { createProfile, succeed } from '../profiles/profile-requests.ts'
import { paint } from '../scoring/pictures.ts'
import { createShare, visit } from '../shares/share-requests.ts'

describe.each(engines)('boards on %s', (engine) => {
  const service = useService(engine)
  let client: Client
  let profileId: string
  let frames: readonly { readonly id: string }[]
  beforeAll(async () => {
    client = service.as(await service.newAccount())
    const pictures = await Promise.all([1, 2, 3].map((seed) => paint({ mood: 'warm', seed })))
    frames = [
      await frameOf(client, pictures[0] as Buffer),
      await frameOf(client, pictures[1] as Buffer),
      await frameOf(client, pictures[2] as Buffer),
    ]
  })
  beforeEach(async () => {
    profileId = await createProfile(client)
  })
  const at = (...places: readonly number[]) => places.map((i) => ({ frameId: frames[i]?.id ?? '' }))
  const create = async (more: object = {}) => {
    const made = await client.call('POST', '/v1/boards', { body: { profileId, name: 'Spring', ...more } })
    expect(made.status, made.text).toBe(201)
    return { ...made.body, etag: made.headers.get('etag') ?? '' }
  }
  const update = (id: string, body: object, headers: Record<string, string> = {}) =>
    client.call('PATCH', `/v1/boards/${id}`, { body, headers })
  const list = async () => succeed(await client.call('GET', `/v1/boards?profileId=${profileId}`)).body.boards

  test('a board keeps its pictures in order, with captions and one layout', async () => {
    const [first, second] = at(0, 1)
    const { id } = await create({ pictures: [{ ...second, caption: 'The cover' }, first] })
    const board = succeed(await client.call('GET', `/v1/boards/${id}`)).body
    expect(board).toMatchObject({
      name: 'Spring',
      projectId: 'studio',
      profileId,
      layout: 'rows',
      pictureCount: 2,
      revision: 1,
    })
    const frame = { name: null, width: expect.any(Number), height: expect.any(Number) }
    expect(board.pictures).toEqual([
      { ...second, caption: 'The cover', frame },
      { ...first, frame },
    ])
    const changed = succeed(await update(id, { name: 'Summer', layout: 'grid', pictures: at(2, 0, 1) })).body
    expect(changed).toMatchObject({ name: 'Summer', layout: 'grid', pictureCount: 3, revision: 2 })
    expect(changed.updatedAt >= changed.createdAt).toBe(true)
    expect(await list()).toMatchObject([{ id, name: 'Summer', cover: at(2, 0, 1).map(({ frameId }) => frameId) }])
    succeed(await client.call('DELETE', `/v1/boards/${id}`))
    expectProblem(await client.call('GET', `/v1/boards/${id}`), 404, 'board_not_found')
    expect(await list()).toEqual([])
  })

  test('a change of a board that somebody else has changed since is refused', async () => {
    const { id, etag, revision } = await create()
    expect(etag).toBe(`"${revision}"`)
    succeed(await update(id, { name: 'Theirs' }, { 'if-match': etag }))
    expectProblem(await update(id, { name: 'Mine' }, { 'if-match': etag }), 412, 'precondition_failed')
    const stale = await client.call('DELETE', `/v1/boards/${id}`, { headers: { 'if-match': etag } })
    expectProblem(stale, 412, 'precondition_failed')
    const together = await Promise.all(['a', 'b'].map((name) => update(id, { name }, { 'if-match': '"2"' })))
    expect(together.map(({ status }) => status).toSorted()).toEqual([200, 412])
  })

  test('pictures must be in the library, each once; one that was deleted there may stay', async () => {
    const unknown = { frameId: 'frm_00000000000000000000000000000000' }
    const refused = { profileId, name: 'Spring', pictures: [unknown] }
    expectProblem(await client.call('POST', '/v1/boards', { body: refused }), 404, 'frame_not_found')
    const elsewhere = await frameOf(client, await paint({ mood: 'cold', seed: 9 }), 'elsewhere')
    const { id } = await create()
    expectProblem(await update(id, { pictures: [{ frameId: elsewhere.id }] }), 404, 'frame_not_found')
    expectInvalidAt(await update(id, { pictures: at(0, 1, 0) }), '/pictures/2/frameId')
    const gone = await frameOf(client, await paint({ mood: 'cold', seed: 10 }))
    succeed(await update(id, { pictures: [{ frameId: gone.id }, ...at(0)] }))
    succeed(await client.call('DELETE', `/api/frames?id=${gone.id}`))
    const moved = succeed(await update(id, { pictures: [...at(0), { frameId: gone.id }] })).body
    expect(moved.pictures[1]).toEqual({ frameId: gone.id, frame: null })
  })

  test('a profile, a board and a caption have limits', async () => {
    const pictures = Array.from({ length: picturesPerBoardMax + 1 }, (_, i) => ({ frameId: `f${i}` }))
    const body = { profileId, name: 'Spring' }
    const post = (more: object) => client.call('POST', '/v1/boards', { body: { ...body, ...more } })
    expectInvalidAt(await post({ pictures }), '/pictures')
    const caption = 'x'.repeat(captionCharactersMax + 1)
    expectInvalidAt(await post({ pictures: [{ ...at(0)[0], caption }] }), '/pictures/0/caption')
    for (let i = 0; i < boardsPerProfileMax - 1; i++) await create()
    // Both find room for one more.
    const last = await Promise.all([post({}), post({})])
    expect(last.map(({ status }) => status).toSorted()).toEqual([201, 422])
    expectProblem(await post({}), 422, 'too_many_boards')
    expect(await list()).toHaveLength(boardsPerProfileMax)
  })

  test('a link shows a board to a client, in its order and with its captions, as it was', async () => {
    const { id } = await create({ layout: 'column', pictures: [{ ...at(1)[0], caption: 'The <cover>' }, ...at(0)] })
    const share = await createShare(client, { profileId, boardId: id })
    expect(share).toMatchObject({ kind: 'board', pictureCount: 2 })
    succeed(await client.call('DELETE', `/v1/boards/${id}`))
    const page = await visit(client, share.path)
    expect(page.text).toContain('The &lt;cover&gt;')
    expect(page.text).toContain('class="sheet column"')
    expect(page.text).not.toContain('Ranked by')
    expect((await visit(client, `${share.path}/pictures/0`)).status).toBe(200)
    const shareWith = (more: object) => client.call('POST', '/v1/shares', { body: { profileId, ...more } })
    expectInvalidAt(await shareWith({ boardId: id }), '/boardId')
    expectInvalidAt(await shareWith({ boardId: (await create()).id }), '/boardId')
    const other = await createProfile(client)
    const { id: kept } = await create({ pictures: at(0) })
    expectInvalidAt(await client.call('POST', '/v1/shares', { body: { profileId: other, boardId: kept } }), '/boardId')
  })

  test('goes with its profile, and other accounts and projects do not see it', async () => {
    const { id } = await create({ pictures: at(0) })
    const stranger = service.as(await service.newAccount())
    expectProblem(await stranger.call('GET', `/v1/boards/${id}`), 404, 'board_not_found')
    const limited = await client.call('POST', '/api/api-keys', { body: { name: 'other', projectId: 'elsewhere' } })
    const other = service.as(limited.body.key)
    expectProblem(await other.call('PATCH', `/v1/boards/${id}`, { body: { name: 'Mine' } }), 404, 'board_not_found')
    expect((await other.call('GET', '/v1/boards')).body.boards).toEqual([])
    succeed(await client.call('DELETE', `/v1/profiles/${profileId}`))
    expectProblem(await client.call('GET', `/v1/boards/${id}`), 404, 'board_not_found')
  })
})
