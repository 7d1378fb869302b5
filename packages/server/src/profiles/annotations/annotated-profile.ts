import { isId } from '@palate/core/ids.ts'
import { isStorableText } from '@palate/core/json.ts'
import { type Caller, mayUse } from '@palate/core/keys/access.ts'
import type { AnnotatedProfile, WorkingElements } from '@palate/core/profile/annotations/annotations.ts'
import {
  byKind,
  type Element,
  type ElementKind,
  type ElementLists,
  elementKinds,
  isRemovalMark,
} from '@palate/core/profile/schema.ts'
import { sql } from 'kysely'
import type { ProfileKey } from '../../ports/profiles.ts'
import type { Db } from '../../store/schema.ts'
import { holdProfile, noProfile } from '../storing/profile-store.ts'
import { type AnnotationRow, countAnnotations, findAnnotations } from './annotation-store.ts'

/** A profile whose row is locked, with only what annotations need. */
export interface FoundForAnnotations {
  readonly profileKey: ProfileKey
  readonly profile: AnnotatedProfile
  readonly revision: number
  readonly derivedRevision: number
  readonly storedBytes: number | null
  readonly annotatedBytes: number
  /** Size of the branches and the effective snapshot override, which are also in the row. */
  readonly otherBytes: number
  /** The part of the working changes that is in the row. */
  readonly inRow: ElementLists
}

export async function lockForAnnotations(db: Db, caller: Caller, id: string): Promise<FoundForAnnotations> {
  const profileKey = { accountId: caller.accountId, profileId: id }
  if (!isId('prof', id)) throw noProfile()
  await holdProfile(db, profileKey)
  const row = await findRow(db, profileKey)
  if (!row || !mayUse(caller, row.project_id)) throw noProfile()
  return {
    profileKey,
    profile: {
      id,
      projectId: row.project_id,
      name: row.name,
      updatedAt: row.updated_at,
      budget: JSON.parse(row.budget) as AnnotatedProfile['budget'],
    },
    revision: row.revision,
    derivedRevision: row.computed,
    storedBytes: row.stored_bytes,
    annotatedBytes: row.annotated_bytes,
    otherBytes: row.other_bytes,
    inRow: JSON.parse(row.working_changes) as ElementLists,
  }
}

function findRow(db: Db, { accountId, profileId }: ProfileKey) {
  return db
    .selectFrom('profiles')
    .select(['project_id', 'name', 'updated_at', 'budget', 'revision', 'computed'])
    .select(['stored_bytes', 'annotated_bytes', 'working_changes'])
    .select(sql<number>`octet_length(branches) + coalesce(octet_length(effective_override), 0)`.as('other_bytes'))
    .where('account_id', '=', accountId)
    .where('id', '=', profileId)
    .executeTakeFirst()
}

/** The working changes, limited to some elements. */
export interface KnownElements extends WorkingElements {
  /** An element stored as a separate row, as JSON. */
  findRow(kind: ElementKind, id: string): string | undefined
  isInRow(kind: ElementKind, id: string): boolean
}

/** Looks up elements by id, in the profile's row and among the annotation rows. */
export async function findElements(
  db: Db,
  { profileKey, inRow }: FoundForAnnotations,
  ids: { readonly [kind in ElementKind]: readonly string[] },
): Promise<KnownElements> {
  const rows = { ...byKind(() => new Map<string, AnnotationRow>() as ReadonlyMap<string, AnnotationRow>) }
  const counts = { ...byKind((kind) => inRow[kind].length) }
  for (const kind of elementKinds) {
    if (ids[kind].length === 0) continue
    rows[kind] = await findAnnotations(db, profileKey, kind, ids[kind].filter(isStorableText))
    counts[kind] += await countAnnotations(db, profileKey, kind)
  }
  const first = byKind((kind) => new Map(inRow[kind].map((element) => [element.id, element])))
  const added = byKind(
    (kind) => new Map([...rows[kind]].map(([id, { element }]) => [id, JSON.parse(element) as Element])),
  )
  const find = (kind: ElementKind, id: string) => first[kind].get(id) ?? added[kind].get(id)
  return {
    counts,
    find,
    cost(kind, id) {
      const element = find(kind, id)
      return element && !isRemovalMark(element) ? (rows[kind].get(id)?.cost ?? 1) : 0
    },
    findRow: (kind, id) => rows[kind].get(id)?.element,
    isInRow: (kind, id) => first[kind].has(id),
  }
}

/** The columns that annotations change. */
export interface AnnotatedColumns {
  readonly budget: string
  readonly updated_at: string
  readonly stored_bytes: number
  readonly annotated_bytes: number
  readonly working_changes?: string
}

export async function updateAnnotated(
  db: Db,
  { accountId, profileId }: ProfileKey,
  columns: AnnotatedColumns,
): Promise<void> {
  await db
    .updateTable('profiles')
    .set((eb) => ({ revision: eb('revision', '+', 1), ...columns }))
    .where('account_id', '=', accountId)
    .where('id', '=', profileId)
    .execute()
}
