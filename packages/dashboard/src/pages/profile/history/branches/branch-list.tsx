import type { Branch, Profile } from '@palate/client'
import { useContext, useState } from 'react'
import { useLocation } from 'wouter'
import { useMay } from '../../../../api/session.ts'
import { ViewedBranch } from '../../../../api/viewed-branch.ts'
import { Button } from '../../../../ui/button.tsx'
import { MakeCurrentDialog } from '../../header/other-branch-note.tsx'
import styles from '../history.module.css'
import { historyLinks } from '../history-links.ts'
import type { Graph } from '../versions/graph.ts'
import { BranchItem } from './branch-item.tsx'
import { DeleteBranchDialog } from './delete-branch-dialog.tsx'
import { NewBranchDialog } from './new-branch-dialog.tsx'

interface Props {
  readonly profile: Profile
  readonly graph: Graph
  readonly current: Branch
  readonly beside: Branch | undefined
}

/** The branches of the profile, each with its actions. */
export function BranchList({ profile, graph, current, beside }: Props) {
  const [, navigate] = useLocation()
  const mayWrite = useMay('write')
  const [isCreating, setIsCreating] = useState(false)
  const [deleting, setDeleting] = useState<Branch>()
  const links = historyLinks(profile.id)
  const { shared } = useContext(ViewedBranch)
  const [promoted, setPromoted] = useState<Branch>()
  const everybodys = graph.branches.find(({ id }) => id === shared) ?? current
  const inOrder = [current, ...graph.branches.filter(({ id }) => id !== current.id)]
  return (
    <section className={styles.branches} aria-label="Branches">
      <header className={styles.branchesHead}>
        <h2>Branches</h2>
        {mayWrite ? <Button onPress={() => setIsCreating(true)}>New branch</Button> : null}
      </header>
      <ul>
        {inOrder.map((branch) => (
          <BranchItem
            key={branch.id}
            branch={branch}
            current={current}
            graph={graph}
            isBeside={branch.id === beside?.id}
            links={links}
            mayWrite={mayWrite}
            isShared={branch.id === shared}
            onView={() => navigate(`${links.base}?${new URLSearchParams({ branch: branch.id })}`)}
            onMakeCurrent={() => setPromoted(branch)}
            onDelete={() => setDeleting(branch)}
          />
        ))}
      </ul>
      {isCreating ? <NewBranchDialog profile={profile} from={current} onClose={() => setIsCreating(false)} /> : null}
      {promoted ? (
        <MakeCurrentDialog
          profile={profile}
          branch={promoted}
          current={everybodys}
          onClose={() => setPromoted(undefined)}
        />
      ) : null}
      {deleting ? (
        <DeleteBranchDialog profile={profile} graph={graph} branch={deleting} onClose={() => setDeleting(undefined)} />
      ) : null}
    </section>
  )
}
