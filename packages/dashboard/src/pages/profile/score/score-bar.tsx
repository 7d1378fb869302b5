import type { Profile } from '@palate/client'
import { useQuery } from '@tanstack/react-query'
import { useDimensions } from '../../../api/dimensions.ts'
import { palate } from '../../../api/palate.ts'
import { SelectField } from '../../../ui/forms/fields.tsx'
import { useSearchParam } from '../../../ui/hooks/use-search-param.ts'
import { useDimension } from '../teach/use-dimension.ts'
import styles from './score.module.css'
import { type StateOption, stateOptions } from './score-states.ts'

/** The dimension, and the one or two states to score against. The pinned state stays while the user tries others. */
export function ScoreBar({ profile }: { readonly profile: Profile }) {
  const { dimension, setDimension } = useDimension()
  const [pinned, setPinned] = useSearchParam('pinned')
  const [beside, setBeside] = useSearchParam('beside')
  const options = useStateOptions(profile)
  const names = useDimensions(profile.id).map(({ name }) => name)
  const none: StateOption = { value: 'none', label: 'Nothing' }
  return (
    <div className={styles.bar}>
      <SelectField
        label="Dimension"
        value={dimension}
        options={[...new Set([...names, dimension])].map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
        onChange={setDimension}
      />
      <SelectField
        label="Pinned"
        value={pinned || 'now'}
        options={known(options, pinned || 'now')}
        onChange={(state) => setPinned(state === 'now' ? '' : state)}
      />
      <SelectField
        label="Compare with"
        value={beside || 'none'}
        options={[none, ...known(options, beside)]}
        onChange={(state) => setBeside(state === 'none' ? '' : state)}
      />
    </div>
  )
}

export function useStateOptions(profile: Profile): readonly StateOption[] {
  const { data } = useQuery({
    queryKey: ['profiles', profile.projectId, 'names'],
    queryFn: async ({ signal }) =>
      (await palate.profiles.list({ projectId: profile.projectId, limit: 100 }, { signal })).profiles,
  })
  return stateOptions(profile, data ?? [])
}

/** Also shows a state from a link that is not among the choices. */
function known(options: readonly StateOption[], state: string): readonly StateOption[] {
  return state === '' || options.some(({ value }) => value === state)
    ? options
    : [...options, { value: state, label: state }]
}
