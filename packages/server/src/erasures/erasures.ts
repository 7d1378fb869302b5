import { isId } from '@palate/core/ids.ts'
import type { Subquery } from '../ports/conditions.ts'
import type { ErasedPicture, ErasePicturesOf, Erasure, ErasuresPort, KeptFor } from '../ports/erasures.ts'
import type { ProfileKey } from '../ports/profiles.ts'
import type { Services, ThreadServices } from '../services.ts'
import { forgetDue, listDueAccounts, noteDue } from '../store/due-accounts.ts'
import type { Db } from '../store/schema.ts'
import { backgroundWorkFor } from '../work/current-work.ts'
import {
  deleteErasure,
  findErasureOf,
  hasErasures,
  insertErasure,
  insertErasuresOf,
  listDueErasures,
  postpone,
  type StoredErasure,
  setDone,
} from './erasure-store.ts'

/** Something of a project. */
interface InProject {
  readonly id: string
  readonly projectId: string
}

/** What each feature finds and erases of a picture. Rows that were written after `until` stay. */
export interface ErasureParts {
  readonly listFramesWith: (db: Db, picture: ErasedPicture) => Promise<readonly InProject[]>
  readonly listProfilesWith: (db: Db, picture: ErasedPicture) => Promise<readonly InProject[]>
  /** When and under which ids it was scored. */
  readonly deleteSeenFrames: (db: Db, picture: ErasedPicture, until: string) => Promise<void>
  readonly wasSeen: (db: Db, picture: ErasedPicture) => Promise<boolean>
  /** Features and thumbnails. */
  readonly deletePicture: (db: Db, picture: ErasedPicture, until: string) => Promise<void>
  readonly hideInShares: (db: Db, picture: ErasedPicture) => Promise<void>
  /** Which of these pictures shares show. */
  readonly findShared: (db: Db, accountId: string, contentHashes: readonly string[]) => Promise<ReadonlySet<string>>
  /** Whether the list of recent frames has it. */
  readonly isListed: (db: Db, picture: ErasedPicture) => Promise<boolean>
  readonly removeFromBoards: (db: Db, frame: Erasure, now: string) => Promise<void>
  readonly forgetPicture: (picture: ErasedPicture) => void
  readonly removeObjects: (picture: ErasedPicture) => Promise<void>
}

/** Frames and profiles that an answer names. */
export const keptForMax = 100
/** A request that has read a picture before it was erased may store what it found this long. */
export const lateWritesMs = 10 * 60_000
const erasuresPerRoundMax = 20
/** Later than any time that is stored. */
const always = '9999'

/**
 * Erases pictures. The transaction that deletes a frame erases what the store has of its picture, unless something else
 * has the same one, and adds a row to `erasures`:
 *
 *   to do  → (what is in memory and in the bucket is removed) → done → (10 minutes later: late writes are removed) → gone
 *
 * If the bucket fails or the process dies, the row stays to do, and the background or a repeated request takes it up.
 * Uploading the picture again does not wait for any of this: what has a frame or a profile again stays.
 */
export class Erasures implements ErasuresPort {
  readonly #services: Pick<Services, 'store' | 'clock' | 'log'>
  readonly #parts: ErasureParts

  constructor(services: Pick<Services, 'store' | 'clock' | 'log'>, parts: ErasureParts) {
    this.#services = services
    this.#parts = parts
  }

  async erase(db: Db, erasure: Erasure, now: string): Promise<KeptFor | undefined> {
    const kept = await this.#eraseRows(db, erasure, always)
    await this.#parts.removeFromBoards(db, erasure, now)
    await insertErasure(db, erasure, now)
    await noteDue(this.#services.store, db, 'erasures', erasure.accountId, now)
    return kept
  }

  async finish(erasure: Erasure): Promise<void> {
    const { store, clock } = this.#services
    this.#parts.forgetPicture(erasure)
    await this.#parts.removeObjects(erasure)
    await store.clearJournal()
    const lookAgainAt = new Date(clock().getTime() + lateWritesMs).toISOString()
    await store.write((db) => setDone(db, erasure, lookAgainAt), { usesReserve: true })
  }

  async findUnfinished(db: Db, accountId: string, frameId: string): Promise<Erasure | undefined> {
    return findErasureOf(db, accountId, frameId)
  }

  /** Takes up what requests could not finish, and removes what was stored late. */
  async sweep(signal?: AbortSignal): Promise<void> {
    const { store, clock, log } = this.#services
    for (const due of await listDueAccounts(store.backgroundRead, ['erasures'])) {
      if (signal?.aborted) return
      await backgroundWorkFor(due.accountId, async () => {
        await this.#sweepAccount(due.accountId)
        if (!(await hasErasures(store.read, due.accountId))) await forgetDue(store, due, clock().toISOString())
      }).catch((err) =>
        log.error({ err, accountId: due.accountId }, 'pictures could not be erased; this is tried again'),
      )
    }
  }

  async #sweepAccount(accountId: string): Promise<void> {
    const { store, clock } = this.#services
    const now = clock().toISOString()
    for (;;) {
      const erasures = await listDueErasures(store.read, accountId, now, erasuresPerRoundMax)
      if (erasures.length > 0) await this.#takeUp(erasures)
      if (erasures.length < erasuresPerRoundMax) return
    }
  }

  /** A few of one account: in two transactions, because there may be thousands. */
  async #takeUp(erasures: readonly StoredErasure[]): Promise<void> {
    const { store, clock } = this.#services
    const shared = await this.#findShared(erasures)
    const eraseAll = async (db: Db) => {
      for (const erasure of erasures) {
        if (isOfProfile(erasure) && (shared.has(erasure.contentHash) || (await this.#parts.isListed(db, erasure))))
          continue
        const until = new Date(Date.parse(erasure.erasedAt) + lateWritesMs).toISOString()
        await this.#eraseRows(db, erasure, until)
      }
    }
    await store.write(eraseAll, { usesReserve: true })
    const { removed, failed } = await this.#removeObjects(erasures)
    await store.clearJournal()
    const lookAgainAt = new Date(clock().getTime() + lateWritesMs).toISOString()
    const endAll = async (db: Db) => {
      for (const erasure of removed) {
        if (erasure.isDone || isOfProfile(erasure)) await deleteErasure(db, erasure)
        else await setDone(db, erasure, lookAgainAt)
      }
      // After all others, because its bucket may never be reachable again.
      if (failed) await postpone(db, failed.erasure, lookAgainAt)
    }
    await store.write(endAll, { usesReserve: true })
    if (failed) throw failed.error
  }

  /** Pictures of deleted profiles that shares of other profiles show. */
  async #findShared(erasures: readonly StoredErasure[]): Promise<ReadonlySet<string>> {
    const ofProfiles = erasures.filter(isOfProfile)
    const [first] = ofProfiles
    if (!first) return new Set()
    const hashes = ofProfiles.map(({ contentHash }) => contentHash)
    return this.#parts.findShared(this.#services.store.read, first.accountId, hashes)
  }

  /** Until the first one fails. */
  async #removeObjects(erasures: readonly StoredErasure[]) {
    for (const [i, erasure] of erasures.entries()) {
      this.#parts.forgetPicture(erasure)
      try {
        await this.#parts.removeObjects(erasure)
      } catch (error) {
        return { removed: erasures.slice(0, i), failed: { erasure, error } }
      }
    }
    return { removed: erasures, failed: undefined }
  }

  /** Returns what has the picture, as far as the projects have it. Others keep it as well, and that is not said. */
  async #eraseRows(db: Db, picture: ErasedPicture, until: string): Promise<KeptFor | undefined> {
    const { projects } = picture
    const frames = await this.#parts.listFramesWith(db, picture)
    const profiles = await this.#parts.listProfilesWith(db, picture)
    const own = (all: readonly InProject[]) =>
      all.filter(({ projectId }) => projects?.includes(projectId) ?? true).map(({ id }) => id)
    const [ownFrames, ownProfiles] = [own(frames), own(profiles)]
    if (ownFrames.length + ownProfiles.length > 0) {
      return { frames: ownFrames.slice(0, keptForMax), profiles: ownProfiles.slice(0, keptForMax) }
    }
    await this.#parts.deleteSeenFrames(db, picture, until)
    await this.#parts.hideInShares(db, picture)
    const isKept = frames.length + profiles.length > 0 || (await this.#parts.wasSeen(db, picture))
    if (!isKept) await this.#parts.deletePicture(db, picture, until)
    return undefined
  }
}

/**
 * The pictures of a deleted profile. What other profiles have scored or shared stays, because nobody asked to erase the
 * picture itself.
 */
function isOfProfile({ source }: Erasure): boolean {
  return isId('prof', source)
}

/** Notes the pictures that a profile was taught with, before it is deleted. */
export function createErasePicturesOf(
  { store }: Pick<ThreadServices, 'store'>,
  picturesOfProfile: (profile: ProfileKey) => Subquery,
): ErasePicturesOf {
  return async (db, { accountId, profileId, projectId }, now) => {
    const pictures = picturesOfProfile({ accountId, profileId })
    await insertErasuresOf(db, { accountId, source: profileId, projectId }, pictures, now)
    await noteDue(store, db, 'erasures', accountId, now)
  }
}
