import { createContext, type SyntheticEvent, useContext, useState } from 'react'
import { serviceUrl } from '../../api/palate.ts'
import styles from './picture.module.css'
import { sourceSetOf } from './picture-sources.ts'

interface Props {
  /** A path of the service such as `/v1/thumbnails/…`, or a blob: or data: URL of a dropped file. */
  readonly src: string | null | undefined
  /** Text for screen readers. */
  readonly alt: string
  readonly fit?: 'cover' | 'contain'
  /** The longer side on the page, in CSS pixels. It decides which size of a thumbnail is loaded. */
  readonly side?: number
  readonly onShown?: (event: SyntheticEvent<HTMLImageElement>) => void
  readonly isEager?: boolean
}

/** Whether pictures pass by, while someone scrolls fast: those that appear load small, until the scrolling slows down. */
export const PassingContext = createContext(false)

/** A picture served by the service, never by another host. Shows a placeholder if there is none. */
export function Picture({ src, alt, fit = 'cover', side = 200, onShown, isEager = false }: Props) {
  const [failed, setFailed] = useState<string>()
  const isScrolledPast = useContext(PassingContext)
  const [isSharp, setSharp] = useState(!isScrolledPast)
  if (!isScrolledPast && !isSharp) setSharp(true)
  if (src == null || failed === src) {
    return (
      <div role="img" aria-label={`${alt}: no picture`} className={styles.missing}>
        No picture
      </div>
    )
  }
  return (
    <img
      ref={stopWhenRemoved}
      className={`${styles.picture} ${styles[fit]}`}
      sizes={`${isSharp ? Math.ceil(side) : 1}px`}
      srcSet={sourceSetOf(src, pictureAddress)}
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

/** Cancels the request of a picture that leaves the page: browsers load it to the end, before those that came later. */
function stopWhenRemoved(image: HTMLImageElement): () => void {
  return () =>
    queueMicrotask(() => {
      // In development React also calls this without removing the image.
      if (image.isConnected) return
      image.removeAttribute('srcset')
      image.removeAttribute('src')
    })
}

/** The URL of a picture, with the service's path prefix. */
export function pictureAddress(src: string): string {
  return src.startsWith('/') ? serviceUrl + src : src
}
