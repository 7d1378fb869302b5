import type { Budget } from '@palate/client'
import { JudgementQueue } from '@palate/client/judgement-queue.ts'
import { elementIdsOf, type Judgement, removal } from './judgement.ts'

/** The judgements of one profile that the service does not have yet. */
export class ProfileJudgements extends JudgementQueue<Judgement, Budget> {
  /** Drops an unsent judgement; removes a sent one after it was stored. */
  takeBack(elementIds: readonly string[]): void {
    const isThis = (job: Judgement) => job.kind === 'add' && isSame(elementIdsOf(job), elementIds)
    if (!this.cancel(isThis)) this.add(removal(elementIds))
  }
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((id) => others.includes(id))
}
