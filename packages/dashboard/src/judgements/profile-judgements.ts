import type { Budget } from '@palate/client'
import { JudgementQueue } from '@palate/client/judgement-queue.ts'
import { type Addition, type Judgement, undo } from './judgement.ts'

/** The judgements of one profile that the service does not have yet. */
export class ProfileJudgements extends JudgementQueue<Judgement, Budget> {
  /** Drops an unsent addition; undoes a sent one after it was stored. */
  takeBack(added: Addition): void {
    if (!this.cancel(({ key }) => key === added.key)) this.add(undo(added))
  }
}
