import { Fault, invalidAt } from '@palate/core/fault.ts'
import { answersIn, askIdOf, choiceOf } from '@palate/core/profile/annotations/asks.ts'
import type { Element } from '@palate/core/profile/schema.ts'
import type { ProfileKey } from '../../ports/profiles.ts'
import type { Db } from '../../store/schema.ts'
import { createSideOf, findAsk, setAnswer } from './ask-store.ts'

/** Marks the questions that elements answer, each once, and returns them. Throws a Fault if one cannot be answered so. */
export async function settleAsks(
  db: Db,
  profileKey: ProfileKey,
  elements: Parameters<typeof answersIn>[0],
  now: string,
): Promise<ReadonlySet<string>> {
  const answers = answersIn(elements)
  for (const [id, answer] of answers) {
    const ask = await findAsk(db, profileKey, id, now)
    if (!ask) throw new Fault('unknown_ask', `this profile has no question ${id}, or it has expired`)
    if (ask.choice !== null) throw new Fault('ask_answered', 'this question was answered before: ask again')
    const choice = choiceOf(answer, createSideOf(ask))
    if (!choice) throw invalidAt('/askId', `this is not an answer to ${id}: judge exactly its two pictures`)
    await setAnswer(db, profileKey, id, { choice, at: now })
  }
  return new Set(answers.keys())
}

/** A question is open again once its answer was replaced or taken back, unless it was `settled` just now. */
export async function reopenAsks(
  db: Db,
  profileKey: ProfileKey,
  withdrawn: readonly Element[],
  settled: ReadonlySet<string> = new Set(),
): Promise<void> {
  const ids = new Set(withdrawn.flatMap((element) => askIdOf(element) ?? []))
  for (const id of ids) if (!settled.has(id)) await setAnswer(db, profileKey, id, null)
}
