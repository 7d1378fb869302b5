import type { Branch, Profile } from '@palate/client'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { palate } from '../../../api/palate.ts'
import { useMay } from '../../../api/session.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Menu, MenuItem } from '../../../ui/menu.tsx'
import { Badge } from '../../../ui/page.tsx'
import { showToast } from '../../../ui/toaster.tsx'
import { ChangeError } from './change-error.tsx'
import { DeleteBranchDialog } from './delete-branch-dialog.tsx'
import { distance, type Graph } from './graph.ts'
import styles from './history.module.css'
import { historyLinks } from './history-links.ts'
import { NewBranchDialog } from './new-branch-dialog.tsx'
import { useChange } from './use-change.ts'

interface Props {
  readonly profile: Profile
  readonly graph: Graph
  readonly current: Branch
  readonly beside: Branch | undefined
}

/** The branches of the profile, each with what can be done with it. */
export function BranchList({ profile, graph, current, beside }: Props) {
  const [, navigate] = useLocation()
  const mayWrite = useMay('write')
  const [isCreating, setIsCreating] = useState(false)
  const [deleting, setDeleting] = useState<Branch>()
  const links = historyLinks(profile.id)
  const switchTo = useChange(
    profile.id,
    (branch: Branch) => palate.profiles.switch(profile.id, branch.id),
    (branch) => {
      navigate(links.base)
      showToast(`Switched to ${branch.name}.`, {
        label: `Back to ${current.name}`,
        run: () => switchTo.mutate(current),
      })
    },
  )
  return (
    <section className={styles.branches} aria-label="Branches">
      <header className={styles.branchesHead}>
        <h2>Branches</h2>
        {mayWrite ? <Button onPress={() => setIsCreating(true)}>New branch</Button> : null}
      </header>
      <ChangeError error={switchTo.error} />
      <ul>
        {graph.branches.map((branch) => (
          <BranchItem
            key={branch.id}
            branch={branch}
            current={current}
            graph={graph}
            isBeside={branch.id === beside?.id}
            links={links}
            mayWrite={mayWrite}
            onSwitch={() => switchTo.mutate(branch)}
            onDelete={() => setDeleting(branch)}
          />
        ))}
      </ul>
      {isCreating ? <NewBranchDialog profile={profile} from={current} onClose={() => setIsCreating(false)} /> : null}
      {deleting ? (
        <DeleteBranchDialog profile={profile} graph={graph} branch={deleting} onClose={() => setDeleting(undefined)} />
      ) : null}
    </section>
  )
}

interface ItemProps {
  readonly branch: Branch
  readonly current: Branch
  readonly graph: Graph
  readonly isBeside: boolean
  readonly links: ReturnType<typeof historyLinks>
  readonly mayWrite: boolean
  readonly onSwitch: () => void
  readonly onDelete: () => void
}

function BranchItem({ branch, current, graph, isBeside, links, mayWrite, onSwitch, onDelete }: ItemProps) {
  const [, navigate] = useLocation()
  const isCurrent = branch.id === current.id
  const { ahead, behind } = distance(graph, branch, current)
  return (
    <li className={styles.branch} aria-label={branch.name}>
      <div className={styles.branchName}>
        <strong>{branch.name}</strong>
        {isCurrent ? <Badge tone="accent">current</Badge> : null}
      </div>
      {branch.description ? <p className={styles.soft}>{branch.description}</p> : null}
      {isCurrent ? null : (
        <>
          <p className={styles.soft}>
            {describeDistance(ahead, behind, current.name)}
            {isBeside ? ' · shown beside' : ' · '}
            {isBeside ? null : <Link href={links.beside(branch.id)}>show beside</Link>}
          </p>
          <div className={styles.branchActions}>
            {mayWrite ? <Button onPress={onSwitch}>Switch</Button> : null}
            {mayWrite && ahead > 0 ? (
              <ButtonLink to={links.merge(branch.id, current.id)}>{`Merge into ${current.name}`}</ButtonLink>
            ) : null}
            <Menu
              aria-label={branch.name}
              onAction={(key) => {
                if (key === 'delete') onDelete()
                else navigate(links.compare(current.id, branch.id))
              }}
              button={
                <Button look="quiet" aria-label={`More for ${branch.name}`}>
                  <Icon name="more" />
                </Button>
              }
            >
              <MenuItem id="compare">{`Compare with ${current.name}`}</MenuItem>
              {mayWrite && branch.id !== 'main' ? (
                <MenuItem id="delete" tone="danger">
                  Delete the branch
                </MenuItem>
              ) : null}
            </Menu>
          </div>
        </>
      )}
    </li>
  )
}

function describeDistance(ahead: number, behind: number, other: string): string {
  if (ahead === 0 && behind === 0) return `The same as ${other}`
  const versions = (count: number) => `${count} ${count === 1 ? 'version' : 'versions'}`
  if (ahead === 0) return `${versions(behind)} behind ${other}, nothing of its own`
  return behind === 0
    ? `${versions(ahead)} ahead of ${other}`
    : `${versions(ahead)} of its own, ${behind} behind ${other}`
}
