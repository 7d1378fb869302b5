import type { Profile } from '@palate/client'
import { dimensionLabel } from '@palate/core/report/dimension-labels.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useDimensions } from '../../../api/dimensions.ts'
import { palate } from '../../../api/palate.ts'
import { AddPictures } from '../../../files/add-pictures.tsx'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/forms/fields.tsx'
import { useSearchParam } from '../../../ui/hooks/use-search-param.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Menu, MenuItem, MenuLine } from '../../../ui/layout/menu.tsx'
import { messageOf } from '../history/versions/version-row.tsx'
import { usePeopleOptions } from '../people-options.ts'
import { useDimension } from '../teach/use-dimension.ts'
import styles from './score.module.css'
import { personIn, type StateName, type StateOption, stateOptions } from './score-states.ts'
import { type Filter, filters } from './scores.ts'
import type { Adding } from './use-adding.tsx'

interface Props {
  readonly profile: Profile
  readonly adding: Adding
  /** The state that the results are of: a version, once its branch has moved on. */
  readonly shown: StateName
  /** Undefined while there are no pictures. */
  readonly results?: {
    readonly onAgain: () => void
    readonly onClear: () => void
    readonly onRecent: () => void
    readonly onCsv: () => void
    readonly onReport: () => void
    /** How many pictures are selected or, if none is, shown by the filter. */
    readonly shareCount: number
    /** Undefined if the key may not share. */
    readonly onShare: (() => void) | undefined
    readonly onTray: () => void
    readonly onSelectAll: () => void
    /** Whether a tap selects. */
    readonly selecting: { readonly isOn: boolean; readonly toggle: () => void }
  }
}

const filterLabels: Readonly<Record<Filter, string>> = {
  all: 'All',
  above: 'At or above the threshold',
  below: 'Below the threshold',
  unlabelled: 'Without a label',
  uncertain: 'Most uncertain',
}

/** What is ranked, by what, and what is shown of it. */
export function ScoreToolbar({ profile, adding, shown, results }: Props) {
  const { dimension, setDimension } = useDimension()
  const [pinned, setPinned] = useSearchParam('pinned')
  const [beside, setBeside] = useSearchParam('beside')
  const [filter, setFilter] = useFilter()
  const options = useStateOptions(profile)
  const names = useDimensions(profile.id).map(({ name }) => name)
  const [person, setPerson] = useSearchParam('person')
  const people = usePeopleOptions(profile.id, dimension, person)
  const none: StateOption = { value: 'none', label: 'Nothing' }
  const states = options.filter(({ value }) => personIn(value).person === undefined)
  return (
    <div role="toolbar" aria-label="Scoring" className={styles.toolbar}>
      {results ? <AddPictures look="primary" label="Add" onFiles={adding.onFiles} /> : null}
      <SelectField
        label="Ranked by"
        isInline
        value={dimension}
        options={[...new Set([...names, dimension])].map((value) => ({ value, label: dimensionLabel(value) }))}
        onChange={setDimension}
      />
      <SelectField
        label="Taste of"
        isInline
        value={shown}
        options={known(states, shown, profile)}
        onChange={(state) => {
          // The address may already name the newest state, of which these results no longer are.
          if (state !== shown && state === (pinned || 'now')) results?.onAgain()
          else setPinned(state === 'now' ? '' : state)
        }}
      />
      {people.length > 0 ? (
        <SelectField label="Judged by" isInline value={person} options={people} onChange={setPerson} />
      ) : null}
      <SelectField
        label="Compare with"
        isInline
        value={beside || 'none'}
        options={[none, ...known(options, beside, profile)]}
        onChange={(state) => setBeside(state === 'none' ? '' : state)}
      />
      {results ? (
        <>
          <SelectField
            label="Show"
            isInline
            value={filter}
            options={filters.map((value) => ({ value, label: filterLabels[value] }))}
            onChange={setFilter}
          />
          <span className={styles.more}>
            <span className={styles.touchOnly}>
              <Button look="quiet" aria-pressed={results.selecting.isOn} onPress={results.selecting.toggle}>
                Select
              </Button>
            </span>
            {results.onShare ? (
              <Button aria-label={`Share ${results.shareCount}`} onPress={results.onShare}>
                <Icon name="share" size={16} />
                <span>
                  <span className={styles.wide}>Share </span>
                  {results.shareCount.toLocaleString('en')}
                </span>
              </Button>
            ) : null}
            <Menu
              button={
                <Button look="quiet" aria-label="More">
                  <Icon name="more" />
                </Button>
              }
            >
              <MenuItem onAction={adding.chooseFolder}>Add a folder…</MenuItem>
              <MenuItem onAction={adding.askForUrls}>Add URLs…</MenuItem>
              {adding.addLibrary ? <MenuItem onAction={adding.addLibrary}>Add the whole library</MenuItem> : null}
              <MenuLine />
              <MenuItem onAction={results.onSelectAll}>Select all</MenuItem>
              <MenuItem onAction={results.onTray}>Put these into the tray</MenuItem>
              <MenuItem onAction={results.onReport}>Save a report for a client</MenuItem>
              <MenuItem onAction={results.onCsv}>Save as CSV</MenuItem>
              <MenuLine />
              <MenuItem onAction={results.onRecent}>Recent results…</MenuItem>
              <MenuItem onAction={results.onAgain}>Score again</MenuItem>
              <MenuItem onAction={results.onClear}>Start over</MenuItem>
            </Menu>
          </span>
        </>
      ) : null}
    </div>
  )
}

export function useFilter(): [Filter, (filter: Filter) => void] {
  const [named, setNamed] = useSearchParam('show')
  const filter = filters.find((one) => one === named) ?? 'all'
  return [filter, (to) => setNamed(to === 'all' ? '' : to)]
}

export function useStateOptions(profile: Profile): readonly StateOption[] {
  const { data } = useQuery({
    queryKey: ['profiles', profile.projectId, 'names'],
    queryFn: async ({ signal }) =>
      (await palate.profiles.list({ projectId: profile.projectId, limit: 100 }, { signal })).profiles,
  })
  const { dimension } = useDimension()
  const people = usePeopleOptions(profile.id, dimension)
  return useMemo(() => stateOptions(profile, data ?? [], people), [profile, data, people])
}

/** Also shows a state from a link that is not among the choices. */
function known(options: readonly StateOption[], state: string, { profileData }: Profile): readonly StateOption[] {
  if (state === '' || options.some(({ value }) => value === state)) return options
  const version = profileData.versions.find(({ id }) => state === `version:${id}`)
  return [...options, { value: state, label: version ? `Version: ${messageOf(version)}` : state }]
}
