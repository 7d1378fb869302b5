import { type LibraryFrame, Palate } from '@palate/client'
import { type DemoPicture, drawPictures } from '../pictures/draw.ts'
import { calmProductUi } from './calm-product-ui.ts'
import { judgementWriter } from './judgements.ts'
import { type Author, authors } from './story.ts'
import { tellStory } from './tell-story.ts'
import { warmEditorial } from './warm-editorial.ts'

export interface SeedOptions {
  /** URL of the service, such as `http://127.0.0.1:8080`. */
  readonly url: string
  /** A key with all scopes. */
  readonly apiKey: string
  /** All 60 by default. Stories skip judgements of missing pictures. */
  readonly pictures?: readonly DemoPicture[]
  /** Where a webhook delivers to; no webhook by default. */
  readonly webhookUrl?: string
}

export interface Seeded {
  readonly projectId: string
  readonly editorialId: string
  readonly productId: string
  /** The library by file name without extension. */
  readonly frames: ReadonlyMap<string, LibraryFrame>
  /** The key of each author, and one with the scope `score` only. */
  readonly keys: Readonly<Record<Author | 'Website pipeline', string>>
  readonly webhookId?: string
}

export const demoProjectId = 'studio'
const uploadsAtOnceMax = 4

/**
 * Fills an empty account: the library, two profiles with history, keys, a webhook, an alert rule, and scores.
 *
 *     const { editorialId } = await seedDemo({ url: service.url, apiKey: service.key })
 *
 * Tests that need less pass fewer pictures: `pictures: await drawPictures(['amber-serum', 'confetti-storm'])`.
 */
export async function seedDemo(options: SeedOptions): Promise<Seeded> {
  const { url, apiKey, webhookUrl } = options
  const projectId = demoProjectId
  const palate = new Palate({ url, apiKey })
  const webhookId = webhookUrl === undefined ? undefined : await makeWebhook(palate, webhookUrl)
  const frames = await fillLibrary(palate, options.pictures ?? (await drawPictures()))
  const keys = await makeKeys(palate)
  const as = {
    'Mara Lindqvist': new Palate({ url, apiKey: keys['Mara Lindqvist'] }),
    'Jonas Weber': new Palate({ url, apiKey: keys['Jonas Weber'] }),
  }
  const teller = { projectId, as, write: judgementWriter(frames) }
  const editorialId = await tellStory(teller, warmEditorial)
  const productId = await tellStory(teller, calmProductUi)
  const pipeline = new Palate({ url, apiKey: keys['Website pipeline'] })
  await palate.alerts.create({ profileId: editorialId, dimension: 'aesthetics', below: 0.45, over: 20 })
  await scoreLibrary(pipeline, { editorialId, productId }, [...frames.values()])
  return { projectId, editorialId, productId, frames, keys, ...(webhookId !== undefined && { webhookId }) }
}

async function makeWebhook(palate: Palate, url: string): Promise<string> {
  const events = ['profile.*', 'score.*', 'quality.alert']
  const { id } = await palate.webhooks.create({ url, events, projectId: demoProjectId, description: 'Website' })
  return id
}

async function fillLibrary(palate: Palate, pictures: readonly DemoPicture[]): Promise<Map<string, LibraryFrame>> {
  const uploaded = new Map<string, LibraryFrame>()
  const waiting = [...pictures].values()
  const uploadNext = async () => {
    for (const { name, bytes } of waiting) {
      uploaded.set(name.replace(/\.\w+$/, ''), await palate.frames.upload(bytes, { projectId: demoProjectId, name }))
    }
  }
  await Promise.all(Array.from({ length: uploadsAtOnceMax }, uploadNext))
  return uploaded
}

async function makeKeys(palate: Palate): Promise<Seeded['keys']> {
  const make = async (name: string, scopes: ('read' | 'score' | 'teach' | 'write')[], expiresInDays?: number) => {
    const wanted = { name, projectId: demoProjectId, scopes, ...(expiresInDays !== undefined && { expiresInDays }) }
    const { key } = await palate.keys.create(wanted)
    if (key === undefined) throw new Error(`the response with the key of ${name} was lost: seed another account`)
    return key
  }
  const [mara, jonas] = [
    await make(authors[0], ['read', 'teach', 'write']),
    await make(authors[1], ['read', 'teach', 'write']),
  ]
  return {
    'Mara Lindqvist': mara,
    'Jonas Weber': jonas,
    'Website pipeline': await make('Website pipeline', ['score'], 90),
  }
}

/** One batch over the whole library and a request for each profile, so that there are recent scores to show. */
async function scoreLibrary(
  palate: Palate,
  { editorialId, productId }: Pick<Seeded, 'editorialId' | 'productId'>,
  library: readonly LibraryFrame[],
): Promise<void> {
  const frames = library.map(({ id, url }) => ({ id, url }))
  const screens = library.filter(({ name }) => name?.startsWith('screen-')).map(({ id, url }) => ({ id, url }))
  const batch = {
    profile_id: editorialId,
    dimensions: ['aesthetics', 'likeness'],
    metadata: { campaign: 'autumn' },
    frames,
  }
  for await (const line of palate.scoreBatch(batch)) {
    if (line.type === 'error') throw new Error(`${line.frame_id} could not be scored: ${line.error.message}`)
  }
  if (screens.length === 0) return
  await palate.score({ profile_id: productId, dimensions: ['usability', 'aesthetics'], frames: screens })
}
