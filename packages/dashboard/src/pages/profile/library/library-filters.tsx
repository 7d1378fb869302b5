import { SearchField as AriaSearchField, Input } from 'react-aria-components'
import { AddPictures } from '../../../files/add-pictures.tsx'
import { SelectField } from '../../../ui/forms/fields.tsx'
import { useSearchParam } from '../../../ui/hooks/use-search-param.ts'
import { Icon } from '../../../ui/icon.tsx'
import styles from './library.module.css'
import type { LibraryFilter } from './library-items.ts'

const labelOptions = [
  { value: 'all', label: 'Any' },
  { value: 'good', label: 'Good' },
  { value: 'bad', label: 'Bad' },
  { value: 'none', label: 'None' },
] as const

/** Score ranges as written in the URL. */
const ranges = {
  any: { label: 'Any', min: 0, max: 1 },
  high: { label: '75 % or more', min: 0.75, max: 1 },
  middle: { label: '25 % to 75 %', min: 0.25, max: 0.75 },
  low: { label: '25 % or less', min: 0, max: 0.25 },
} as const

type Range = keyof typeof ranges

/** The filter in the URL. */
export function useLibraryFilter() {
  const [search, setSearch] = useSearchParam('q', 'replace')
  const [named, setLabel] = useSearchParam('label')
  const [rangeNamed, setRange] = useSearchParam('range')
  const [tag, setTag] = useSearchParam('tag')
  const label = labelOptions.find(({ value }) => value === named)?.value ?? 'all'
  const range: Range = rangeNamed in ranges ? (rangeNamed as Range) : 'any'
  const { min, max } = ranges[range]
  const filter: LibraryFilter = { search, label, tag, min, max }
  return { filter, range, setSearch, setLabel, setRange, setTag }
}

interface Props {
  /** Every tag of the library. */
  readonly tags: readonly string[]
  readonly onFiles: ((files: readonly File[]) => void) | undefined
}

export function LibraryFilters({ tags, onFiles }: Props) {
  const { filter, range, setSearch, setLabel, setRange, setTag } = useLibraryFilter()
  // Also one that no picture has any more, so that the filter can be seen and changed.
  const known = filter.tag === '' || tags.includes(filter.tag) ? tags : [filter.tag, ...tags]
  return (
    <div role="toolbar" aria-label="Library" className={styles.filters}>
      {onFiles ? <AddPictures look="primary" label="Add" onFiles={onFiles} /> : null}
      <AriaSearchField
        aria-label="Search by name"
        className={styles.search ?? ''}
        value={filter.search}
        onChange={setSearch}
      >
        <Icon name="search" size={16} />
        <Input placeholder="Search by name" />
      </AriaSearchField>
      <SelectField
        label="Label"
        isInline
        value={filter.label}
        options={labelOptions}
        onChange={(to) => setLabel(to === 'all' ? '' : to)}
      />
      {known.length === 0 ? null : (
        <SelectField
          label="Tag"
          isInline
          value={filter.tag}
          options={[{ value: '', label: 'Any' }, ...known.map((value) => ({ value, label: value }))]}
          onChange={setTag}
        />
      )}
      <SelectField
        label="Score"
        isInline
        value={range}
        options={(Object.keys(ranges) as Range[]).map((value) => ({ value, label: ranges[value].label }))}
        onChange={(to) => setRange(to === 'any' ? '' : to)}
      />
    </div>
  )
}
