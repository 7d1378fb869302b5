import type { Comparison, Constraint, Exemplar, Profile, ProfileDiff, WorkingChanges } from '@palate/client'
import { personOf } from '@palate/core/profile/subject/subject.ts'

const kinds = ['constraints', 'exemplars', 'comparisons'] as const
type AnyElement = Constraint | Exemplar | Comparison

/** Whether a judgement is this person's, or the team's own if it is nobody who looks. */
export function isBy(element: AnyElement, personId: string | undefined): boolean {
  return personOf(element) === personId
}

/**
 * What a person sees who only judges: their own judgements, so that they judge without knowing what others said. Not for
 * undoing or saving, which need everything.
 */
export function withoutOthers<Shown extends Pick<Profile, 'effectiveSnapshot' | 'profileData'>>(
  profile: Shown,
  personId: string,
): Shown {
  const own = <Lists extends WorkingChanges>(lists: Lists): Lists => {
    const filtered = kinds.map((kind) => {
      const elements: readonly AnyElement[] = lists[kind]
      return [kind, elements.filter((element) => isBy(element, personId) || element.removed === true)]
    })
    return { ...lists, ...Object.fromEntries(filtered) }
  }
  const { effectiveSnapshot, profileData } = profile
  const workingChanges = own(profileData.workingChanges)
  return { ...profile, effectiveSnapshot: own(effectiveSnapshot), profileData: { ...profileData, workingChanges } }
}

/** The part of a diff that is about a person's own judgements. */
export function diffWithoutOthers(diff: ProfileDiff, personId: string): ProfileDiff {
  const own = <Changed extends ProfileDiff[(typeof kinds)[number]]>({ added, removed, changed }: Changed) => ({
    added: (added as AnyElement[]).filter((element) => isBy(element, personId)),
    removed: (removed as AnyElement[]).filter((element) => isBy(element, personId)),
    changed: (changed as { from: AnyElement; to: AnyElement }[]).filter(({ to }) => isBy(to, personId)),
  })
  return { ...diff, ...Object.fromEntries(kinds.map((kind) => [kind, own(diff[kind])])) }
}
