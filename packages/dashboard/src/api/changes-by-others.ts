import type { Profile } from '@palate/client'

/** What somebody else did to the history between two readings of a profile; undefined if nothing. */
export function describeChangeByOthers(before: Profile, after: Profile): string | undefined {
  const [was, is] = [currentBranch(before), currentBranch(after)]
  if (was?.id !== is?.id) return `Somebody else made ${is?.name} current for everybody. The page stays where you are.`
  if (was?.headVersionId === is?.headVersionId) return undefined
  const isNew = before.profileData.versions.every(({ id }) => id !== is?.headVersionId)
  return `Somebody else ${isNew ? 'saved a version on' : 'rolled back'} ${is?.name}. The page shows the new state.`
}

function currentBranch({ profileData: { branches, currentBranchId } }: Profile) {
  return branches.find(({ id }) => id === currentBranchId)
}
