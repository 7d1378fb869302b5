import { isAuthError } from '@palate/client'
import { JudgementQueue } from '@palate/client/judgement-queue.ts'
import type { Sender } from './sender.ts'
import { type Job, UnsentFile } from './unsent-file.ts'

/** The most judgements that may wait for a connection. */
export const unsentMax = 100

export type TeachingQueue = JudgementQueue<Job, void>

/** Sends a profile's judgements in the background. They wait in a file; a refusal stops sending. */
export function openTeachingQueue(profileId: string, sender: Pick<Sender, 'send'>): TeachingQueue {
  return new JudgementQueue<Job, void>({
    send: (job) => sender.send(job),
    storage: new UnsentFile(profileId),
    // With another key it can still be sent.
    afterRefusal: (error) => (isAuthError(error) ? 'stop-and-keep' : 'stop'),
    pauseMsMax: 5_000,
  })
}
