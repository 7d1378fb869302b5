import { Button as AriaButton } from 'react-aria-components'
import styles from './openable-picture.module.css'
import { Picture } from './picture.tsx'

interface Props {
  readonly src: string | null
  readonly alt: string
  readonly fit?: 'cover' | 'contain'
  readonly onOpen: () => void
}

/** A picture that opens large. */
export function OpenablePicture({ src, alt, fit = 'cover', onOpen }: Props) {
  return (
    <AriaButton className={styles.open ?? ''} onPress={onOpen}>
      <Picture src={src} alt={alt} fit={fit} />
    </AriaButton>
  )
}
