import { slicesOf } from '@palate/core/generic/slices.ts'
import { annotationsPerRequestMax } from '@palate/core/profile/annotations/annotation-limit.ts'
import { byKind, type Element, type ElementKind, type ElementLists, elementKinds } from '@palate/core/profile/schema.ts'
import { sql } from 'kysely'
import type { ProfileKey } from '../../ports/profiles.ts'
import type { Db } from '../../store/schema.ts'
import { slicesBySize } from '../snapshots/object-store.ts'
import { shortenStored, type TextBlobs } from '../snapshots/text-blobs.ts'

/**
 * The working changes of a profile are the lists in its row, followed by annotation rows. An annotation adds a row and
 * rewrites nothing, so the thousandth costs as much as the first. An id is in a list or in a row, never in both. A
 * PATCH that replaces a list writes all elements into the profile's row and deletes the annotation rows. Every writer
 * of either locks the profile's row first. Readers of both without that lock use a single statement.
 */

const idsPerQueryMax = 400

/** The rows of one kind as JSON, separated by commas; null if there are none. For a query on the account's `profiles`. */
export function addedElements(accountId: string, kind: ElementKind) {
  return sql<string | null>`(
    select string_agg(element, ',' order by place) from annotations
    where annotations.account_id = ${accountId} and annotations.profile_id = profiles.id and kind = ${kind})`
}

/** The columns for a query on the account's `profiles`. */
export function workingColumns(accountId: string) {
  return [
    'working_changes' as const,
    addedElements(accountId, 'constraints').as('added_constraints'),
    addedElements(accountId, 'exemplars').as('added_exemplars'),
    addedElements(accountId, 'comparisons').as('added_comparisons'),
  ]
}

export interface WorkingRow {
  readonly working_changes: string
  readonly added_constraints: string | null
  readonly added_exemplars: string | null
  readonly added_comparisons: string | null
}

/** The complete working changes, and the JSON they were read from. */
export function readWorking(row: WorkingRow, texts: TextBlobs) {
  const { working_changes: inRow } = row
  const first = shortenStored(JSON.parse(inRow) as ElementLists, inRow, texts)
  const added = byKind((kind) => row[`added_${kind}`] ?? '')
  const lists: ElementLists = byKind((kind) =>
    added[kind] === '' ? first[kind] : [...first[kind], ...(JSON.parse(`[${added[kind]}]`) as Element[])],
  )
  return { lists, json: [inRow, ...elementKinds.map((kind) => added[kind])] }
}

/** An element that is stored as a row. */
export interface AnnotationRow {
  readonly id: string
  /** JSON. */
  readonly element: string
  /** What it has used of the budget. */
  readonly cost: number
}

/** Finds which of these elements are stored as rows, by id. */
export async function findAnnotations(
  db: Db,
  key: ProfileKey,
  kind: ElementKind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AnnotationRow>> {
  const found = new Map<string, AnnotationRow>()
  for (const slice of slicesOf([...new Set(ids)], idsPerQueryMax)) {
    const rows = await annotationsOf(db, key, kind).select(['id', 'element', 'cost']).where('id', 'in', slice).execute()
    for (const row of rows) found.set(row.id, row)
  }
  return found
}

/** Whether an element of any kind with this id is stored as a row. */
export async function hasAnnotation(db: Db, { accountId, profileId }: ProfileKey, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('annotations')
    .select('id')
    .where('account_id', '=', accountId)
    .where('profile_id', '=', profileId)
    .where('kind', 'in', elementKinds)
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

/** The rows about these subjects, and those whose subject is unknown, in order. */
export async function findBySubject(
  db: Db,
  key: ProfileKey,
  kind: ElementKind,
  subjects: readonly string[],
): Promise<readonly { readonly id: string; readonly element: string }[]> {
  const found = new Map<string, { readonly id: string; readonly element: string; readonly place: number }>()
  for (const slice of slicesOf(subjects, idsPerQueryMax)) {
    const rows = await annotationsOf(db, key, kind)
      .select(['id', 'element', 'place'])
      .where((eb) => eb.or([eb('subject', 'in', slice), eb('subject', 'is', null)]))
      .execute()
    for (const row of rows) found.set(row.id, row)
  }
  return [...found.values()].toSorted((a, b) => a.place - b.place)
}

/** Where a row is, and who judged its element. */
export interface PlaceAndJudge {
  readonly place: number
  readonly key_id: string | null
  readonly judged_at: string | null
}

/** A row without its element. */
export interface PlacedAnnotation extends PlaceAndJudge {
  readonly kind: ElementKind
  readonly id: string
  /** What it has used of the budget. */
  readonly cost: number
}

export async function listPlaced(db: Db, { accountId, profileId }: ProfileKey): Promise<readonly PlacedAnnotation[]> {
  return db
    .selectFrom('annotations')
    .select(['kind', 'id', 'place', 'cost', 'key_id', 'judged_at'])
    .where('account_id', '=', accountId)
    .where('profile_id', '=', profileId)
    .execute()
}

export async function countAnnotations(db: Db, key: ProfileKey, kind: ElementKind): Promise<number> {
  const row = await annotationsOf(db, key, kind).select(db.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return Number(row.count)
}

/** A row to store, with what its element is about (see `subjectColumns`) and who judged it. */
export type NewAnnotationRow = AnnotationRow & {
  readonly subject: string
} & (PlaceAndJudge | Omit<PlaceAndJudge, 'place'>)

/** An existing row keeps its place. `revision` is the profile's next revision. */
export async function saveAnnotations(
  db: Db,
  { accountId, profileId }: ProfileKey,
  kind: ElementKind,
  added: readonly NewAnnotationRow[],
  revision: number,
): Promise<void> {
  const rows = added.map((row, i) => ({
    account_id: accountId,
    profile_id: profileId,
    kind,
    // Revisions grow, and no request adds more annotations than this.
    place: revision * annotationsPerRequestMax + i,
    ...row,
  }))
  for (const slice of slicesBySize(rows, ({ element }) => element.length)) {
    await db
      .insertInto('annotations')
      .values(slice)
      .onConflict((conflict) =>
        conflict.columns(['account_id', 'profile_id', 'kind', 'id']).doUpdateSet((eb) => ({
          element: eb.ref('excluded.element'),
          subject: eb.ref('excluded.subject'),
          cost: eb.ref('excluded.cost'),
          key_id: eb.ref('excluded.key_id'),
          judged_at: eb.ref('excluded.judged_at'),
        })),
      )
      .execute()
  }
}

export async function deleteAnnotation(
  db: Db,
  { accountId, profileId }: ProfileKey,
  kind: ElementKind,
  id: string,
): Promise<void> {
  await db
    .deleteFrom('annotations')
    .where('account_id', '=', accountId)
    .where('profile_id', '=', profileId)
    .where('kind', '=', kind)
    .where('id', '=', id)
    .execute()
}

/** The JSON of all annotations and of the effective snapshot override. */
export async function findUncommittedJson(db: Db, { accountId, profileId }: ProfileKey): Promise<readonly string[]> {
  const row = await db
    .selectFrom('profiles')
    .select('effective_override')
    .select(workingColumns(accountId))
    .where('account_id', '=', accountId)
    .where('id', '=', profileId)
    .executeTakeFirst()
  return [row?.effective_override ?? '', ...elementKinds.map((kind) => row?.[`added_${kind}`] ?? '')]
}

function annotationsOf(db: Db, { accountId, profileId }: ProfileKey, kind: ElementKind) {
  return db
    .selectFrom('annotations')
    .where('account_id', '=', accountId)
    .where('profile_id', '=', profileId)
    .where('kind', '=', kind)
}
