import { useState } from 'react'
import { Button as AriaButton, SearchField as AriaSearchField, Input } from 'react-aria-components'
import { AddPictures } from '../../../files/add-pictures.tsx'
import { usePreferences } from '../../../state/preferences.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/forms/fields.tsx'
import { useSearchParam } from '../../../ui/hooks/use-search-param.ts'
import { Icon } from '../../../ui/icon.tsx'
import styles from './library.module.css'
import { type LibraryFilter, type Sorting, sortings } from './library-items.ts'
import { picturesAt, sizeSteps, stepOf } from './wall-size.ts'

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

/** The filter and the order in the URL. */
export function useLibraryFilter() {
  const [search, setSearch] = useSearchParam('q', 'replace')
  const [named, setLabel] = useSearchParam('label')
  const [rangeNamed, setRange] = useSearchParam('range')
  const [tag, setTag] = useSearchParam('tag')
  const [sortNamed, setSort] = useSearchParam('sort')
  const label = labelOptions.find(({ value }) => value === named)?.value ?? 'all'
  const range: Range = rangeNamed in ranges ? (rangeNamed as Range) : 'any'
  const sorting: Sorting = sortNamed in sortings ? (sortNamed as Sorting) : 'newest'
  const { min, max } = ranges[range]
  const filter: LibraryFilter = { search, label, tag, min, max }
  return { filter, range, sorting, setSearch, setLabel, setRange, setTag, setSort }
}

interface Props {
  /** Every tag of the library. */
  readonly tags: readonly string[]
  readonly onFiles: ((files: readonly File[]) => void) | undefined
}

export function LibraryFilters({ tags, onFiles }: Props) {
  const { filter, range, sorting, setSearch, setLabel, setRange, setTag, setSort } = useLibraryFilter()
  const [isOpen, setOpen] = useState(false)
  // Also one that no picture has any more, so that the filter can be seen and changed.
  const known = filter.tag === '' || tags.includes(filter.tag) ? tags : [filter.tag, ...tags]
  return (
    <div role="toolbar" aria-label="Library" className={styles.filters} data-open={isOpen || undefined}>
      {onFiles ? <AddPictures look="primary" label="Add" onFiles={onFiles} /> : null}
      <AriaSearchField
        aria-label="Search names and tags"
        className={styles.search ?? ''}
        value={filter.search}
        onChange={setSearch}
      >
        <Icon name="search" size={16} />
        <Input placeholder="Search names and tags" />
        {filter.search === '' ? null : (
          <AriaButton aria-label="Clear the search" className={styles.clearSearch ?? ''}>
            <Icon name="close" size={16} />
          </AriaButton>
        )}
      </AriaSearchField>
      <span className={styles.more}>
        <Button look="quiet" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
          Filter and sort
        </Button>
      </span>
      <div className={styles.choices}>
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
        <SelectField
          label="Sort"
          isInline
          value={sorting}
          options={(Object.keys(sortings) as Sorting[]).map((value) => ({ value, label: sortings[value] }))}
          onChange={(to) => setSort(to === 'newest' ? '' : to)}
        />
        <SizeSlider />
      </div>
    </div>
  )
}

/** How large the pictures are; remembered. */
function SizeSlider() {
  const [{ picturesOnScreen }, change] = usePreferences()
  return (
    <label className={styles.size}>
      Size
      <input
        type="range"
        min={0}
        max={sizeSteps}
        value={stepOf(picturesOnScreen)}
        aria-valuetext={`About ${picturesOnScreen} pictures on a large screen`}
        onChange={({ target }) => change({ picturesOnScreen: picturesAt(Number(target.value)) })}
      />
    </label>
  )
}
