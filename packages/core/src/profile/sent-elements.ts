import { type ElementKind, elementKinds, type ProfilePatch, type SentElement } from './schema.ts'
import { withIds, withoutMarks } from './snapshot.ts'
import { mapTexts } from './text-blobs.ts'
import type { ProfileExport } from './transfer.ts'

/** Returns the text itself, or a reference to it. */
export type ShortenText = (text: string) => string

/**
 * Assigns ids to the elements of a PATCH and replaces text blobs with references. Ids come first, because a missing id
 * is derived from the element as sent.
 */
export function shortenPatch(patch: ProfilePatch, shorten: ShortenText): ProfilePatch {
  const { profileData: data, effectiveSnapshot } = patch
  return {
    ...patch,
    ...(data && {
      profileData: {
        ...data,
        ...(data.versions && { versions: shortenVersions(data.versions, shorten) }),
        ...(data.workingChanges && {
          workingChanges: shortenLists(data.workingChanges, '/profileData/workingChanges', shorten),
        }),
      },
    }),
    ...(effectiveSnapshot && { effectiveSnapshot: shortenSnapshot(effectiveSnapshot, '/effectiveSnapshot', shorten) }),
  }
}

/** Does the same for a document to import. */
export function shortenExport(document: ProfileExport, shorten: ShortenText): ProfileExport {
  const { profileData: data, effectiveOverride } = document
  return {
    ...document,
    profileData: {
      ...data,
      versions: shortenVersions(data.versions, shorten),
      workingChanges: shortenLists(data.workingChanges, '/profileData/workingChanges', shorten),
    },
    ...(effectiveOverride && {
      effectiveOverride: shortenSnapshot(effectiveOverride, '/effectiveOverride', shorten),
    }),
  }
}

type Lists = { readonly [kind in ElementKind]?: readonly SentElement[] | undefined }

function shortenVersions<Version extends { readonly snapshot?: Lists | undefined }>(
  versions: readonly Version[],
  shorten: ShortenText,
): readonly Version[] {
  return versions.map((version, i) => {
    const path = `/profileData/versions/${i}/snapshot`
    return version.snapshot ? { ...version, snapshot: shortenSnapshot(version.snapshot, path, shorten) } : version
  })
}

/** Drops removal marks first: the element that a mark names may also be in the list. */
function shortenSnapshot<Some extends Lists>(lists: Some, path: string, shorten: ShortenText): Some {
  return shortenLists(lists, path, shorten, withoutMarks)
}

function shortenLists<Some extends Lists>(
  lists: Some,
  path: string,
  shorten: ShortenText,
  select = (elements: readonly SentElement[]) => elements,
): Some {
  const shortened = elementKinds.flatMap((kind) => {
    const elements = lists[kind]
    if (!elements) return []
    const complete = withIds(kind, select(elements), path)
    return [[kind, shortenElements(kind, complete, shorten)] as const]
  })
  return { ...lists, ...Object.fromEntries(shortened) }
}

/** Leaves the texts of constraints alone: models read them, and they are words rather than pictures. */
export function shortenElements<Element>(
  kind: ElementKind,
  elements: readonly Element[],
  shorten: ShortenText,
): readonly Element[] {
  return kind === 'constraints' ? elements : mapTexts(elements, shorten)
}
