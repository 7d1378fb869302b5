import type { NewAnswer } from '@palate/core/shares/answers.ts'
import { answersPerShareMax } from '@palate/core/shares/limits.ts'
import type { Decision, ShareAnswer } from '@palate/core/shares/schema.ts'
import { readAfter } from '../store/chunked-reads.ts'
import type { Db } from '../store/schema.ts'

export interface ShareKey {
  readonly accountId: string
  readonly profileId: string
  readonly shareId: string
}

/** Oldest first. */
export async function listAnswers(
  db: Db,
  { accountId, shareId }: Pick<ShareKey, 'accountId' | 'shareId'>,
): Promise<readonly ShareAnswer[]> {
  return readAfter<ShareAnswer>(answersPerShareMax, undefined, async (last, rowsMax) => {
    const rows = await db
      .selectFrom('share_answers')
      .select(['id', 'created_at', 'picture', 'decision', 'comment', 'author'])
      .where('account_id', '=', accountId)
      .where('share_id', '=', shareId)
      .where('id', '>', last?.id ?? '')
      .orderBy('id')
      .limit(rowsMax)
      .execute()
    return rows.map(({ id, created_at, picture, decision, comment, author }) => ({
      id,
      at: created_at,
      picture,
      ...(decision !== null && { decision: decision as Decision }),
      ...(comment !== null && { comment }),
      ...(author !== null && { author }),
    }))
  })
}

export async function insertAnswers(
  db: Db,
  { accountId, profileId, shareId }: ShareKey,
  answers: readonly (NewAnswer & { readonly id: string })[],
  now: string,
): Promise<void> {
  await db
    .insertInto('share_answers')
    .values(
      answers.map(({ id, picture, decision = null, comment = null, author = null }) => ({
        account_id: accountId,
        profile_id: profileId,
        share_id: shareId,
        ...{ id, picture, decision, comment, author },
        created_at: now,
      })),
    )
    .execute()
}
