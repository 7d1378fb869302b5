import type { Palate, Profile } from '@palate/client'
import { Journal } from '../../journal.ts'
import { CommandError } from '../../output.ts'
import { plural } from '../text.ts'
import { Outbox } from './outbox.ts'
import { Sender } from './sender.ts'
import { UnsentFile } from './unsent.ts'

/** Sends judgements that an earlier command could not: a commit should have them. */
export async function sendUnsent(palate: Palate, profile: Profile): Promise<void> {
  const sender = new Sender(palate, profile, new Journal(profile.id))
  const outbox = new Outbox(
    (job) => sender.send(job),
    new UnsentFile(profile.id),
    () => {},
  )
  outbox.resume()
  await outbox.close()
  refuseUnsent(outbox)
}

/** Fails if something was refused or waits. */
export function refuseUnsent({ refusal, waiting, problem = 'no answer' }: Outbox): void {
  if (refusal !== undefined) throw refusal
  if (waiting === 0) return
  const what = plural(waiting, 'judgement')
  throw new CommandError(
    `${what} could not be sent (${problem}); kept on this machine, and sent when you next teach this profile here`,
  )
}
