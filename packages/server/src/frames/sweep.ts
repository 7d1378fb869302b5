import type { Services } from '../services.ts'
import type { createIncoming } from './incoming.ts'
import type { FrameLibrary } from './library.ts'

/** Removes uploads that a dead process has left, and bytes that no frame has. Safe beside writers and other sweeps. */
export async function sweepFrames(
  { clock }: Pick<Services, 'clock'>,
  library: Pick<FrameLibrary, 'sweep'>,
  incoming: Pick<ReturnType<typeof createIncoming>, 'sweep'>,
): Promise<void> {
  await incoming.sweep(clock().getTime())
  await library.sweep()
}
