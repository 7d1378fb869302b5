import { againstRivals } from './against-rivals.ts'
import { barsAndBlanks } from './bars-and-blanks.ts'
import { coinFlipWords } from './coin-flip-words.ts'
import { coinFlips } from './coin-flips.ts'
import { confidence } from './confidence.ts'
import type { Check } from './context.ts'
import { drift } from './drift.ts'
import { firstLessons } from './first-lessons.ts'
import { goodOnly } from './good-only.ts'
import { kinds } from './kinds.ts'
import { nearDuplicates } from './near-duplicates.ts'
import { negations } from './negations.ts'
import { strictOwners } from './strict-owners.ts'

/** In the order of the page. A check has a file of its own. */
export const checks: Readonly<Record<string, Check>> = {
  'coin-flips': coinFlips,
  'coin-flip-words': coinFlipWords,
  confidence,
  'good-only': goodOnly,
  'strict-owners': strictOwners,
  drift,
  negations,
  kinds,
  'near-duplicates': nearDuplicates,
  'bars-and-blanks': barsAndBlanks,
  'first-lessons': firstLessons,
  rivals: againstRivals,
}
