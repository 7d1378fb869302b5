import type { Palate } from '@palate/client'
import { Journal } from '../../journal.ts'
import type { Context } from '../api-command.ts'
import type { ApiOptions } from '../connection/client.ts'
import { type DimensionOptions, requireDimension } from './dimension.ts'
import { actionOf, type Judgement } from './judgement.ts'

type Annotations = Parameters<Palate['annotations']['add']>[1]
type Counter = 'questions' | 'labels' | 'comparisons'

/** Adds one judgement from the command line, and reports it. */
export async function judgeOnce(
  { palate, options, show }: Context<ApiOptions & DimensionOptions>,
  profileId: string,
  judgement: Judgement,
  counter: Counter,
): Promise<void> {
  await requireDimension(palate, profileId, options)
  const added = await palate.annotations.add(profileId, judgement.elements as Annotations)
  new Journal(profileId).record(judgement.words, actionOf(judgement))
  const { used, total } = added.budget[counter]
  show(added, () => `${judgement.words} (${used} of ${total} ${counter} used). To commit: palate commit -m "…"`)
}
