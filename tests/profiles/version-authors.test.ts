import { randomUUID } from 'node:crypto'
import { readConfig } from '@palate/server/config/config.ts'
import { versionsCountedMax } from '@palate/server/profiles/history/history-entries.ts'
import { openStore } from '@palate/server/store/open.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../harness/service.ts'
import { useService } from '../harness/use-service.ts'
import {
  change,
  commitChain,
  createBranch,
  createProfile,
  merge,
  readExport,
  stateOf,
  succeed,
  version,
} from './profile-requests.ts'

const picture = (mark: string) => `data:image/png;base64,${mark.repeat(20_000)}`
const judged = (id: string, label: string, mark = 'A') => ({ id, label, imageData: picture(mark) })

describe.each(engines)('authors and changes of versions on %s', (engine) => {
  const service = useService(engine)
  let id: string
  let made: { readonly id: string; readonly key: string }
  beforeAll(async () => {
    id = await createProfile(service)
    made = (await service.call('POST', '/api/api-keys', { body: { name: 'Annotator' } })).body
    const client = service.as(made.key)
    const first = { ...stateOf({ a: 1, b: 1, c: 1 }), exemplars: [judged('e', 'good'), judged('f', 'good')] }
    await change(service, id, { versions: [version({ id: 'v1', snapshot: first })] })
    const second = { ...stateOf({ d: 1, a: 2, c: 1 }), exemplars: [judged('e', 'bad'), judged('f', 'good')] }
    await change(client, id, { versions: [version({ id: 'v2', parent: 'v1', snapshot: second })] })
    await createBranch(service, id, { id: 'x', headVersionId: 'v1' })
    const side = { ...first, comparisons: [{ id: 'p', frameA: 'e', frameB: 'f', winner: 'e' }] }
    await change(service, id, { versions: [version({ id: 'x1', parent: 'v1', branch: 'x', snapshot: side })] })
    succeed(await merge(client, id, { sourceBranchId: 'x', targetBranchId: 'main' }))
  })

  const list = async (profileId = id) =>
    succeed(await service.call('GET', `/v1/profiles/${profileId}/versions`)).body.versions
  const counts = (added: number, removed: number, changed: number) => ({ added, removed, changed })
  const none = counts(0, 0, 0)
  const changes = [
    { constraints: none, exemplars: none, comparisons: counts(1, 0, 0) },
    { constraints: none, exemplars: none, comparisons: counts(1, 0, 0) },
    { constraints: counts(1, 1, 1), exemplars: counts(0, 0, 1), comparisons: none },
    { constraints: counts(3, 0, 0), exemplars: counts(2, 0, 0), comparisons: none },
  ]
  const changesOf = (versions: readonly { changes: unknown }[]) => versions.map((one) => one.changes)

  it('the author is the key that committed or merged, even after it was revoked', async () => {
    succeed(await service.call('DELETE', `/api/api-keys?id=${made.id}`))
    const [merged, onSide, second, first] = await list()
    expect([merged.author, second.author]).toEqual(Array(2).fill({ keyId: made.id, name: 'Annotator' }))
    expect(onSide.author).toEqual(first.author)
    expect(first.author.keyId).not.toBe(made.id)
    const one = succeed(await service.call('GET', `/v1/profiles/${id}/versions/v2`)).body
    const { snapshot, ...rest } = one
    expect(rest).toEqual(second)
    expect(snapshot.constraints).toHaveLength(3)
  })

  it('changes are counted from the parent', async () => {
    expect(changesOf(await list())).toEqual(changes)
  })

  it('imported versions have no author, and the same changes', async () => {
    const body = { ...(await readExport(service, id)), name: randomUUID() }
    const copy = await service.call('POST', '/v1/profiles/import', { body })
    const versions = await list(copy.body.id)
    expect(versions.map((one: { author: unknown }) => one.author)).toEqual([null, null, null, null])
    expect(changesOf(versions)).toEqual(changes)
  })

  it('changes of versions from before they were stored are counted on demand', async () => {
    await forget(id)
    const versions = await list()
    expect(changesOf(versions)).toEqual(changes)
    expect(versions[0].author).toBeNull()
  })

  it('a page ends early if too many would have to be counted', async () => {
    const long = await createProfile(service)
    const ids = Array.from({ length: versionsCountedMax + 1 }, (_, i) => `v${i}`)
    await commitChain(service, long, ids)
    expect(await list(long)).toHaveLength(versionsCountedMax + 1)
    await forget(long)
    const path = `/v1/profiles/${long}/versions`
    const first = succeed(await service.call('GET', path)).body
    const rest = succeed(await service.call('GET', `${path}?cursor=${encodeURIComponent(first.nextCursor)}`)).body
    expect([first.versions.length, rest.versions.length, rest.nextCursor]).toEqual([versionsCountedMax, 1, undefined])
  })

  /** A version from before: without author and changes. */
  async function forget(profileId: string): Promise<void> {
    const store = await openStore(readConfig(service.home.env))
    await store.write((db) =>
      db
        .updateTable('versions')
        .set({ author_key_id: null, changes: null })
        .where('profile_id', '=', profileId)
        .execute(),
    )
    await store.close()
  }
})
