import type { Services } from '../services.ts'
import type { FrameLibrary } from './library.ts'
import type { createUploadSpool } from './upload-spool.ts'

/** Removes uploads left by dead processes and blobs that no frame uses. Safe alongside writers and other sweeps. */
export async function sweepFrames(
  { clock }: Pick<Services, 'clock'>,
  library: Pick<FrameLibrary, 'sweep'>,
  spool: Pick<ReturnType<typeof createUploadSpool>, 'sweep'>,
): Promise<void> {
  await spool.sweep(clock().getTime())
  await library.sweep()
}
