import type { ApiKey } from '@palate/client'
import { counted } from '../../ui/format.ts'
import { describeTime } from '../../ui/time-ago.tsx'

type Scope = NonNullable<ApiKey['scopes']>[number]

export const scopeWords: ReadonlyArray<{ readonly value: Scope; readonly label: string; readonly hint: string }> = [
  { value: 'read', label: 'Read', hint: 'Look at everything but keys and webhooks' },
  { value: 'score', label: 'Score', hint: 'Score pictures: what a pipeline needs' },
  { value: 'teach', label: 'Teach', hint: 'Judge pictures and answer questions: what an annotator needs' },
  { value: 'write', label: 'Write', hint: 'Create, change, commit, merge and delete profiles' },
  { value: 'admin', label: 'Admin', hint: 'Keys, webhooks and alert rules' },
]

/** How much stops working when a key ends, for whoever is about to end it. */
export function describeUse({ lastUsedAt, usageCount }: ApiKey, now = Date.now()): string {
  if (lastUsedAt === null) return 'It was never used.'
  const when = describeTime(new Date(lastUsedAt), now)
  return `It was last used ${when}, for ${counted(usageCount, 'request')} in all. Whatever uses it is refused at once.`
}
