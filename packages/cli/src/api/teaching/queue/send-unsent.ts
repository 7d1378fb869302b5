import type { Palate, Profile } from '@palate/client'
import { Journal } from '../../../journal.ts'
import { CommandError } from '../../../output.ts'
import { plural } from '../../../terminal/text.ts'
import { Sender } from './sender.ts'
import { openTeachingQueue, type TeachingQueue } from './teaching-queue.ts'

/** Sends judgements that an earlier command could not send, so that a commit includes them. */
export async function sendUnsent(palate: Palate, profile: Profile): Promise<void> {
  const sender = new Sender(palate, profile, new Journal(profile.id))
  const queue = openTeachingQueue(profile.id, sender)
  queue.start()
  await queue.close()
  refuseUnsent(queue)
}

/** Fails if a judgement was refused or is still waiting. */
export function refuseUnsent(queue: TeachingQueue): void {
  const { refused, waiting, problem } = queue.state()
  if (refused) throw refused.error
  if (waiting.length === 0) return
  const what = plural(waiting.length, 'judgement')
  throw new CommandError(
    `${what} could not be sent (${describeProblem(problem)}); kept on this machine until you next teach this profile here`,
  )
}

/** Why the last attempt failed. */
export function describeProblem(problem: unknown): string {
  return problem instanceof Error ? problem.message : 'no response'
}
