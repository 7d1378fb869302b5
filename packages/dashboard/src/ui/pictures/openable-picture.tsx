import type { ReactNode } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import styles from './openable-picture.module.css'
import { Picture } from './picture.tsx'

interface Props {
  readonly src: string | null
  readonly alt: string
  readonly fit?: 'cover' | 'contain'
  readonly onOpen: () => void
  /** Shown over the picture. */
  readonly children?: ReactNode
}

/** A picture that opens large. */
export function OpenablePicture({ src, alt, fit = 'cover', onOpen, children }: Props) {
  return (
    <AriaButton className={styles.open ?? ''} onPress={onOpen}>
      <Picture src={src} alt={alt} fit={fit} />
      {children}
    </AriaButton>
  )
}
