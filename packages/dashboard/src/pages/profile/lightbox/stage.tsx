import { useRef, useState } from 'react'
import { Picture } from '../../../ui/pictures/picture.tsx'
import { oneToOneScale, type Size, type Zoom } from '../teach/use-zoom.ts'
import styles from './lightbox.module.css'

interface Props {
  readonly src: string | null
  readonly alt: string
  readonly zoom: Zoom
}

/** A whole picture as large as its box allows. A click shows a part of it at 100 %, which follows the pointer. */
export function Stage({ src, alt, zoom }: Props) {
  const box = useRef<HTMLButtonElement>(null)
  const [natural, setNatural] = useState<Size & { readonly src: string | null }>()
  const scale = zoom.isOn && natural?.src === src && box.current ? oneToOneScale(natural, sizeOf(box.current)) : 1
  return (
    <button
      ref={box}
      type="button"
      className={styles.stage}
      aria-label={`${alt}: zoom to 100 %`}
      aria-pressed={zoom.isOn}
      onClick={(event) => {
        zoom.toggle()
        // A key has no place.
        if (event.detail > 0) zoom.follow(event, true)
      }}
      onPointerMove={(event) => zoom.follow(event)}
    >
      <span
        className={styles.zoomed}
        style={scale === 1 ? {} : { scale: String(scale), transformOrigin: `${zoom.x}% ${zoom.y}%` }}
      >
        <Picture
          src={src}
          alt={alt}
          fit="contain"
          isEager
          onShown={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
            setNatural({ width, height, src })
          }
        />
      </span>
    </button>
  )
}

function sizeOf({ clientWidth: width, clientHeight: height }: Element): Size {
  return { width, height }
}
