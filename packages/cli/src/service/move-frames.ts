import { describeBytes } from '@palate/core/generic/bytes.ts'
import { type MoveServices, moveAll } from '@palate/server/bucket/move.ts'
import { createObjectStore } from '@palate/server/bucket/object-store.ts'
import { patientS3Times } from '@palate/server/bucket/s3-client.ts'
import { openObjectSweep } from '@palate/server/composition/frame-storage.ts'
import { type ObjectHome, parseObjectHome } from '@palate/server/config/object-home.ts'
import { movableFrames } from '@palate/server/frames/blobs/move-blobs.ts'
import { listAccountIds } from '@palate/server/keys/accounts.ts'
import { movableThumbnails } from '@palate/server/pictures/thumbnails/move-thumbnails.ts'
import { CommandError, print, printWarning, UsageError } from '../output.ts'
import { messageOf, withStore } from './store.ts'

interface MoveOptions {
  readonly to: string
  readonly from: readonly string[]
}

/** Moves pictures and thumbnails to a bucket, or back to the store. */
export async function moveFrames({ to, from }: MoveOptions): Promise<void> {
  const home = to === 'store:' ? undefined : parseHome('--to', to)
  const named = [...(home ? [home] : []), ...from.map((url) => parseHome('--from', url))]
  await withStore(async (store, configured) => {
    const config = { ...configured, framesHomesOld: [...configured.framesHomesOld, ...named] }
    const failed = home && (await createObjectStore(config).check(home.url))
    if (failed) throw new CommandError(`${to} cannot be used: ${failed.reason}`)
    const services = { store, config, clock: () => new Date() }
    const accountIds = await listAccountIds(store.read)
    const target = home?.url ?? null
    const result = await moveAll(
      [movableFrames(services, target), movableThumbnails(services, target)],
      accountIds,
      ({ moved, bytes }) => printWarning(`${moved} moved, ${describeBytes(bytes)}`),
      ({ accountId, contentHash, side }, error) =>
        printWarning(
          `${side === 0 ? 'picture' : 'thumbnail'} ${contentHash} of ${accountId} stays: ${messageOf(error)}`,
        ),
    )
    print(`Moved ${result.moved} pictures and thumbnails (${describeBytes(result.bytes)}) to ${to}.`)
    const kept = await removeRest(services, accountIds, target).catch((error: unknown) => {
      throw new CommandError(`not all could be removed where they were (${messageOf(error)}): run the command again`)
    })
    if (result.failed === 0) {
      for (const url of kept) printWarning(`objects stay in ${url}: a bucket of this name is also the target`)
    }
    if (result.failed > 0) throw new CommandError(`${result.failed} could not be moved: run the command again`)
  })
}

/**
 * Readers have the new place, so nothing needs to wait for the sweep, which may no longer know the bucket. Returns the
 * buckets that may be the target itself, under another endpoint.
 */
async function removeRest(
  services: MoveServices,
  accountIds: readonly string[],
  target: string | null,
): Promise<ReadonlySet<string>> {
  const objects = createObjectStore(services.config, patientS3Times)
  const sweep = openObjectSweep(services, objects)
  const removed = new Set<string>()
  const kept = new Set<string>()
  for (const accountId of accountIds) {
    const left = await sweep.removeOutside(accountId, target)
    for (const url of left.removed) removed.add(url)
    for (const url of left.kept) kept.add(url)
  }
  for (const url of removed) if (!kept.has(url)) await objects.removeCheck(url)
  return kept
}

function parseHome(option: string, text: string): ObjectHome {
  try {
    return parseObjectHome(text)
  } catch {
    const other = option === '--to' ? ', or store:' : ''
    throw new UsageError(`${option} must be s3://bucket/prefix?endpoint=https://host&region=name${other}`)
  }
}
