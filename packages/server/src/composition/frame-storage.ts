import { sql } from 'kysely'
import { createObjectStore, type ObjectStore } from '../bucket/object-store.ts'
import { createObjectSweep } from '../bucket/sweep-objects.ts'
import { ConfigError } from '../config/config-error.ts'
import { isObjectOfFrame } from '../frames/blobs/blob-store.ts'
import { isObjectOfThumbnail } from '../pictures/thumbnails/thumbnail-store.ts'
import { type ReadinessCheck, rarely } from '../platform/readiness.ts'
import type { Services } from '../services.ts'

const checkMsMax = 2_000

export function openObjectSweep(
  services: Pick<Services, 'store' | 'config' | 'clock'>,
  objects: Pick<ObjectStore, 'remove' | 'knows'> = createObjectStore(services.config),
) {
  const isReferenced = (accountId: string) =>
    sql<boolean>`(${isObjectOfFrame(accountId)} or ${isObjectOfThumbnail(accountId)})`
  return createObjectSweep(services, objects, isReferenced)
}

/**
 * Fails if the bucket in PALATE_FRAMES_URL can never be used as it is. If the object store is only unreachable, the
 * service starts and is not ready.
 */
export async function openFramesHome({ config, log }: Pick<Services, 'config' | 'log'>): Promise<ReadinessCheck[]> {
  const objects = createObjectStore(config)
  const { home } = objects
  if (home === undefined) return []
  const found = await objects.check(home)
  if (found?.isRefused) throw new ConfigError(`PALATE_FRAMES_URL cannot be used: ${found.reason}`)
  if (found) log.warn({ reason: found.reason }, 'the object store is not responding')

  async function findReason(accountId: string): Promise<string | undefined> {
    const failed = await objects.check(accountId, { attempts: 1, signal: AbortSignal.timeout(checkMsMax) })
    if (failed) log.warn({ reason: failed.reason }, 'the object store cannot be used')
    if (!failed) return undefined
    return failed.isRefused ? 'the object store refuses requests' : 'the object store is not responding'
  }

  return [{ name: 'frames', check: rarely(() => findReason(home)) }]
}
