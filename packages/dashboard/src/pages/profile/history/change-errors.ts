import { type ErrorCode, isPalateError } from '@palate/client'

/** What a lost race or a refused change means, and what to do. The service's own words serve for everything else. */
const words: Partial<Record<ErrorCode, string>> = {
  conflict:
    'Others keep changing this profile, so nothing was written. What you typed is still here: try again in a moment.',
  head_conflict:
    'Somebody committed to this branch while you were looking, so nothing was written. Your changes are still uncommitted. The page now shows the new state: look at it, then try again.',
  precondition_failed:
    'Somebody changed this profile while you were looking, so nothing was written. The page now shows the new state: look at it, then try again.',
  nothing_to_commit: 'There is nothing left to commit: somebody else has committed these changes.',
  merge_conflict:
    'The branches changed since you looked, and there are new conflicts. Your choices are kept: settle the rest, then merge again.',
  branch_name_taken: 'This profile has a branch of that name already. Choose another name.',
  branch_protected: 'The main branch and the current one cannot be deleted. Switch to another branch first.',
  branch_not_found: 'This branch is gone: somebody deleted it.',
  version_not_on_branch: 'This version is not in the history of the branch, so the branch cannot go back to it.',
}

export function describeChangeError(error: unknown): string | undefined {
  return isPalateError(error) ? words[error.code] : undefined
}
