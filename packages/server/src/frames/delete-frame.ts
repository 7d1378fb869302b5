import { Fault } from '@palate/core/fault.ts'
import { type Caller, mayUse } from '@palate/core/keys/access.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { type Handlers, longRunning } from '../operations.ts'
import type { Erasure, ErasuresPort, KeptFor } from '../ports/erasures.ts'
import type { ProfilesPort } from '../ports/profiles.ts'
import type { DeleteThumbnails, SettleThumbnails } from '../ports/scoring.ts'
import type { Services } from '../services.ts'
import type { Db } from '../store/schema.ts'
import { findAllowed, noFrame } from './find-allowed.ts'
import type { FrameLibrary } from './library.ts'

export interface DeletionParts extends Pick<Services, 'store' | 'newId' | 'log'> {
  readonly library: Pick<FrameLibrary, 'deleteFrame' | 'removeIfUnreferenced'>
  readonly profiles: Pick<ProfilesPort, 'isFrameInUse'>
  readonly settleThumbnails: SettleThumbnails
  readonly deleteThumbnails: DeleteThumbnails
  /** Stores the features and scores that this process holds in memory. */
  readonly flush: () => Promise<void>
  readonly erasures: ErasuresPort
}

/** Deletes a frame. With `force=true` its picture is erased, unless something else has the same one. */
export function createDeleteFrame({ store, newId, log, library, ...parts }: DeletionParts): Handlers<'deleteFrame'> {
  const { profiles, settleThumbnails, deleteThumbnails, flush, erasures } = parts

  /** Continues if the bucket failed before. */
  async function finishEarlier(db: Db, caller: Caller, frameId: string) {
    const erasure = await erasures.findUnfinished(db, caller.accountId, frameId)
    if (!erasure || !mayUse(caller, erasure.projectId)) throw noFrame()
    return erased(erasure, undefined)
  }

  async function erased(erasure: Erasure, keptFor: KeptFor | undefined) {
    await erasures.finish(erasure).catch((err) => {
      log.warn({ err, accountId: erasure.accountId }, 'the objects of an erased picture could not be removed')
      throw new Fault(
        'unavailable',
        'the frame is deleted, and its object is not, because the bucket does not do so; this is tried again, also by the same request',
        { headers: { 'retry-after': String(retryAfterSeconds) } },
      )
    })
    return { body: { success: true as const, erased: keptFor === undefined, ...(keptFor && { keptFor }) } }
  }

  return {
    // In a separate transaction, because files are removed after it.
    deleteFrame: longRunning(async ({ caller, query, db, now, requestId, address }) => {
      const { accountId, projects } = caller
      const isForced = query.force === 'true'
      const found = await findAllowed(db, caller, query.id).catch((error) => {
        if (!isForced) throw error
      })
      if (!found) return finishEarlier(db, caller, query.id)
      const { contentHash } = found
      const picture = { accountId, contentHash }
      // While the store refuses writes, deletion must still be possible.
      await Promise.all([settleThumbnails(picture), isForced && flush()]).catch(() => {})
      const keptFor = await store.write(
        async (db) => {
          const frame = await findAllowed(db, caller, query.id)
          if (!isForced && (await profiles.isFrameInUse(db, accountId, frame.id))) {
            throw new Fault(
              'frame_in_use',
              'a profile refers to this frame in a version or its working changes; set `force`',
            )
          }
          if (!(await library.deleteFrame(db, accountId, frame, now))) throw noFrame()
          const kept = isForced ? await erasures.erase(db, erasureOf(caller, frame), now) : undefined
          if (!isForced) await deleteThumbnails(db, picture)
          const target = { type: 'frame', id: frame.id, ...(frame.name !== null && { name: frame.name }) } as const
          const details = isForced ? { erased: kept === undefined } : undefined
          const change = { action: 'frame.deleted', target, projectId: frame.projectId, details } as const
          await recordAudit({ newId, store, log }, db, { ...caller, requestId, address }, change, now)
          return kept
        },
        { usesReserve: true },
      )
      await library.removeIfUnreferenced(picture)
      if (!isForced) return { body: { success: true } }
      return erased({ ...picture, projects, source: found.id, projectId: found.projectId }, keptFor)
    }),
  }
}

const retryAfterSeconds = 5

function erasureOf(
  { accountId, projects }: Caller,
  frame: { id: string; projectId: string; contentHash: string },
): Erasure {
  return { accountId, projects, contentHash: frame.contentHash, source: frame.id, projectId: frame.projectId }
}
