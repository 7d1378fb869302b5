import type { Branch, Profile } from '@palate/client'
import { useContext, useState } from 'react'
import { palate } from '../../../api/palate.ts'
import { useMay } from '../../../api/session.ts'
import { useViewBranch, ViewedBranch } from '../../../api/viewed-branch.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog.tsx'
import { ErrorNote } from '../../../ui/states.tsx'
import { showToast } from '../../../ui/toaster.tsx'
import { useChange } from '../history/changes/use-change.ts'
import styles from './header.module.css'

/** That the page shows another branch than everybody's, and how to change either. */
export function OtherBranchNote({ profile }: { readonly profile: Profile }) {
  const mayWrite = useMay('write')
  const view = useViewBranch()
  const { shared, viewed } = useContext(ViewedBranch)
  const [isAsking, setAsking] = useState(false)
  const { branches } = profile.profileData
  const [current, shown] = [shared, viewed].map((id) => branches.find((branch) => branch.id === id))
  if (!current || !shown || shared === viewed) return null
  return (
    <div className={styles.other} role="status">
      <p>
        Only you see <strong>{shown.name}</strong> here. <strong>{current.name}</strong> is current for everybody: it is
        what is scored and taught.
      </p>
      <div className={styles.otherActions}>
        <Button onPress={() => view(shared)}>{`Back to ${current.name}`}</Button>
        {mayWrite ? <Button onPress={() => setAsking(true)}>Make it current for everybody</Button> : null}
      </div>
      {isAsking ? (
        <MakeCurrentDialog profile={profile} branch={shown} current={current} onClose={() => setAsking(false)} />
      ) : null}
    </div>
  )
}

interface Props {
  readonly profile: Profile
  readonly branch: Branch
  readonly current: Branch
  readonly onClose: () => void
}

/** Says what it does for everybody before it does it. */
export function MakeCurrentDialog({ profile, branch, current, onClose }: Props) {
  const view = useViewBranch()
  const change = useChange(
    profile.id,
    (to: Branch) => palate.profiles.switch(profile.id, to.id),
    (to) => {
      onClose()
      view(to.id)
      showToast(`${to.name} is current for everybody.`, {
        label: `Back to ${current.name}`,
        run: () => change.mutate(current),
      })
    },
  )
  return (
    <Dialog title={`Make ${branch.name} current for everybody?`} isOpen onClose={onClose}>
      <p>
        {`Programs and colleagues that name no branch score by ${branch.name} from now on, and what is taught is about it. ${current.name} keeps its versions, and changes that are not saved yet stay.`}
      </p>
      <ErrorNote error={change.error} />
      <DialogActions>
        <Button look="quiet" onPress={onClose}>
          Cancel
        </Button>
        <Button look="primary" isPending={change.isPending} onPress={() => change.mutate(branch)}>
          Make it current
        </Button>
      </DialogActions>
    </Dialog>
  )
}
