import type { PointerEvent } from 'react'
import { Button } from 'react-aria-components'
import { usePreferences } from '../../../../state/preferences.ts'
import { Kbd } from '../../../../ui/kbd.tsx'
import { keyName, shortcutOf } from '../keys/keys.ts'
import type { Decoding } from '../use-decoded.ts'
import type { Zoom } from '../use-zoom.ts'
import { ZoomedImage } from '../zoomed-image.tsx'
import styles from './compare.module.css'

interface Props {
  readonly side: 'left' | 'right'
  readonly src: string | null
  readonly state: Decoding
  readonly zoom: Zoom
  readonly onChoose: () => void
  /** Shown below the picture. It would bias most judgements. */
  readonly name?: string | undefined
}

const names = { left: 'The left picture', right: 'The right picture' } as const

/** One of the two pictures, uncropped and as large as fits. Pressing it chooses it. */
export function Choice({ side, src, state, zoom, onChoose, name }: Props) {
  const [{ keys }] = usePreferences()
  return (
    <Button
      className={styles.choice ?? ''}
      aria-label={name === undefined ? `${names[side]} is better` : `${names[side]}, ${name}, is better`}
      onPress={onChoose}
    >
      <span
        className={styles.picture}
        onPointerMove={(event: PointerEvent<HTMLElement>) => zoom.follow(event)}
        data-state={state}
      >
        {state === 'ready' && src !== null ? <ZoomedImage src={src} alt="" zoom={zoom} /> : null}
        {state === 'failed' ? <span className={styles.missing}>No picture</span> : null}
      </span>
      {name === undefined ? null : <span className={styles.name}>{name}</span>}
      <span className={styles.caption}>
        <Kbd>{keyName(shortcutOf(side, keys))}</Kbd>
      </span>
    </Button>
  )
}
