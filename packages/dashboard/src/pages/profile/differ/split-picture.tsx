import { OpenablePicture } from '../../../ui/pictures/openable-picture.tsx'
import { Picture } from '../../../ui/pictures/picture.tsx'
import styles from './differ.module.css'
import { type Side, Sides } from './sides.tsx'

interface Props {
  readonly src: string | null
  readonly name: string
  readonly sides: readonly Side[]
  readonly note?: string
  readonly onOpen?: (() => void) | undefined
}

/** A picture of a wall, with who is on which side of it. */
export function SplitPicture({ src, name, sides, note, onOpen }: Props) {
  return (
    <li className={styles.split}>
      <div className={styles.frame}>
        {onOpen ? (
          <OpenablePicture src={src} alt={name} fit="contain" onOpen={onOpen} />
        ) : (
          <Picture src={src} alt={name} fit="contain" />
        )}
      </div>
      <div className={styles.caption}>
        <span className={styles.name}>{name}</span>
        {note === undefined ? null : <span className={styles.soft}>{note}</span>}
      </div>
      <Sides sides={sides} />
    </li>
  )
}
