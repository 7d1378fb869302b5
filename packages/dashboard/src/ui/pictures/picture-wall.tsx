import type { ReactNode } from 'react'
import { OpenablePicture } from './openable-picture.tsx'
import styles from './picture-wall.module.css'

export interface WallPicture {
  readonly id: string
  readonly src: string | null
  readonly alt: string
  readonly caption?: ReactNode
  readonly tone?: 'good' | 'bad' | undefined
}

/** Pictures in rows that fill the width. */
export function PictureWall({
  pictures,
  label,
  onOpen,
}: {
  readonly pictures: readonly WallPicture[]
  readonly label: string
  readonly onOpen: (id: string) => void
}) {
  return (
    <ul className={styles.wall} aria-label={label}>
      {pictures.map(({ id, src, alt, caption, tone }) => (
        <li key={id} className={styles.item} data-tone={tone}>
          <div className={styles.frame}>
            <OpenablePicture src={src} alt={alt} fit="contain" onOpen={() => onOpen(id)} />
          </div>
          {caption === undefined ? null : <div className={styles.caption}>{caption}</div>}
        </li>
      ))}
    </ul>
  )
}
