import { useState } from 'react'
import { usePersonNames } from '../../../api/people.ts'
import { Button } from '../../../ui/button.tsx'
import { capitalised, counted } from '../../../ui/format.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Initials } from '../../../ui/people/initials.tsx'
import { OpenablePicture } from '../../../ui/pictures/openable-picture.tsx'
import { type LabelledPicture, labelledPictures, type ShownExemplar } from './exemplars.ts'
import styles from './label-wall.module.css'

const shownAtFirst = 12

const titles = { good: 'Good', bad: 'Not good' } as const

/** The pictures with one label, newest first. Uncommitted ones are marked. */
export function LabelWall({
  label,
  exemplars,
  onOpen,
}: {
  readonly label: 'good' | 'bad'
  readonly exemplars: readonly ShownExemplar[]
  readonly onOpen: (id: string) => void
}) {
  const [isWhole, setWhole] = useState(false)
  const all = labelledPictures(exemplars.filter((exemplar) => exemplar.label === label))
  if (all.length === 0) return null
  const shown = isWhole ? all : all.slice(0, shownAtFirst)
  return (
    <section className={styles.section} aria-label={`${titles[label]}: ${counted(all.length, 'picture')}`}>
      <header className={styles.head}>
        <h2 className={styles.title} data-tone={label}>
          <Icon name={label} />
          {titles[label]}
        </h2>
        <span className={styles.count}>{counted(all.length, 'picture')}</span>
      </header>
      <ul className={styles.wall} data-label={label}>
        {shown.map(({ shown: exemplar, by }, index) => (
          <li key={exemplar.id} className={styles.item}>
            <OpenablePicture
              src={exemplar.src}
              alt={`${titles[label]} picture ${index + 1} of ${all.length}`}
              fit="contain"
              onOpen={() => onOpen(exemplar.id)}
            >
              <JudgedBy by={by} />
              {exemplar.isUncommitted ? <span className={styles.mark}>not saved</span> : null}
              {exemplar.reason ? <span className={styles.mark}>{capitalised(exemplar.reason)}</span> : null}
            </OpenablePicture>
          </li>
        ))}
      </ul>
      {all.length > shownAtFirst ? (
        <Button look="quiet" onPress={() => setWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : `Show all ${all.length}`}
        </Button>
      ) : null}
    </section>
  )
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
