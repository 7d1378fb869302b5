import type { Profile } from '@palate/client'
import { useSearchParams } from 'wouter'
import { SelectField } from '../../../ui/forms/fields.tsx'
import { describeTime } from '../../../ui/time-ago.tsx'
import { CompareWalls } from './compare-walls.tsx'
import styles from './history.module.css'
import { historyLinks } from './history-links.ts'
import { StateDiff } from './state-diff.tsx'
import { SubPage } from './sub-page.tsx'
import { branchOf, type Graph, graphOf } from './versions/graph.ts'
import { messageOf } from './versions/version-row.tsx'

/** Compares two states: their diff, and how each ranks. */
export function ComparePage({ profile }: { readonly profile: Profile }) {
  const [search, setSearch] = useSearchParams()
  const graph = graphOf(profile.profileData)
  const links = historyLinks(profile.id)
  const options = optionsOf(graph, [search.get('from'), search.get('to')])
  const current = profile.profileData.currentBranchId
  const known = (id: string | null, usual: string) => (options.some(({ value }) => value === id) && id ? id : usual)
  const from = known(search.get('from'), current)
  const to = known(search.get('to'), current)
  const nameOf = (state: string) => shortNameOf(graph, state)
  const choose = (changes: Record<string, string>) => setSearch({ from, to, ...changes })
  return (
    <SubPage title="Compare" profileName={profile.name} back={{ to: links.base, label: 'History' }}>
      <div className={styles.sides}>
        <SelectField label="From" value={from} options={options} onChange={(value) => choose({ from: value })} />
        <SelectField label="To" value={to} options={options} onChange={(value) => choose({ to: value })} />
      </div>
      <StateDiff profile={profile} from={from} to={to} whenSame="Both have the same elements." />
      {from === to ? null : (
        <CompareWalls key={`${from} ${to}`} profile={profile} from={from} to={to} labels={[nameOf(from), nameOf(to)]} />
      )}
    </SubPage>
  )
}

function shortNameOf(graph: Graph, state: string): string {
  if (state === 'working') return 'the changes to save'
  const version = graph.byId.get(state)
  return branchOf(graph, state)?.name ?? (version ? messageOf(version) : state)
}

/** Length of the list. Older versions have a button on their own page. */
const versionsOfferedMax = 200

/** The uncommitted changes, the branches, the newest versions, and the versions that the URL names. */
function optionsOf(
  graph: Graph,
  named: ReadonlyArray<string | null>,
): ReadonlyArray<{ readonly value: string; readonly label: string }> {
  const versions = graph.versions.toReversed()
  const offered = versions.filter(({ id }, index) => index < versionsOfferedMax || named.includes(id))
  return [
    { value: 'working', label: 'Changes to save' },
    ...graph.branches.map(({ id, name }) => ({ value: id, label: `Branch ${name}` })),
    ...offered.map((version) => ({
      value: version.id,
      label: `${messageOf(version)} · ${describeTime(new Date(version.createdAt))}`,
    })),
  ]
}
