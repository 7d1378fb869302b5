import type { Palate, Profile, ProfileUpdate } from '@palate/client'
import type { Action } from '../../journal.ts'
import { CommandError } from '../../output.ts'
import { plural } from '../text.ts'
import { shortId } from '../versions.ts'
import { headMove, restoredChanges } from './undo-commit.ts'

/** What was done is not there any more. */
export class Gone extends CommandError {}

/** How an action is undone, in the state that a profile has now. */
interface Plan {
  /** What it leads to, in words. */
  readonly effect: string
  readonly patch?: ProfileUpdate
  /** What no PATCH can do, after it. */
  readonly finish?: () => Promise<unknown>
}

type Data = Profile['profileData']
type ActionOf<Kind extends Action['kind']> = Extract<Action, { kind: Kind }>
type Planner<Kind extends Action['kind']> = (
  palate: Palate,
  profile: Profile,
  action: ActionOf<Kind>,
) => Plan | Promise<Plan>

/** What undoing would lead to. */
export async function planUndo(palate: Palate, profileId: string, action: Action): Promise<string> {
  const profile = await palate.profiles.get(profileId, { snapshots: 'omit' })
  return (await planOf(palate, profile, action)).effect
}

/** Undoes an action, unless somebody's work would be lost: it is written only to the state that was looked at. */
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
  judge(palate, { id, profileData: { workingChanges } }, { elements }) {
    const left = elements.filter((one) => workingChanges[one.list].some((element) => element.id === one.id))
    if (left.length === 0) throw new Gone('it is no working change any more, because it was committed or taken back')
    return {
      effect: `${plural(left.length, 'judgement')} taken out of the working changes, and given back to the budget.`,
      finish: async () => {
        for (const one of left) await palate.annotations.remove(id, one.id)
      },
    }
  },

  async commit(palate, { id, profileData }, { branchId, versionId }) {
    const branch = branchWith(profileData, branchId, versionId)
    const version = profileData.versions.find((one) => one.id === versionId)
    const move = headMove(profileData, branch, version?.parentVersionId ?? null)
    const workingChanges = await restoredChanges(palate, id, versionId, profileData.workingChanges)
    return {
      effect: `${move.effect} What was committed is in the working changes again.`,
      patch: { profileData: { ...move.patch, workingChanges } },
    }
  },

  branch(palate, { id, profileData }, { branch }) {
    unchangedBranch(profileData, branch)
    if (profileData.currentBranchId === branch.id) throw new CommandError(`${branch.name} is the current branch`)
    return { effect: `Branch ${branch.name} is deleted.`, finish: () => palate.profiles.deleteBranch(id, branch.id) }
  },

  'delete-branch'(_, { profileData }, { branch }) {
    const taken = profileData.branches.find(({ id, name }) => id === branch.id || name === branch.name)
    if (taken) throw new Gone(`there is a branch ${taken.name} again`)
    const { id, name, description, headVersionId, parentBranchId } = branch
    const hasParent = profileData.branches.some((one) => one.id === parentBranchId)
    const again = {
      id,
      name,
      headVersionId,
      ...(description !== undefined && { description }),
      ...(hasParent && parentBranchId !== undefined && { parentBranchId }),
    }
    return { effect: `Branch ${name} is there again.`, patch: { profileData: { branches: [again] } } }
  },

  switch(palate, { id, profileData }, { from, to, made }) {
    const { currentBranchId, branches } = profileData
    if (currentBranchId !== to) throw new Gone('another branch is the current one by now')
    const before = branches.find((branch) => branch.id === from)
    if (!before) throw new CommandError('the branch from before was deleted')
    if (made) unchangedBranch(profileData, made)
    return {
      effect: `On branch ${before.name}${made ? `; branch ${made.name} is deleted` : ''}.`,
      patch: { profileData: { currentBranchId: from } },
      ...(made && { finish: () => palate.profiles.deleteBranch(id, made.id) }),
    }
  },

  head(_, { profileData }, { branchId, from, to }) {
    const branch = branchWith(profileData, branchId, to)
    const next = profileData.versions.find((one) => one.branchId === branchId && one.parentVersionId === from)
    if (from !== null && next && next.id !== to) {
      throw new CommandError(`somebody committed ${shortId(next.id)} in between`)
    }
    const { effect, patch } = headMove(profileData, branch, from)
    return { effect, patch: { profileData: patch } }
  },
}

/** The branch, if its head is where the action left it. */
function branchWith({ branches }: Data, branchId: string, headVersionId: string) {
  const branch = branches.find(({ id }) => id === branchId)
  if (!branch) throw new Gone('the branch was deleted')
  if (branch.headVersionId === headVersionId) return branch
  throw new CommandError(`${branch.name} is at ${shortId(branch.headVersionId ?? '')} by now, which would be lost`)
}

function unchangedBranch({ branches }: Data, { id, name, headVersionId }: Data['branches'][number]): void {
  const branch = branches.find((one) => one.id === id)
  if (!branch) throw new Gone(`branch ${name} was deleted`)
  if (branch.headVersionId !== headVersionId) throw new CommandError(`branch ${name} has got commits of its own`)
}
