import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Palate } from '@palate/client'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { judgePicture } from '../../packages/playwright/src/judge-picture.ts'
import { createFolder } from '../harness/temporary-folder.ts'
import { useService } from '../harness/use-service.ts'
import { dataUrl, paint } from '../scoring/pictures.ts'

describe('what toSuit goes by', () => {
  const service = useService('sqlite')
  const folder = createFolder('pinned')
  let picture: Uint8Array
  let profileId = ''
  let scoreKey = ''
  const heads = new Map<string, string>()

  beforeAll(async () => {
    picture = await paint({ mood: 'warm', seed: 9 })
    const palate = new Palate({ url: service.url, apiKey: service.key })
    const { id } = await palate.profiles.create({ projectId: 'studio', name: 'House style' })
    const teach = async (warm: 'good' | 'bad', branch: string) => {
      const exemplars = await Promise.all(
        [0, 1, 2, 3].map(async (seed) => {
          const mood = seed % 2 === 0 ? 'warm' : 'cold'
          const label = (mood === 'warm') === (warm === 'good') ? ('good' as const) : ('bad' as const)
          return { label, url: dataUrl(await paint({ mood, seed })) }
        }),
      )
      await palate.annotations.add(id, { exemplars })
      heads.set(branch, (await palate.profiles.commit(id, { message: branch })).id)
    }
    await teach('good', 'main')
    await palate.profiles.branch(id, { name: 'try/cold', switchTo: true })
    await teach('bad', 'try/cold')
    profileId = id
    scoreKey = (await palate.keys.create({ name: 'CI', scopes: ['score'] })).key ?? ''
  })
  afterEach(() => vi.unstubAllEnvs())

  async function scoreWith(pins: object, { apiKey = service.key, options = {} } = {}): Promise<number> {
    vi.stubEnv('PALATE_URL', service.url)
    vi.stubEnv('PALATE_API_KEY', apiKey)
    writeFileSync(join(folder, 'palate.json'), JSON.stringify({ profileId, ...pins }))
    return (await judgePicture(picture, { min: 0, ...options }, folder)).score
  }

  test('is the branch or version that palate.json pins, else the current branch', async () => {
    const current = await scoreWith({})
    const pinned = await scoreWith({ branch: 'main' })
    expect(pinned).toBeGreaterThan(current)
    expect(await scoreWith({ version: heads.get('main') })).toBe(pinned)
    expect(await scoreWith({ branch: 'try/cold' })).toBe(current)
    // Whoever names a profile does not mean the state of another one.
    expect(await scoreWith({ branch: 'main' }, { options: { profile: profileId } })).toBe(current)
  })

  test('a key that can only score needs ids', async () => {
    const pinned = await scoreWith({ branch: 'main' })
    expect(await scoreWith({ branch: 'main' }, { apiKey: scoreKey })).toBe(pinned)
    await expect(scoreWith({ branch: 'try/cold' }, { apiKey: scoreKey })).rejects.toThrow(/try\/cold/)
  })

  test.each([
    [{ branch: 'none' }, /the branch "none", which does not exist/],
    [{ version: 'none' }, /version/],
    [{ branch: 7 }, /branch and version are texts/],
    [{ branch: 'main', version: 'x' }, /names a branch and a version/],
  ])('%j is refused', async (pins, reason) => {
    await expect(scoreWith(pins)).rejects.toThrow(reason)
  })
})
