import type { Need } from '../../api/suggestions.ts'
import { counted } from '../../ui/format.ts'

export function describeNeed({ enough, remaining }: Need): string {
  return enough
    ? 'More judgements would change little.'
    : `About ${counted(remaining, 'more judgement')} would still help a lot.`
}
