import { useState } from 'react'
import { serviceUrl } from '../../api/palate.ts'
import styles from './picture.module.css'

interface Props {
  /** A picture of the service: a path such as `/v1/thumbnails/…`, or a blob: or data: address of a file dropped here. */
  readonly src: string | null | undefined
  /** What it shows or is called, for those who do not see it. */
  readonly alt: string
  readonly fit?: 'cover' | 'contain'
  readonly onShown?: () => void
  readonly isEager?: boolean
}

/** A picture through the service, never from elsewhere. Where there is none it says so. */
export function Picture({ src, alt, fit = 'cover', onShown, isEager = false }: Props) {
  const [failed, setFailed] = useState<string>()
  if (src == null || failed === src) {
    return (
      <div role="img" aria-label={`${alt}: no picture`} className={styles.missing}>
        No picture
      </div>
    )
  }
  return (
    <img
      className={`${styles.picture} ${styles[fit]}`}
      src={pictureAddress(src)}
      alt={alt}
      loading={isEager ? 'eager' : 'lazy'}
      decoding="async"
      draggable={false}
      onLoad={onShown}
      onError={() => setFailed(src)}
    />
  )
}

/** The address of a picture below the service's path prefix. */
export function pictureAddress(src: string): string {
  return src.startsWith('/') ? serviceUrl + src : src
}
