import { isPalateError, type Palate, type Profile, type ProfileUpdate } from '@palate/client'
import { lostChanges, restoreJudgements } from '@palate/client/restore-judgements.ts'
import type { Action } from '../../journal.ts'
import { CommandError } from '../../output.ts'
import { plural } from '../../terminal/text.ts'
import { shortId } from '../history/versions.ts'
import { headMove, restoredChanges } from './undo-commit.ts'

/** The result of the action no longer exists. */
export class Gone extends CommandError {}

/** How to undo an action in the current state of the profile. */
interface Plan {
  /** The effect, in words. */
  readonly effect: string
  readonly patch?: ProfileUpdate
  /** A step after the PATCH that a PATCH cannot do. */
  readonly finish?: () => Promise<unknown>
}

type Data = Profile['profileData']
type ActionOf<Kind extends Action['kind']> = Extract<Action, { kind: Kind }>
type Planner<Kind extends Action['kind']> = (
  palate: Palate,
  profile: Profile,
  action: ActionOf<Kind>,
) => Plan | Promise<Plan>

/** The effect that undoing would have. */
export async function planUndo(palate: Palate, profileId: string, action: Action): Promise<string> {
  const profile = await palate.profiles.get(profileId, { snapshots: 'omit' })
  return (await planOf(palate, profile, action)).effect
}

/** Undoes an action, unless it would lose someone's work: refuses if the profile has changed since it was read. */
export async function undoAction(palate: Palate, profileId: string, action: Action): Promise<string> {
  const { effect, finish } = await palate.profiles.change(profileId, async (profile) => {
    const plan = await planOf(palate, profile, action)
    return { result: plan, ...(plan.patch && { patch: plan.patch }) }
  })
  await finish?.()
  return effect
}

function planOf(palate: Palate, profile: Profile, action: Action): Plan | Promise<Plan> {
  const plan = planners[action.kind] as Planner<typeof action.kind>
  return plan(palate, profile, action as never)
}

const planners: { readonly [Kind in Action['kind']]: Planner<Kind> } = {
  judge(palate, profile, { elements }) {
    const { workingChanges } = profile.profileData
    const left = elements.filter((one) => workingChanges[one.list].some((element) => element.id === one.id))
    if (left.length === 0) throw new Gone('it was already committed or removed from the working changes')
    const changed = left.filter(({ replaced }) => replaced).length
    const removed = left.length - changed
    const effects = [
      ...(removed > 0
        ? [`${plural(removed, 'judgement')} removed from the working changes and returned to the budget.`]
        : []),
      ...(changed > 0 ? [`${plural(changed, 'judgement')} changed back.`] : []),
    ]
    return {
      effect: effects.join(' '),
      finish: () => restoreJudgements(palate, profile, left),
    }
  },

  restore(palate, profile, { elements, discardId }) {
    const lost = lostChanges(profile.profileData.workingChanges, elements)
    if (lost.length === 0) throw new Gone('it was already committed or restored')
    return {
      effect: `${plural(lost.length, 'judgement')} restored.`,
      async finish() {
        if (discardId !== undefined && (await isRestored(palate, profile.id, discardId))) return
        await restoreJudgements(palate, profile, lost)
      },
    }
  },

  async commit(palate, { id, profileData }, { branchId, versionId }) {
    const branch = branchWith(profileData, branchId, versionId)
    const version = profileData.versions.find((one) => one.id === versionId)
    const move = headMove(profileData, branch, version?.parentVersionId ?? null)
    const workingChanges = await restoredChanges(palate, id, versionId, profileData.workingChanges)
    return {
      effect: `${move.effect} The committed elements are working changes again.`,
      patch: { profileData: { ...move.patch, workingChanges } },
    }
  },

  branch(palate, { id, profileData }, { branch }) {
    unchangedBranch(profileData, branch)
    if (profileData.currentBranchId === branch.id) throw new CommandError(`${branch.name} is the current branch`)
    return { effect: `Deleted branch ${branch.name}.`, finish: () => palate.profiles.deleteBranch(id, branch.id) }
  },

  'delete-branch'(_, { profileData }, { branch }) {
    const taken = profileData.branches.find(({ id, name }) => id === branch.id || name === branch.name)
    if (taken) throw new Gone(`branch ${taken.name} already exists again`)
    const { id, name, description, headVersionId, parentBranchId } = branch
    const hasParent = profileData.branches.some((one) => one.id === parentBranchId)
    const again = {
      id,
      name,
      headVersionId,
      ...(description !== undefined && { description }),
      ...(hasParent && parentBranchId !== undefined && { parentBranchId }),
    }
    return { effect: `Restored branch ${name}.`, patch: { profileData: { branches: [again] } } }
  },

  switch(palate, { id, profileData }, { from, to, made }) {
    const { currentBranchId, branches } = profileData
    if (currentBranchId !== to) throw new Gone('the current branch has been switched since')
    const before = branches.find((branch) => branch.id === from)
    if (!before) throw new CommandError('the previous branch was deleted')
    if (made) unchangedBranch(profileData, made)
    return {
      effect: `Switched to ${before.name} for everyone who uses this profile${made ? `, and deleted branch ${made.name}` : ''}.`,
      patch: { profileData: { currentBranchId: from } },
      ...(made && { finish: () => palate.profiles.deleteBranch(id, made.id) }),
    }
  },

  head(_, { profileData }, { branchId, from, to }) {
    const branch = branchWith(profileData, branchId, to)
    const next = profileData.versions.find((one) => one.branchId === branchId && one.parentVersionId === from)
    if (from !== null && next && next.id !== to) {
      throw new CommandError(`${shortId(next.id)} was committed in the meantime`)
    }
    const { effect, patch } = headMove(profileData, branch, from)
    return { effect, patch: { profileData: patch } }
  },
}

/** Restores a discard, unless the service no longer keeps it or the branch has moved on. */
async function isRestored(palate: Palate, profileId: string, discardId: string): Promise<boolean> {
  try {
    await palate.annotations.restore(profileId, discardId)
    return true
  } catch (error) {
    if (isPalateError(error, 'discard_not_found') || isPalateError(error, 'head_conflict')) return false
    throw error
  }
}

/** The branch, if its head is where the action left it. */
function branchWith({ branches }: Data, branchId: string, headVersionId: string) {
  const branch = branches.find(({ id }) => id === branchId)
  if (!branch) throw new Gone('the branch was deleted')
  if (branch.headVersionId === headVersionId) return branch
  throw new CommandError(`${branch.name} is now at ${shortId(branch.headVersionId ?? '')}, which would be lost`)
}

function unchangedBranch({ branches }: Data, { id, name, headVersionId }: Data['branches'][number]): void {
  const branch = branches.find((one) => one.id === id)
  if (!branch) throw new Gone(`branch ${name} was deleted`)
  if (branch.headVersionId !== headVersionId) throw new CommandError(`branch ${name} has new commits`)
}
