import { type MouseEvent, useCallback, useEffect, useState } from 'react'

export interface Zoom {
  readonly isOn: boolean
  /** The visible part, in percent of the picture. */
  readonly x: number
  readonly y: number
  toggle(): void
  /** Moves every picture to the position under the pointer; at the moment of zooming also before it is on. */
  follow(event: MouseEvent<HTMLElement>, isZooming?: boolean): void
}

const stepPercent = 15
const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-stepPercent, 0],
  ArrowRight: [stepPercent, 0],
  ArrowUp: [0, -stepPercent],
  ArrowDown: [0, stepPercent],
}

/** Zooms pictures in sync, so that all show the same part. Shift and an arrow key move it. */
export function useZoom(): Zoom {
  const [isOn, setOn] = useState(false)
  const [{ x, y }, setOrigin] = useState({ x: 50, y: 50 })
  const toggle = useCallback(() => {
    setOn((was) => !was)
    setOrigin((origin) => (isOn ? { x: 50, y: 50 } : origin))
  }, [isOn])
  const follow = (event: MouseEvent<HTMLElement>, isZooming = false) => {
    if (!isOn && !isZooming) return
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    setOrigin({ x: percent((event.clientX - left) / width), y: percent((event.clientY - top) / height) })
  }
  useEffect(() => {
    if (!isOn) return
    const pan = (event: KeyboardEvent) => {
      const step = event.shiftKey ? steps[event.key] : undefined
      if (!step) return
      event.preventDefault()
      setOrigin((origin) => ({ x: clamp(origin.x + step[0]), y: clamp(origin.y + step[1]) }))
    }
    window.addEventListener('keydown', pan)
    return () => window.removeEventListener('keydown', pan)
  }, [isOn])
  return { isOn, x, y, toggle, follow }
}

/** A picture that is shown at its own size or larger is magnified this much. */
const magnification = 2

/** How much a picture that fits into a box is enlarged to show one of its pixels in one CSS pixel. */
export function oneToOneScale(natural: Size, box: Size): number {
  const fitted = Math.min(box.width / natural.width, box.height / natural.height)
  return fitted >= 1 || !(fitted > 0) ? magnification : 1 / fitted
}

export interface Size {
  readonly width: number
  readonly height: number
}

function percent(share: number): number {
  return clamp(Math.round(share * 100))
}

function clamp(value: number): number {
  return Math.min(100, Math.max(0, value))
}
