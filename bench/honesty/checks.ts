import { againstRivals } from './against-rivals.ts'
import { coinFlips } from './coin-flips.ts'
import { confidence } from './confidence.ts'
import type { Check } from './context.ts'
import { drift } from './drift.ts'
import { goodOnly } from './good-only.ts'
import { nearDuplicates } from './near-duplicates.ts'
import { strictOwners } from './strict-owners.ts'

/** In the order of the page. A check has a file of its own. */
export const checks: Readonly<Record<string, Check>> = {
  'coin-flips': coinFlips,
  confidence,
  'good-only': goodOnly,
  'strict-owners': strictOwners,
  drift,
  'near-duplicates': nearDuplicates,
  rivals: againstRivals,
}
