import { sql } from 'kysely'
import { createObjectStore, type ObjectStore } from '../bucket/object-store.ts'
import { createObjectSweep } from '../bucket/sweep-objects.ts'
import { ConfigError } from '../config/config-error.ts'
import { isObjectOfFrame } from '../frames/blobs/blob-store.ts'
import { isObjectOfThumbnail } from '../pictures/thumbnails/thumbnail-store.ts'
import { type ReadinessCheck, rarely } from '../platform/readiness.ts'
import type { Services } from '../services.ts'

const checkMsMax = 2_000
const unusable = 'the bucket in PALATE_FRAMES_URL cannot be used: frames cannot be uploaded or read'

export function openObjectSweep(
  services: Pick<Services, 'store' | 'config' | 'clock'>,
  objects: Pick<ObjectStore, 'remove' | 'knows'> = createObjectStore(services.config),
) {
  const isReferenced = (accountId: string) =>
    sql<boolean>`(${isObjectOfFrame(accountId)} or ${isObjectOfThumbnail(accountId)})`
  return createObjectSweep(services, objects, isReferenced)
}

/**
 * Fails if PALATE_FRAMES_URL or its key are wrong. Without the bucket, or without rights there, scoring and profiles work,
 * so the service starts and stays ready.
 */
export async function openFramesHome({ config, log }: Pick<Services, 'config' | 'log'>): Promise<ReadinessCheck[]> {
  const objects = createObjectStore(config)
  const { home } = objects
  if (home === undefined) return []
  const found = await objects.check(home)
  if (found?.isLasting) throw new ConfigError(`PALATE_FRAMES_URL cannot be used: ${found.reason}`)
  if (found) log.error({ reason: found.reason }, unusable)

  async function findReason(url: string): Promise<string | undefined> {
    const failed = await objects.check(url, { attempts: 1, signal: AbortSignal.timeout(checkMsMax) })
    if (!failed) return undefined
    log.error({ reason: failed.reason }, unusable)
    return failed.isRefused ? 'the bucket refuses requests' : 'the bucket is not responding'
  }

  return [{ name: 'frames', concerns: 'part', check: rarely(() => findReason(home)) }]
}
