import type { Branch, Profile } from '@palate/client'
import { ancestorsOf } from '@palate/core/profile/history/version-graph.ts'
import { palate } from '../../../../api/palate.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../../ui/dialogs/dialog.tsx'
import { ErrorNote } from '../../../../ui/states.tsx'
import { showToast } from '../../../../ui/toaster.tsx'
import { useChange } from '../changes/use-change.ts'
import styles from '../history.module.css'
import type { Graph } from '../versions/graph.ts'

interface Props {
  readonly profile: Profile
  readonly graph: Graph
  readonly branch: Branch
  readonly onClose: () => void
}

export function DeleteBranchDialog({ profile, graph, branch, onClose }: Props) {
  const remove = useChange(
    profile.id,
    () => palate.profiles.deleteBranch(profile.id, branch.id),
    () => {
      onClose()
      showToast(`Deleted ${branch.name}. Its versions are kept.`)
    },
  )
  const own = ownVersions(graph, branch)
  return (
    <Dialog title={`Delete ${branch.name}?`} isOpen onClose={onClose}>
      <p className={styles.soft}>
        {own === 0
          ? 'Other branches contain all of its versions. Nothing is lost.'
          : `${own} of its versions ${own === 1 ? 'is' : 'are'} on no other branch. They are kept among the versions set aside, and you can make a branch from them again.`}
      </p>
      <ErrorNote error={remove.error} />
      <DialogActions>
        <Button onPress={onClose}>Cancel</Button>
        <Button look="danger" isDisabled={remove.isPending} onPress={() => remove.mutate()}>
          Delete branch
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** How many versions only this branch contains. */
function ownVersions(graph: Graph, branch: Branch): number {
  const others = graph.branches.filter(({ id }) => id !== branch.id)
  const kept = new Set(others.flatMap(({ headVersionId }) => [...ancestorsOf(graph.byId, headVersionId)]))
  return [...ancestorsOf(graph.byId, branch.headVersionId)].filter((id) => !kept.has(id)).length
}
