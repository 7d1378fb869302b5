import { useLayoutEffect, useRef, useState } from 'react'
import { pictureAddress } from '../../../ui/pictures/picture.tsx'
import styles from './teach.module.css'
import { oneToOneScale, type Zoom } from './use-zoom.ts'

interface Props {
  readonly src: string
  readonly alt: string
  readonly zoom: Zoom
}

/** A whole picture as large as its box allows, or a part of it at its own size. */
export function ZoomedImage({ src, alt, zoom }: Props) {
  const image = useRef<HTMLImageElement>(null)
  const [scale, setScale] = useState(1)
  useLayoutEffect(() => {
    const shown = image.current
    if (!zoom.isOn || shown === null) return setScale(1)
    const box = { width: shown.clientWidth, height: shown.clientHeight }
    setScale(oneToOneScale({ width: shown.naturalWidth, height: shown.naturalHeight }, box))
  }, [zoom.isOn, src])
  const style = scale === 1 ? {} : { scale: String(scale), transformOrigin: `${zoom.x}% ${zoom.y}%` }
  return (
    <img
      ref={image}
      className={styles.image}
      src={pictureAddress(src)}
      alt={alt}
      decoding="sync"
      draggable={false}
      style={style}
    />
  )
}
