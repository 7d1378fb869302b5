import { sameJson } from '@palate/core/json.ts'
import type { Caller } from '@palate/core/keys/access.ts'
import {
  isAdministrator,
  judgementsOfOthers,
  othersIn,
  personForbidden,
} from '@palate/core/profile/annotations/judged-by.ts'
import {
  type Element,
  type ElementKind,
  elementKinds,
  type ProfilePatch,
  type SentElement,
} from '@palate/core/profile/schema.ts'
import type { ProfileExport } from '@palate/core/profile/transfer.ts'
import type { PeoplePort } from '../ports/people.ts'
import type { Db } from '../store/schema.ts'
import type { Found } from './profile-access.ts'
import { findStored } from './snapshots/object-store.ts'
import { elementHash } from './snapshots/objects.ts'

type SentLists = { readonly [kind in ElementKind]?: readonly SentElement[] | undefined }

/**
 * Only an administrator makes up judgements of others. What the profile has stored of them, in whatever version, may be
 * sent again: a client sends whole states, and rolls back.
 */
export async function refuseForgedJudgements(
  db: Db,
  { profile, profileKey }: Found,
  { profileData: data, effectiveSnapshot }: ProfilePatch,
  caller: Caller,
): Promise<void> {
  if (isAdministrator(caller)) return
  const sent = [
    ...listsIn('/profileData/workingChanges', data?.workingChanges),
    ...(data?.versions ?? []).flatMap(({ snapshot }, i) => listsIn(`/profileData/versions/${i}/snapshot`, snapshot)),
    ...listsIn('/effectiveSnapshot', effectiveSnapshot),
  ].flatMap(({ path, kind, elements }) =>
    judgementsOfOthers(elements, caller).map((element) => ({ path, kind, element })),
  )
  if (sent.length === 0) return
  const { workingChanges, effectiveOverride } = profile
  const uncommitted = new Map(
    [workingChanges, effectiveOverride ?? {}].flatMap((lists: SentLists) =>
      elementKinds.flatMap((kind) => (lists[kind] ?? []).map((element) => [`${kind} ${element.id}`, element] as const)),
    ),
  )
  const unknown = sent.filter(({ kind, element }) => !sameJson(uncommitted.get(`${kind} ${element.id}`), element))
  const hashes = unknown.map(({ element }) => elementHash(element as Element))
  const stored = await findStored(db, profileKey, [...new Set(hashes)])
  const forged = unknown.find((_, i) => !stored.has(hashes[i] as string))
  if (forged) throw personForbidden(`${forged.path}: only the scope admin sends new judgements of others`)
}

/** A profile can be imported with the judgements of people whom the account does not know: they stand for nobody. */
export async function refuseForgedImport(
  db: Db,
  { profileData: { versions, workingChanges }, effectiveOverride }: ProfileExport,
  caller: Caller,
  peopleOf: PeoplePort['peopleOf'],
): Promise<void> {
  if (isAdministrator(caller)) return
  const lists: readonly SentLists[] = [
    workingChanges,
    effectiveOverride ?? {},
    ...versions.map(({ snapshot }) => snapshot),
  ]
  const named = new Set(lists.flatMap((list) => othersIn(list, caller)))
  if (named.size === 0) return
  const known = (await peopleOf(db, caller.accountId)).find(({ id }) => named.has(id))?.id
  if (known !== undefined) {
    throw personForbidden(
      `only the scope admin imports the judgements of other people of the account, such as ${known}`,
    )
  }
}

function listsIn(path: string, lists: SentLists = {}) {
  return elementKinds.flatMap((kind) => {
    const elements = lists[kind]
    return elements ? [{ path: `${path}/${kind}`, kind, elements }] : []
  })
}
