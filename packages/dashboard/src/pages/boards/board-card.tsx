import type { BoardSummary } from '@palate/client'
import { Link } from 'wouter'
import { libraryThumbnail } from '../../api/frame-names.ts'
import { counted } from '../../ui/format.ts'
import { Picture } from '../../ui/pictures/picture.tsx'
import styles from './boards.module.css'

/** A board by its first pictures. */
export function BoardCard({ board, profileName }: { readonly board: BoardSummary; readonly profileName?: string }) {
  const { id, profileId, name, cover, pictureCount } = board
  return (
    <li className={styles.card}>
      <div className={styles.covers} data-count={cover.length} aria-hidden="true">
        {cover.map((frameId) => (
          <Picture key={frameId} src={libraryThumbnail(frameId)} alt="" />
        ))}
      </div>
      <h3 className={styles.cardName}>
        <Link href={`/profiles/${profileId}/boards/${id}`} title={name}>
          {name}
        </Link>
      </h3>
      <p className={`${styles.soft} two-lines`} title={profileName}>
        {counted(pictureCount, 'picture')}
        {profileName === undefined ? '' : ` · ${profileName}`}
      </p>
    </li>
  )
}
