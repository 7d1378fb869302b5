import type { NewAnswer } from '@palate/core/shares/answers.ts'
import { answersPerShareMax, reviewersPerShareMax } from '@palate/core/shares/limits.ts'
import type { Decision, Reviewer, ShareAnswer } from '@palate/core/shares/schema.ts'
import { sql } from 'kysely'
import { readAfter } from '../store/chunked-reads.ts'
import type { Db } from '../store/schema.ts'

export interface ShareKey {
  readonly accountId: string
  readonly profileId: string
  readonly shareId: string
}

type ReadKey = Pick<ShareKey, 'accountId' | 'shareId'>

/** Oldest first. Reviewers have the name that they entered last. */
export async function listAnswers(db: Db, key: ReadKey): Promise<readonly ShareAnswer[]> {
  const { accountId, shareId } = key
  const reviewers = new Map((await listReviewers(db, key)).map(({ id, name }) => [id, name]))
  return readAfter<ShareAnswer>(answersPerShareMax, undefined, async (last, rowsMax) => {
    const rows = await db
      .selectFrom('share_answers')
      .select(['id', 'created_at', 'picture', 'decision', 'comment', 'author', 'reviewer', 'pin_x', 'pin_y'])
      .where('account_id', '=', accountId)
      .where('share_id', '=', shareId)
      .where('id', '>', last?.id ?? '')
      .orderBy('id')
      .limit(rowsMax)
      .execute()
    return rows.map(({ id, created_at, picture, decision, comment, reviewer, pin_x, pin_y, ...row }) => {
      const author = reviewer === null ? row.author : reviewers.get(reviewer)
      return {
        id,
        at: created_at,
        picture,
        ...(decision !== null && { decision: decision as Decision }),
        ...(comment !== null && { comment }),
        ...(pin_x !== null && pin_y !== null && { pin: { x: pin_x, y: pin_y } }),
        ...(author != null && { author }),
        ...(reviewer !== null && { reviewer }),
      }
    })
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
      answers.map(({ id, picture, decision = null, comment = null, author = null, reviewer = null, pin }) => ({
        account_id: accountId,
        profile_id: profileId,
        share_id: shareId,
        ...{ id, picture, decision, comment, author, reviewer },
        ...{ pin_x: pin?.x ?? null, pin_y: pin?.y ?? null },
        created_at: now,
      })),
    )
    .execute()
}

/** Deletes what a reviewer decided on a picture, before what takes its place is stored. */
export async function deleteDecision(
  db: Db,
  { accountId, shareId }: ReadKey,
  reviewer: string,
  picture: number,
): Promise<void> {
  await db
    .deleteFrom('share_answers')
    .where('account_id', '=', accountId)
    .where('share_id', '=', shareId)
    .where('reviewer', '=', reviewer)
    .where('picture', '=', picture)
    .where('decision', 'is not', null)
    .where('comment', 'is', null)
    .execute()
}

/** How much a share holds, and how much of it is of one reviewer. */
export async function countAnswers(db: Db, { accountId, shareId }: ReadKey, reviewer: string) {
  const { total, own, bytes } = await db
    .selectFrom('share_answers')
    .select([
      sql<number>`count(*)`.as('total'),
      sql<number>`coalesce(sum(case when reviewer = ${reviewer} then 1 else 0 end), 0)`.as('own'),
      sql<number>`coalesce(sum(octet_length(comment)), 0)`.as('bytes'),
    ])
    .where('account_id', '=', accountId)
    .where('share_id', '=', shareId)
    .executeTakeFirstOrThrow()
  return { total: Number(total), own: Number(own), commentBytes: Number(bytes) }
}

/** What a reviewer decided and said about a picture, or about the whole result. */
export async function listOwnAnswers(
  db: Db,
  { accountId, shareId }: ReadKey,
  reviewer: string,
  picture: number | null,
): Promise<readonly Pick<ShareAnswer, 'decision' | 'comment' | 'pin'>[]> {
  const rows = await db
    .selectFrom('share_answers')
    .select(['decision', 'comment', 'pin_x', 'pin_y'])
    .where('account_id', '=', accountId)
    .where('share_id', '=', shareId)
    .where('reviewer', '=', reviewer)
    .where('picture', picture === null ? 'is' : '=', picture)
    .orderBy('id')
    .execute()
  return rows.map(({ decision, comment, pin_x, pin_y }) => ({
    ...(decision !== null && { decision: decision as Decision }),
    ...(comment !== null && { comment }),
    ...(pin_x !== null && pin_y !== null && { pin: { x: pin_x, y: pin_y } }),
  }))
}

/** Who joined first comes first. */
export async function listReviewers(db: Db, { accountId, shareId }: ReadKey): Promise<readonly Reviewer[]> {
  const rows = await db
    .selectFrom('share_reviewers')
    .select(reviewerColumns)
    .where('account_id', '=', accountId)
    .where('share_id', '=', shareId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(reviewersPerShareMax)
    .execute()
  return rows.map(reviewerOf)
}

/** With the number of saves in this minute. */
export async function findReviewer(db: Db, { accountId, shareId }: ReadKey, id: string, minute: number) {
  const row = await db
    .selectFrom('share_reviewers')
    .select([...reviewerColumns, 'review_minute', 'reviews'])
    .where('account_id', '=', accountId)
    .where('share_id', '=', shareId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { reviewer: reviewerOf(row), reviews: row.review_minute === minute ? row.reviews : 0 }
}

export async function countReviewers(db: Db, { accountId, shareId }: ReadKey): Promise<number> {
  const { count } = await db
    .selectFrom('share_reviewers')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('share_id', '=', shareId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function saveReviewer(
  db: Db,
  { accountId, profileId, shareId }: ShareKey,
  { id, name, joinedAt, completedAt }: Reviewer,
  minute: number,
  reviews: number,
): Promise<void> {
  const row = { name: name ?? null, review_minute: minute, reviews, completed_at: completedAt ?? null }
  await db
    .insertInto('share_reviewers')
    .values({ account_id: accountId, profile_id: profileId, share_id: shareId, id, created_at: joinedAt, ...row })
    .onConflict((conflict) => conflict.columns(['account_id', 'share_id', 'id']).doUpdateSet(row))
    .execute()
}

const reviewerColumns = ['id', 'name', 'created_at', 'completed_at'] as const

function reviewerOf(row: {
  readonly id: string
  readonly name: string | null
  readonly created_at: string
  readonly completed_at: string | null
}): Reviewer {
  const { id, name, created_at, completed_at } = row
  return {
    id,
    ...(name !== null && { name }),
    joinedAt: created_at,
    ...(completed_at !== null && { completedAt: completed_at }),
  }
}
