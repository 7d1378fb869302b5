import { describeBytes } from '@palate/core/generic/bytes.ts'
import { moveAll } from '@palate/server/bucket/move.ts'
import { createObjectStore } from '@palate/server/bucket/object-store.ts'
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
    const target = home?.url ?? null
    const result = await moveAll(
      [movableFrames(services, target), movableThumbnails(services, target)],
      await listAccountIds(store.read),
      ({ moved, bytes }) => printWarning(`${moved} moved, ${describeBytes(bytes)}`),
      ({ accountId, contentHash, side }, error) =>
        printWarning(
          `${side === 0 ? 'picture' : 'thumbnail'} ${contentHash} of ${accountId} stays: ${messageOf(error)}`,
        ),
    )
    print(`Moved ${result.moved} pictures and thumbnails (${describeBytes(result.bytes)}) to ${to}.`)
    if (result.failed > 0) throw new CommandError(`${result.failed} could not be moved: run the command again`)
  })
}

function parseHome(option: string, text: string): ObjectHome {
  try {
    return parseObjectHome(text)
  } catch {
    const other = option === '--to' ? ', or store:' : ''
    throw new UsageError(`${option} must be s3://bucket/prefix?endpoint=https://host&region=name${other}`)
  }
}
