import type { Profile } from '@palate/client'
import styles from '../score.module.css'
import { type StateName, stateLabel } from '../score-states.ts'
import { useStateOptions } from '../score-toolbar.tsx'
import type { RankedItem } from '../scores.ts'
import { Gallery, type GalleryProps } from './gallery.tsx'

interface Props extends GalleryProps {
  readonly profile: Profile
  /** The states that the two are of. */
  readonly states: readonly [StateName, StateName]
  readonly first: readonly RankedItem[]
  readonly second: readonly RankedItem[]
  readonly threshold: number | undefined
  readonly isInOrder: boolean
}

/** The same pictures ranked twice: by one state first, then by the other one with the changes of rank. */
export function SideBySide({ profile, states, first, second, threshold, isInOrder, ...props }: Props) {
  const options = useStateOptions(profile)
  const ranks = new Map(first.map(({ item, rank }) => [item.key, rank]))
  const titles = [stateLabel(states[0], options), stateLabel(states[1], options)] as const
  return (
    <div className={styles.sides}>
      <section aria-label={titles[0]}>
        <h2 className={styles.sideTitle}>{titles[0]}</h2>
        <Gallery
          {...props}
          ranked={first}
          threshold={threshold}
          label={`Ranked by ${titles[0]}`}
          isInOrder={isInOrder}
          isNarrow
        />
      </section>
      <section aria-label={titles[1]}>
        <h2 className={styles.sideTitle}>{titles[1]}</h2>
        <Gallery
          {...props}
          ranked={second}
          threshold={threshold}
          label={`Ranked by ${titles[1]}`}
          isInOrder={isInOrder}
          isNarrow
          note={({ item, rank }) => <Rise by={(ranks.get(item.key) ?? rank) - rank} />}
        />
      </section>
    </div>
  )
}

function Rise({ by }: { readonly by: number }) {
  if (by === 0) return null
  return (
    <span className={styles.rise} data-direction={by > 0 ? 'up' : 'down'}>
      <span aria-hidden="true">
        {by > 0 ? '▲' : '▼'} {Math.abs(by)}
      </span>
      <span className="visually-hidden">
        {by > 0 ? 'up' : 'down'} {Math.abs(by)}
      </span>
    </span>
  )
}
