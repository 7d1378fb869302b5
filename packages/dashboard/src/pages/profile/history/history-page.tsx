import type { Branch, Profile } from '@palate/client'
import { Link, useSearchParams } from 'wouter'
import { Segmented } from '../../../ui/forms/segmented.tsx'
import { useSearchParam } from '../../../ui/hooks/use-search-param.ts'
import { usePageTitle } from '../../../ui/layout/page.tsx'
import { BranchList } from './branches/branch-list.tsx'
import styles from './history.module.css'
import { historyLinks } from './history-links.ts'
import { SetAsideList } from './set-aside-list.tsx'
import { branchOf, type Graph, graphOf } from './versions/graph.ts'
import { originOf } from './versions/lanes.ts'
import { VersionList } from './versions/version-list.tsx'

/** With more branches, only those that changed last have a lane. */
const lanesMax = 8

const views = [
  { value: 'one', label: 'This branch' },
  { value: 'all', label: 'All branches' },
] as const

/** The current branch next to its parent or any other branch, or all branches at once. */
export function HistoryPage({ profile }: { readonly profile: Profile }) {
  usePageTitle(`History · ${profile.name}`)
  const [search] = useSearchParams()
  const [view, setView] = useSearchParam('view')
  const graph = graphOf(profile.profileData)
  const links = historyLinks(profile.id)
  const current = branchOf(graph, profile.profileData.currentBranchId)
  if (!current) return null
  const isAll = view === 'all'
  const chosen = branchOf(graph, search.get('beside'))
  const beside = chosen && chosen.id !== current.id ? chosen : originOf(graph, current)
  const branches = isAll ? latestBranches(graph, current) : [current, ...(beside ? [beside] : [])]
  return (
    <div className={styles.columns}>
      <div className={styles.page}>
        <header className={styles.listHead}>
          <h2>{titleOf(isAll, branches)}</h2>
          {!isAll && chosen && beside === chosen ? <Link href={links.base}>{`Hide ${chosen.name}`}</Link> : null}
          {graph.branches.length > 1 ? (
            <Segmented
              label="Branches shown"
              value={isAll ? 'all' : 'one'}
              options={views}
              onChange={(value) => setView(value === 'all' ? 'all' : '')}
            />
          ) : null}
        </header>
        {isAll && branches.length < graph.branches.length ? (
          <p
            className={styles.soft}
          >{`The ${branches.length} branches that changed last, of ${graph.branches.length}.`}</p>
        ) : null}
        <VersionList key={view} profile={profile} graph={graph} branches={branches} />
        <SetAsideList graph={graph} links={links} />
      </div>
      <BranchList profile={profile} graph={graph} current={current} beside={isAll ? undefined : beside} />
    </div>
  )
}

function titleOf(isAll: boolean, [current, beside]: readonly Branch[]): string {
  if (isAll) return 'All branches'
  return beside ? `${current?.name} compared with ${beside.name}` : `Versions of ${current?.name}`
}

/** The current branch first, then those with the latest versions. */
function latestBranches({ branches, byId }: Graph, current: Branch): readonly Branch[] {
  const timeOf = ({ headVersionId, createdAt }: Branch) => byId.get(headVersionId ?? '')?.createdAt ?? createdAt
  const others = branches.filter(({ id }) => id !== current.id)
  return [current, ...others.toSorted((a, b) => (timeOf(a) < timeOf(b) ? 1 : -1))].slice(0, lanesMax)
}
