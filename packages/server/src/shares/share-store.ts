import type { ShareContent } from '@palate/core/shares/content.ts'
import type { Share } from '@palate/core/shares/schema.ts'
import { type Selectable, sql } from 'kysely'
import type { ProfileKey } from '../ports/profiles.ts'
import type { SharesOfKeys } from '../ports/shares.ts'
import { inProjects } from '../store/in-projects.ts'
import type { Db, Schema } from '../store/schema.ts'

export interface NewShareRow extends Omit<Share, 'status' | 'answerCount' | 'lastAnswerAt' | 'pictureCount'> {
  readonly tokenHash: string
  readonly keyId: string
  readonly content: ShareContent
}

/** A share with what its page shows. */
export interface StoredShare {
  readonly accountId: string
  readonly share: Share
  readonly content: ShareContent
  /** Differs whenever the answers differ. */
  readonly revision: string
}

/** What a click of a visitor needs to know of a share. */
export type ShareHead = Omit<Share, 'answerCount' | 'lastAnswerAt'>

/** How often reviewers saved in a minute, the last one in which they did. */
export interface Saves {
  readonly reviewMinute: number
  readonly reviews: number
}

/** When answers were reported, and when those are due that were not. */
export interface ReportState {
  readonly reportedAt: string | null
  readonly dueAt: string | null
}

export async function insertShare(db: Db, accountId: string, row: NewShareRow): Promise<void> {
  await db
    .insertInto('shares')
    .values({
      account_id: accountId,
      id: row.id,
      project_id: row.projectId,
      profile_id: row.profileId,
      token_hash: row.tokenHash,
      kind: row.kind,
      title: row.title,
      content: JSON.stringify(row.content),
      pictures: row.content.pictures.length,
      created_at: row.createdAt,
      expires_at: row.expiresAt,
      is_revoked: 0,
      key_id: row.keyId,
    })
    .execute()
}

export async function countActive(db: Db, accountId: string, profileId: string, now: string): Promise<number> {
  const { count } = await db
    .selectFrom('shares')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('profile_id', '=', profileId)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return count
}

/** Which shares a caller may see. */
export interface ShareFilter {
  readonly accountId: string
  readonly projects: readonly string[] | null
  readonly profileId?: string | undefined
  readonly before?: string | undefined
}

export async function listShares(db: Db, filter: ShareFilter, limit: number, now: string): Promise<readonly Share[]> {
  const { accountId, projects, profileId, before } = filter
  let query = db
    .selectFrom('shares')
    .select([...columns, ...answersOf(accountId)])
    .where('account_id', '=', accountId)
  if (projects !== null) query = query.where(inProjects('project_id', projects))
  if (profileId !== undefined) query = query.where('profile_id', '=', profileId)
  if (before !== undefined) query = query.where('id', '<', before)
  const rows = await query.orderBy('id', 'desc').limit(limit).execute()
  return rows.map((row) => shareOf(row, now))
}

export async function findShare(
  db: Db,
  { accountId, projects }: Pick<ShareFilter, 'accountId' | 'projects'>,
  id: string,
  now: string,
): Promise<StoredShare | undefined> {
  let query = db.selectFrom('shares').select([...columns, 'content', 'revision', ...answersOf(accountId)])
  query = query.where('account_id', '=', accountId).where('id', '=', id)
  if (projects !== null) query = query.where(inProjects('project_id', projects))
  return storedOf(accountId, await query.executeTakeFirst(), now)
}

/** Found by the hash of its token, whatever its status. */
export async function findByToken(
  db: Db,
  accountId: string,
  tokenHash: string,
  now: string,
): Promise<StoredShare | undefined> {
  const row = await db
    .selectFrom('shares')
    .select([...columns, 'content', 'revision', ...answersOf(accountId)])
    .where('account_id', '=', accountId)
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return storedOf(accountId, row, now)
}

/** Without its content, which takes long to parse. */
export async function findHead(
  db: Db,
  accountId: string,
  tokenHash: string,
  now: string,
): Promise<(ShareHead & Saves) | undefined> {
  const row = await db
    .selectFrom('shares')
    .select([...columns, 'review_minute', 'reviews'])
    .where('account_id', '=', accountId)
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return row && { ...headOf(row, now), reviewMinute: row.review_minute, reviews: row.reviews }
}

/**
 * Locks the share until the transaction ends, so that its limits hold for concurrent answers, and that one process alone
 * reports them. Undefined if it was deleted.
 */
export async function lockShare(db: Db, accountId: string, id: string): Promise<ReportState | undefined> {
  return db
    .updateTable('shares')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning(['reported_at as reportedAt', 'report_due_at as dueAt'])
    .executeTakeFirst()
}

/** Counts a save in a minute. Returns the number of this minute. */
export async function countReview(db: Db, accountId: string, id: string, minute: number): Promise<number> {
  const { reviews } = await db
    .updateTable('shares')
    .set({ reviews: sql`case when review_minute = ${minute} then reviews + 1 else 1 end`, review_minute: minute })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning('reviews')
    .executeTakeFirstOrThrow()
  return reviews
}

export async function saveReport(
  db: Db,
  accountId: string,
  id: string,
  { reportedAt, dueAt }: ReportState,
): Promise<void> {
  await db
    .updateTable('shares')
    .set({ reported_at: reportedAt, report_due_at: dueAt })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
}

/** Shares of an account with answers to report, up to a time. */
export async function listDueReports(
  db: Db,
  accountId: string,
  until: string,
  rowsMax: number,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('shares')
    .select('id')
    .where('account_id', '=', accountId)
    .where('report_due_at', '<=', until)
    .orderBy('report_due_at')
    .limit(rowsMax)
    .execute()
  return rows.map(({ id }) => id)
}

/** A share by its id, for background work. */
export async function findHeadById(db: Db, accountId: string, id: string, now: string): Promise<ShareHead | undefined> {
  const row = await db
    .selectFrom('shares')
    .select(columns)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && headOf(row, now)
}

/** Ends an active share now. Returns its name and project; undefined if there is none. */
export async function revokeShare(
  db: Db,
  { accountId, projects }: Pick<ShareFilter, 'accountId' | 'projects'>,
  id: string,
  now: string,
) {
  let query = db.updateTable('shares').set({ expires_at: now, is_revoked: 1 })
  query = query.where('account_id', '=', accountId).where('id', '=', id).where('expires_at', '>', now)
  if (projects !== null) query = query.where(inProjects('project_id', projects))
  return query.returning(['project_id', 'title']).executeTakeFirst()
}

/** Ends the active shares that were created with a key. */
export const endSharesOfKey: SharesOfKeys['end'] = async (db, { accountId, keyId }, now) => {
  await db
    .updateTable('shares')
    .set({ expires_at: now, is_revoked: 1 })
    .where('account_id', '=', accountId)
    .where('key_id', '=', keyId)
    .where('expires_at', '>', now)
    .execute()
}

/** The shares of a key now end with its successor. */
export const moveSharesOfKey: SharesOfKeys['move'] = async (db, { accountId, keyId }, successorId) => {
  await db
    .updateTable('shares')
    .set({ key_id: successorId })
    .where('account_id', '=', accountId)
    .where('key_id', '=', keyId)
    .execute()
}

/** How many contents one statement searches: some are long. */
const sharesPerSearchMax = 100

/** Shares that show a picture, by their ids. */
export async function listSharesWith(
  db: Db,
  { accountId, projects, contentHash }: Pick<ShareFilter, 'accountId' | 'projects'> & { readonly contentHash: string },
): Promise<readonly string[]> {
  const found: string[] = []
  for (let last = ''; ; ) {
    let query = db
      .selectFrom('shares')
      .select(['id', sql<number>`case when content like ${`%${contentHash}%`} then 1 else 0 end`.as('shows')])
    query = query.where('account_id', '=', accountId).where('id', '>', last)
    if (projects !== null) query = query.where(inProjects('project_id', projects))
    const rows = await query.orderBy('id').limit(sharesPerSearchMax).execute()
    found.push(...rows.filter(({ shows }) => shows === 1).map(({ id }) => id))
    last = rows.at(-1)?.id ?? ''
    if (rows.length < sharesPerSearchMax) return found
  }
}

/** Which of these pictures the account's shares show. */
export async function findShared(
  db: Db,
  accountId: string,
  contentHashes: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (let last = ''; ; ) {
    const rows = await db
      .selectFrom('shares')
      .select(['id', 'content'])
      .where('account_id', '=', accountId)
      .where('id', '>', last)
      .orderBy('id')
      .limit(sharesPerSearchMax)
      .execute()
    for (const hash of contentHashes) if (rows.some(({ content }) => content.includes(hash))) found.add(hash)
    last = rows.at(-1)?.id ?? ''
    if (rows.length < sharesPerSearchMax) return found
  }
}

/** Locks a share until the transaction ends, and counts the change. Returns what it shows. */
export async function lockContent(db: Db, accountId: string, id: string): Promise<ShareContent | undefined> {
  const row = await db
    .updateTable('shares')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning('content')
    .executeTakeFirst()
  return row && (JSON.parse(row.content) as ShareContent)
}

export async function updateContent(db: Db, accountId: string, id: string, content: ShareContent): Promise<void> {
  await db
    .updateTable('shares')
    .set({ content: JSON.stringify(content) })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
}

/** Deletes shares of an account that ended before this time, after their answers. Returns the hashes of their tokens. */
export async function deleteEnded(
  db: Db,
  accountId: string,
  before: string,
  rowsMax: number,
): Promise<readonly string[]> {
  const ended = sql`select id from shares where account_id = ${accountId} and expires_at < ${before}
    order by expires_at limit ${rowsMax}`
  await sql`delete from share_answers where account_id = ${accountId} and share_id in (${ended})`.execute(db)
  await sql`delete from share_reviewers where account_id = ${accountId} and share_id in (${ended})`.execute(db)
  const { rows } = await sql<{ token_hash: string }>`
    delete from shares where account_id = ${accountId} and id in (${ended}) returning token_hash`.execute(db)
  return rows.map(({ token_hash }) => token_hash)
}

export async function listTokenHashes(db: Db, { accountId, profileId }: ProfileKey): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('shares')
    .select('token_hash')
    .where('account_id', '=', accountId)
    .where('profile_id', '=', profileId)
    .execute()
  return rows.map(({ token_hash }) => token_hash)
}

const columns = [
  'id',
  'project_id',
  'profile_id',
  'kind',
  'title',
  'pictures',
  'created_at',
  'expires_at',
  'is_revoked',
] as const

/** The number of answers and the time of the last one. */
function answersOf(accountId: string) {
  const ofShare = sql`from share_answers where share_answers.account_id = ${accountId}
    and share_answers.share_id = shares.id`
  return [
    sql<number>`(select count(*) ${ofShare})`.as('answers'),
    sql<string | null>`(select created_at ${ofShare} order by share_answers.id desc limit 1)`.as('last_answer'),
  ] as const
}

type HeadRow = Pick<Selectable<Schema['shares']>, (typeof columns)[number]>

type Row = HeadRow & {
  readonly answers: number
  readonly last_answer: string | null
}

type StoredRow = Row & Pick<Selectable<Schema['shares']>, 'content' | 'revision'>

/** Processes of an earlier version add answers without counting a revision. */
function storedOf(accountId: string, row: StoredRow | undefined, now: string): StoredShare | undefined {
  if (!row) return undefined
  const content = JSON.parse(row.content) as ShareContent
  return { accountId, share: shareOf(row, now), content, revision: `${row.revision}-${row.answers}` }
}

function shareOf(row: Row, now: string): Share {
  return {
    ...headOf(row, now),
    answerCount: Number(row.answers),
    ...(row.last_answer !== null && { lastAnswerAt: row.last_answer }),
  }
}

function headOf(row: HeadRow, now: string): ShareHead {
  return {
    id: row.id,
    projectId: row.project_id,
    profileId: row.profile_id,
    kind: row.kind,
    title: row.title,
    status: row.expires_at > now ? 'active' : row.is_revoked === 1 ? 'revoked' : 'expired',
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    pictureCount: row.pictures,
  }
}
