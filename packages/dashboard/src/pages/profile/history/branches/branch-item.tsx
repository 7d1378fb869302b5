import type { Branch } from '@palate/client'
import { Link, useLocation } from 'wouter'
import { Button, ButtonLink } from '../../../../ui/button.tsx'
import { counted } from '../../../../ui/format.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { Menu, MenuItem } from '../../../../ui/layout/menu.tsx'
import { Badge } from '../../../../ui/layout/page.tsx'
import styles from '../history.module.css'
import type { historyLinks } from '../history-links.ts'
import { distance, type Graph } from '../versions/graph.ts'

interface Props {
  readonly branch: Branch
  readonly current: Branch
  readonly graph: Graph
  readonly isBeside: boolean
  readonly links: ReturnType<typeof historyLinks>
  readonly mayWrite: boolean
  /** Whether it is current for everybody. */
  readonly isShared: boolean
  readonly onView: () => void
  readonly onMakeCurrent: () => void
  readonly onDelete: () => void
}

/** One branch: how far it is ahead of or behind the current one, and its actions. */
export function BranchItem(props: Props) {
  const { branch, current, graph, isBeside, links, isShared, mayWrite, onView } = props
  const isCurrent = branch.id === current.id
  const { ahead, behind } = distance(graph, branch, current)
  return (
    <li className={styles.branch} aria-label={branch.name}>
      <div className={styles.branchName}>
        <strong>{branch.name}</strong>
        {isShared ? <Badge tone="accent">current</Badge> : null}
        {isCurrent && !isShared ? <Badge>only you</Badge> : null}
        {isCurrent && isShared ? null : <BranchMenu {...props} />}
      </div>
      {branch.description ? <p className={styles.soft}>{branch.description}</p> : null}
      {isCurrent ? null : (
        <>
          <p className={styles.soft}>
            {describeDistance(ahead, behind, current.name)}
            {' · '}
            {isBeside ? 'shown here' : <Link href={links.beside(branch.id)}>compare with {branch.name}</Link>}
          </p>
          <div className={styles.actions}>
            <Button onPress={onView}>View</Button>
            {mayWrite && ahead > 0 ? (
              <ButtonLink to={links.merge(branch.id, current.id)}>{`Merge into ${current.name}`}</ButtonLink>
            ) : null}
          </div>
        </>
      )}
    </li>
  )
}

function BranchMenu({ branch, current, isShared, links, mayWrite, onMakeCurrent, onDelete }: Props) {
  const [, navigate] = useLocation()
  return (
    <Menu
      aria-label={branch.name}
      onAction={(key) => {
        if (key === 'delete') onDelete()
        else if (key === 'current') onMakeCurrent()
        else navigate(links.compare(current.id, branch.id))
      }}
      button={
        <Button look="quiet" aria-label={`More for ${branch.name}`}>
          <Icon name="more" />
        </Button>
      }
    >
      {branch.id === current.id ? null : <MenuItem id="compare">{`Compare with ${current.name}`}</MenuItem>}
      {mayWrite && !isShared ? <MenuItem id="current">Make current for everybody</MenuItem> : null}
      {mayWrite && branch.id !== 'main' && !isShared && branch.id !== current.id ? (
        <MenuItem id="delete" tone="danger">
          Delete branch
        </MenuItem>
      ) : null}
    </Menu>
  )
}

function describeDistance(ahead: number, behind: number, other: string): string {
  if (ahead === 0 && behind === 0) return `Same as ${other}`
  if (ahead === 0) return `${counted(behind, 'version')} behind ${other}`
  if (behind === 0) return `${counted(ahead, 'version')} ahead of ${other}`
  return `${counted(ahead, 'version')} ahead of ${other}, ${behind} behind`
}
