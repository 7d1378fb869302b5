import { Fault, invalidAt } from '@palate/core/fault.ts'
import type { Ask, NewAsk } from '@palate/core/profile/annotations/annotation-operations.ts'
import {
  type AskChoice,
  answersIn,
  askIdOf,
  askKeptDays,
  asksPerProfileMax,
  choiceOf,
} from '@palate/core/profile/annotations/asks.ts'
import type { Element } from '@palate/core/profile/schema.ts'
import type { Selectable } from 'kysely'
import { sha256 } from '../../platform/hash.ts'
import type { ProfileKey } from '../../ports/profiles.ts'
import type { Db, Schema } from '../../store/schema.ts'

const keptMs = askKeptDays * 86_400_000

/** Stores a question, and deletes those of the profile that nobody can answer or read any more. */
export async function insertAsk(
  db: Db,
  { accountId, profileId }: ProfileKey,
  { id, first, second, dimension, now }: NewAsk & { readonly id: string; readonly now: string },
): Promise<Ask> {
  const expiresAt = new Date(Date.parse(now) + keptMs).toISOString()
  await deleteEnded(db, { accountId, profileId }, now)
  await db
    .insertInto('asks')
    .values({
      account_id: accountId,
      id,
      profile_id: profileId,
      first: pictureHash(first, dimension),
      second: pictureHash(second, dimension),
      created_at: now,
      expires_at: expiresAt,
      choice: null,
      answered_at: null,
    })
    .execute()
  return { id, createdAt: now, expiresAt, answer: null }
}

/** Undefined if it does not exist, or no longer. */
export async function findAsk(db: Db, { accountId, profileId }: ProfileKey, id: string, now: string) {
  return db
    .selectFrom('asks')
    .select(['id', 'first', 'second', 'created_at', 'expires_at', 'choice', 'answered_at'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('profile_id', '=', profileId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

type AskRow = NonNullable<Awaited<ReturnType<typeof findAsk>>>

export function askOf(row: AskRow): Ask {
  const { id, created_at: createdAt, expires_at: expiresAt, choice, answered_at: answeredAt } = row
  const answer = choice === null || answeredAt === null ? null : { choice: choice as AskChoice, answeredAt }
  return { id, createdAt, expiresAt, answer }
}

/** Which of the two pictures a judgement of a dimension is about. */
function createSideOf({ first, second }: Pick<Selectable<Schema['asks']>, 'first' | 'second'>) {
  return (url: unknown, dimension: unknown): 'first' | 'second' | undefined => {
    if (typeof url !== 'string') return undefined
    const hash = pictureHash(url, dimension)
    return hash === first ? 'first' : hash === second ? 'second' : undefined
  }
}

/** The answer, or null if it was taken back. Answers lock the profile, so they come one after another. */
export async function setAnswer(
  db: Db,
  { accountId, profileId }: ProfileKey,
  id: string,
  answer: { readonly choice: AskChoice; readonly at: string } | null,
): Promise<void> {
  await db
    .updateTable('asks')
    .set({ choice: answer?.choice ?? null, answered_at: answer?.at ?? null })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('profile_id', '=', profileId)
    .execute()
}

/** An address can be long, and is known to whoever asks and answers. */
function pictureHash(url: string, dimension: unknown): string {
  return sha256(JSON.stringify([dimension ?? 'aesthetics', url])).toString('base64url')
}

async function deleteEnded(db: Db, { accountId, profileId }: ProfileKey, now: string): Promise<void> {
  const newest = db
    .selectFrom('asks')
    .select('id')
    .where('account_id', '=', accountId)
    .where('profile_id', '=', profileId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(asksPerProfileMax - 1)
  await db
    .deleteFrom('asks')
    .where('account_id', '=', accountId)
    .where('profile_id', '=', profileId)
    .where('id', 'not in', newest)
    .execute()
}

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
