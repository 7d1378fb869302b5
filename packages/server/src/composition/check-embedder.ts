import type { Config } from '../config/config.ts'
import type { EmbedderSettings } from '../config/embedder-settings.ts'
import { openFrameLibrary } from '../frames/library.ts'
import { listAccountIds } from '../keys/accounts.ts'
import { createSsrfGuard } from '../network/ssrf-guard.ts'
import { createFetcher } from '../pictures/fetching/fetcher.ts'
import { createIdSource } from '../platform/ids.ts'
import { profilesPort } from '../profiles/port.ts'
import { findState } from '../profiles/states/states.ts'
import { findHeads } from '../profiles/storing/profile-store.ts'
import { ensureProject } from '../projects/projects.ts'
import type { Store } from '../store/store.ts'
import { readFolder } from '../taste/embedder-check/folder.ts'
import type { JudgedPictures } from '../taste/embedder-check/judged-pictures.ts'
import type { EmbedderMeasures } from '../taste/embedder-check/measure.ts'
import { readProfilePictures } from '../taste/embedder-check/profile-pictures.ts'

export interface EmbedderCheck {
  readonly pictures: number
  readonly unreadable: number
  readonly dimension: string
  readonly judgements: number
  readonly yours: EmbedderMeasures
  readonly builtin: EmbedderMeasures
}

/**
 * Compares an embedder with the built-in one on the same pictures: those of a profile or a folder, or generated ones.
 */
export async function checkEmbedder(
  embedder: EmbedderSettings,
  profilePictures: JudgedPictures | undefined,
  folder: string | undefined,
  dimension: string,
): Promise<EmbedderCheck> {
  // Imported on demand: these load libvips, which a service needs only on its picture threads.
  const [{ drawPictures }, { measureEmbedder }] = await Promise.all([
    import('../taste/embedder-check/drawn-pictures.ts'),
    import('../taste/embedder-check/measure.ts'),
  ])
  const folderPictures = folder === undefined ? undefined : await readFolder(folder, dimension)
  const judged = united(profilePictures, folderPictures) ?? (await drawPictures(dimension))
  if (judged.pictures.size === 0) throw new Error('there are no readable pictures')
  const { pictures, unreadable, examples } = judged
  return {
    pictures: pictures.size,
    unreadable,
    dimension,
    judgements: examples.labels.length + examples.comparisons.length,
    yours: await measureEmbedder(embedder, judged),
    builtin: await measureEmbedder({ kind: 'builtin' }, judged),
  }
}

/** The pictures that a stored profile judged; undefined if the profile does not exist. Changes nothing. */
export async function readProfile(
  store: Store,
  config: Config,
  profileId: string,
  dimension: string,
): Promise<JudgedPictures | undefined> {
  const accountId = await findOwner(store, profileId)
  if (accountId === undefined) return undefined
  const caller = { accountId, keyId: '', keyName: '', projects: null, expiresAt: null, scopes: null }
  const state = await findState(store.read, caller, profileId, { includeWorking: true })
  const fetcher = createFetcher({ guard: createSsrfGuard({ allow: config.allowPrivateNetwork }) })
  const services = { store, config, newId: createIdSource(() => new Date()) }
  const frames = openFrameLibrary(services, profilesPort, ensureProject)
  try {
    return await readProfilePictures({ store, frames, fetcher }, state, dimension)
  } finally {
    await fetcher.close()
  }
}

/** The account of a profile, which the command does not name. */
async function findOwner({ read }: Store, profileId: string): Promise<string | undefined> {
  for (const accountId of await listAccountIds(read)) {
    if (await findHeads(read, { accountId, profileId })) return accountId
  }
  return undefined
}

/** The judgements come from the profile, if there is one. */
function united(profile: JudgedPictures | undefined, folder: JudgedPictures | undefined): JudgedPictures | undefined {
  if (!profile || !folder) return profile ?? folder
  return { ...profile, pictures: new Map([...profile.pictures, ...folder.pictures]) }
}
