import type { ReactNode } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import styles from './openable-picture.module.css'
import { Picture } from './picture.tsx'

interface Props {
  readonly src: string | null
  readonly alt: string
  readonly fit?: 'cover' | 'contain'
  /** The longer side on the page, in CSS pixels. */
  readonly side?: number
  readonly onOpen: () => void
  /** Shown over the picture. */
  readonly children?: ReactNode
}

/** A picture that opens large. */
export function OpenablePicture({ src, alt, fit = 'cover', side = 200, onOpen, children }: Props) {
  return (
    <AriaButton className={styles.open ?? ''} onPress={onOpen}>
      <Picture src={src} alt={alt} fit={fit} side={side} />
      {children}
    </AriaButton>
  )
}
