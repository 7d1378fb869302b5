import type { Regions } from '@palate/client'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { palate } from '../../../../api/palate.ts'
import { profileKey } from '../../../../api/profile.ts'
import { Toggle } from '../../../../ui/forms/toggle.tsx'
import { ErrorNote, Loading } from '../../../../ui/states.tsx'
import type { ScoreItem } from '../score-items.ts'
import { type StateName, targetOf } from '../score-states.ts'
import { frameOf } from '../scoring/use-scoring.ts'
import styles from './why.module.css'

interface Subject {
  readonly profileId: string
  readonly item: ScoreItem
  readonly dimension: string
  readonly state: StateName
}

/** Which parts of a picture raise and lower its score. Measured only once they are wanted, because it takes a while. */
export function useRegions({ profileId, item, dimension, state }: Subject, isWanted: boolean) {
  return useQuery({
    queryKey: [...profileKey(profileId), 'regions', state, dimension, item.key],
    enabled: isWanted,
    queryFn: async ({ signal }) => {
      const request = { ...targetOf(profileId, state), dimensions: [dimension], explain: true, regions: true }
      const { scores } = await palate.score({ ...request, frames: [await frameOf(item)] }, { signal })
      return scores[0]?.regions?.[dimension] ?? null
    },
  })
}

interface SwitchProps {
  readonly regions: ReturnType<typeof useRegions>
  readonly isShown: boolean
  readonly onShownChange: (isShown: boolean) => void
}

export function RegionsSwitch({ regions, isShown, onShownChange }: SwitchProps) {
  return (
    <div className={styles.regionsSwitch}>
      <Toggle isSelected={isShown} onChange={onShownChange}>
        Show which parts count
      </Toggle>
      {isShown && regions.isPending ? <Loading label="Hiding one part after the other" /> : null}
      {isShown && regions.isError ? <ErrorNote error={regions.error} /> : null}
      {isShown && regions.isSuccess ? <p role="status">{describeRegions(regions.data)}</p> : null}
    </div>
  )
}

/** "What pulls it down: mostly the upper left: busy. Striped parts lower the score, plain ones raise it." */
export function describeRegions(regions: Regions | null): string {
  if (regions === null) return 'The picture can no longer be read.'
  const { words } = regions
  const first = words === undefined ? 'No part stands out.' : `What pulls it down: ${words}.`
  return `${first} Striped parts lower the score, plain ones raise it.`
}

/** The least effect that colours a cell fully. */
const fullEffect = 0.05
const faintestShown = 0.08

/** Cells over a picture that fits into the same box. Not only by colour: cells that lower the score are striped. */
export function RegionsOverlay({ regions, ratio }: { readonly regions: Regions; readonly ratio: number }) {
  const stripes = useId()
  const { rows, columns, effects } = regions
  const [width, height] = [100 * ratio, 100]
  const largest = Math.max(fullEffect, ...effects.map(Math.abs))
  const lowest = Math.min(...effects)
  const cells = effects.map((effect, i) => ({
    effect,
    x: ((i % columns) * width) / columns,
    y: (Math.floor(i / columns) * height) / rows,
    strength: Math.abs(effect) / largest,
    isLowest: regions.words !== undefined && effect === lowest,
  }))
  const size = { width: width / columns, height: height / rows }
  return (
    <svg className={styles.regions} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <pattern id={stripes} width="3" height="3" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect className={styles.stripe} width="1.6" height="3" />
      </pattern>
      {cells
        .filter(({ strength }) => strength >= faintestShown)
        .map(({ effect, x, y, strength }) => (
          <g key={`${x} ${y}`} opacity={0.25 + 0.6 * strength}>
            <rect className={styles.cell} data-direction={effect > 0 ? 'up' : 'down'} x={x} y={y} {...size} />
            {effect > 0 ? null : <rect fill={`url(#${stripes})`} x={x} y={y} {...size} />}
          </g>
        ))}
      {cells
        .filter(({ isLowest }) => isLowest)
        .map(({ x, y }) => (
          <g key={`${x} ${y}`}>
            <rect className={styles.frameOutside} x={x} y={y} {...size} />
            <rect className={styles.frameInside} x={x} y={y} {...size} />
          </g>
        ))}
    </svg>
  )
}
