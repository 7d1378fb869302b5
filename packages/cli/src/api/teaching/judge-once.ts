import { earlierChanges } from '@palate/client/restore-judgements.ts'
import { describeUnderstanding } from '@palate/core/taste/summary/describe-understanding.ts'
import { Journal } from '../../journal.ts'
import type { Context } from '../api-command.ts'
import type { ApiOptions } from '../connection/client.ts'
import { changeInWords, storedJudgements } from './changed-judgements.ts'
import { type DimensionOptions, requireDimension } from './dimension.ts'
import { type Judgement, withoutIds } from './judgement.ts'

type Counter = 'questions' | 'labels' | 'comparisons'

/**
 * Adds one judgement from the command line, and reports it. It is sent without an id, so that it replaces an earlier
 * judgement about the same thing.
 */
export async function judgeOnce(
  { palate, options, show }: Context<ApiOptions & DimensionOptions>,
  profileId: string,
  judgement: Judgement,
  counter: Counter,
): Promise<void> {
  await requireDimension(palate, profileId, options)
  const added = await palate.annotations.add(profileId, withoutIds(judgement.elements))
  const elements = earlierChanges(added)
  if (elements.length > 0) new Journal(profileId).record(judgement.words, { kind: 'judge', elements })
  const { used, total } = added.budget[counter]
  const words =
    storedJudgements(added)
      .flatMap((one) => changeInWords(one, judgement.words) ?? [])
      .join(', ') || judgement.words
  const next = added.changes.length > 0 ? ' To commit: palate commit -m "…"' : ' Nothing changed.'
  show(added, () => [
    `${words} (${used} of ${total} ${counter} used).${next}`,
    ...(added.understood ?? []).map(describeUnderstanding),
  ])
}
