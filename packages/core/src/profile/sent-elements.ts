import { mapTexts } from './long-texts.ts'
import { type ElementKind, elementKinds, type ProfilePatch, type SentElement } from './schema.ts'
import { withIds, withoutMarks } from './snapshot.ts'
import type { ProfileExport } from './transfer.ts'

/** Gives the text itself, or a reference that stands for it. */
export type ShortenText = (text: string) => string

/**
 * A PATCH whose elements have ids, and references in place of long texts. Ids come first, because a missing one is made
 * from the element as it was sent.
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

/** The same for a document to import. */
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

/** Marks of removal go first: the element that one names may be in the list, too. */
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

/** Not the texts of constraints: models read these, and they are words rather than pictures. */
export function shortenElements<Element>(
  kind: ElementKind,
  elements: readonly Element[],
  shorten: ShortenText,
): readonly Element[] {
  return kind === 'constraints' ? elements : mapTexts(elements, shorten)
}
