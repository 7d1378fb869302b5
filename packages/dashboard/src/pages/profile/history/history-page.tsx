import type { Profile } from '@palate/client'
import { Link, useSearchParams } from 'wouter'
import { usePageTitle } from '../../../ui/layout/page.tsx'
import { BranchList } from './branches/branch-list.tsx'
import styles from './history.module.css'
import { historyLinks } from './history-links.ts'
import { SetAsideList } from './set-aside-list.tsx'
import { branchOf, graphOf } from './versions/graph.ts'
import { originOf } from './versions/lanes.ts'
import { VersionList } from './versions/version-list.tsx'

/** The current branch alongside its parent branch, or alongside any other branch on demand. */
export function HistoryPage({ profile }: { readonly profile: Profile }) {
  usePageTitle(`History · ${profile.name}`)
  const [search] = useSearchParams()
  const graph = graphOf(profile.profileData)
  const links = historyLinks(profile.id)
  const current = branchOf(graph, profile.profileData.currentBranchId)
  if (!current) return null
  const chosen = branchOf(graph, search.get('beside'))
  const beside = chosen && chosen.id !== current.id ? chosen : originOf(graph, current)
  return (
    <div className={styles.columns}>
      <BranchList profile={profile} graph={graph} current={current} beside={beside} />
      <div className={styles.page}>
        <header className={styles.listHead}>
          <h2>{beside ? `${current.name} alongside ${beside.name}` : `Versions of ${current.name}`}</h2>
          {chosen && beside === chosen ? <Link href={links.base}>{`Hide ${chosen.name}`}</Link> : null}
        </header>
        <VersionList profile={profile} graph={graph} branch={current} beside={beside} />
        <SetAsideList graph={graph} links={links} />
      </div>
    </div>
  )
}
