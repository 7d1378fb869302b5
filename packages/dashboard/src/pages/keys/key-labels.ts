import type { ApiKey } from '@palate/client'
import { counted } from '../../ui/format.ts'
import { describeTime } from '../../ui/time-ago.tsx'

type Scope = NonNullable<ApiKey['scopes']>[number]

export const scopeLabels: ReadonlyArray<{ readonly value: Scope; readonly label: string; readonly hint: string }> = [
  { value: 'read', label: 'Read', hint: 'View everything except keys and webhooks' },
  { value: 'score', label: 'Score', hint: 'Score pictures, for example from a pipeline' },
  { value: 'teach', label: 'Teach', hint: 'Judge pictures and answer questions, for example as an annotator' },
  { value: 'write', label: 'Write', hint: 'Create, change, save, merge and delete profiles' },
  { value: 'admin', label: 'Admin', hint: 'Keys, webhooks and alert rules' },
]

/** Past usage of a key, shown before it is revoked. */
export function describeUse({ lastUsedAt, usageCount }: ApiKey, now = Date.now()): string {
  if (lastUsedAt === null) return 'It was never used.'
  const when = describeTime(new Date(lastUsedAt), now)
  return `It was last used ${when} and has made ${counted(usageCount, 'request')} in total. Programs that use it stop working immediately.`
}
