import { type ErrorCode, isPalateError } from '@palate/client'

/** Explains lost races and refused changes, and what to do. All other errors use the service's own text. */
const words: Partial<Record<ErrorCode, string>> = {
  conflict:
    'Others keep changing this profile, so nothing was saved. What you typed is still here: try again in a moment.',
  head_conflict:
    'Somebody else committed to this branch, so nothing was saved. Your changes are still uncommitted. The page now shows the new state: review it, then try again.',
  precondition_failed:
    'Somebody else changed this profile, so nothing was saved. The page now shows the new state: review it, then try again.',
  nothing_to_commit: 'There is nothing left to commit: someone else committed these changes.',
  merge_conflict:
    'The branches have changed and there are new conflicts. Your choices are kept: resolve the new ones, then merge again.',
  branch_name_taken: 'This profile already has a branch with that name. Choose another name.',
  branch_protected: 'The main branch and the current one cannot be deleted. Switch to another branch first.',
  branch_not_found: 'Somebody deleted this branch.',
  version_not_on_branch: 'This version is not in the history of the branch, so the branch cannot go back to it.',
}

export function describeChangeError(error: unknown): string | undefined {
  return isPalateError(error) ? words[error.code] : undefined
}
