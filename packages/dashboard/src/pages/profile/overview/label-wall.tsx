import { useLayoutEffect, useState } from 'react'
import { usePersonNames } from '../../../api/people.ts'
import { Button } from '../../../ui/button.tsx'
import { capitalised, counted } from '../../../ui/format.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Initials } from '../../../ui/people/initials.tsx'
import { OpenablePicture } from '../../../ui/pictures/openable-picture.tsx'
import { type LabelledPicture, labelledPictures, type ShownExemplar } from './exemplars.ts'
import styles from './label-wall.module.css'

const rowsAtFirst = { good: 4, bad: 2 } as const
/** From this many on, the first good picture takes the place of four. */
const heroFrom = 6

const titles = { good: 'Good', bad: 'Not good' } as const

interface Props {
  readonly label: 'good' | 'bad'
  readonly exemplars: readonly ShownExemplar[]
  /** The elements that come first, the others follow newest first. */
  readonly first?: readonly string[] | undefined
  readonly onOpen: (id: string) => void
}

/** The pictures with one label in full rows, the most representative ones first. Uncommitted ones are marked. */
export function LabelWall({ label, exemplars, first = [], onOpen }: Props) {
  const [isWhole, setWhole] = useState(false)
  const [ref, columns] = useColumns<HTMLUListElement>()
  const newestFirst = labelledPictures(exemplars.filter((exemplar) => exemplar.label === label))
  if (newestFirst.length === 0) return null
  const place = new Map(first.map((id, i) => [id, i]))
  const placeOf = ({ shown }: LabelledPicture) => place.get(shown.id) ?? first.length
  const all = newestFirst.toSorted((one, other) => placeOf(one) - placeOf(other))
  const hasHero = label === 'good' && all.length >= heroFrom
  const full = inFullRows(all.length, columns, rowsAtFirst[label], hasHero)
  const shown = isWhole ? all : all.slice(0, full)
  return (
    <section className={styles.section} aria-label={`${titles[label]}: ${counted(all.length, 'picture')}`}>
      <header className={styles.head}>
        <h2 className={styles.title} data-tone={label}>
          <Icon name={label} />
          {titles[label]}
        </h2>
        <span className={styles.count}>{counted(all.length, 'picture')}</span>
      </header>
      <ul ref={ref} className={styles.wall} data-label={label} data-hero={hasHero || undefined}>
        {shown.map(({ shown: exemplar, by }, index) => (
          <li key={exemplar.id} className={styles.item}>
            <OpenablePicture
              src={exemplar.src}
              alt={`${titles[label]} picture ${index + 1} of ${all.length}`}
              fit="cover"
              side={hasHero && index === 0 ? 480 : 220}
              onOpen={() => onOpen(exemplar.id)}
            >
              <JudgedBy by={by} />
              {exemplar.isUncommitted ? <span className={styles.mark}>not saved</span> : null}
              {exemplar.reason ? <span className={styles.mark}>{capitalised(exemplar.reason)}</span> : null}
            </OpenablePicture>
          </li>
        ))}
      </ul>
      {all.length > full ? (
        <Button look="quiet" onPress={() => setWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : `Show all ${all.length}`}
        </Button>
      ) : null}
    </section>
  )
}

/** How many pictures fill at most this many rows; all of them if they are fewer than a row. */
function inFullRows(count: number, columns: number, rowsMax: number, hasHero: boolean): number {
  // It takes four places.
  const more = hasHero && columns > 1 ? 3 : 0
  const rows = Math.min(rowsMax, Math.floor((count + more) / columns))
  return rows === 0 ? count : rows * columns - more
}

/** Into how many columns the style sheet lays out a grid. */
function useColumns<Element extends HTMLElement>() {
  const [columns, setColumns] = useState(1)
  const [grid, setGrid] = useState<Element | null>(null)
  useLayoutEffect(() => {
    if (!grid) return
    const count = () => setColumns(getComputedStyle(grid).gridTemplateColumns.split(' ').length)
    count()
    const observer = new ResizeObserver(count)
    observer.observe(grid)
    return () => observer.disconnect()
  }, [grid])
  return [setGrid, columns] as const
}

/** Whose label it is. The team's own, which is nobody's, has no initials. */
function JudgedBy({ by }: Pick<LabelledPicture, 'by'>) {
  const nameOf = usePersonNames()
  if (by.length === 0) return null
  return (
    <span className={styles.by}>
      {by.map((id) => (
        <Initials key={id} {...nameOf(id)} size="small" />
      ))}
    </span>
  )
}
