import { type RefObject, useEffect, useState } from 'react'

/** How far beyond the window content is drawn, so that scrolling does not show gaps. */
const marginPixels = 800
/** The part is computed again after scrolling this far. */
const stepPixels = 400
/** The speed of scrolling is measured over this time. */
const speedMs = 100
/** Scrolling has ended after this long without an event: a wheel that is turned fast pauses for less. */
const restMs = 200
/** Content that moves faster than this passes before anyone can look at it: a window of 900 pixels in 0.3 s. */
const fastPixelsPerMs = 3

export interface VisiblePart {
  readonly top: number
  readonly bottom: number
  /** Scrolling so fast that what passes need not be drawn well. */
  readonly isScrolledPast: boolean
}

/** The part of a tall element that is in the window or close to it, in pixels from its top. */
export function useVisiblePart(ref: RefObject<Element | null>): VisiblePart {
  const [top, setTop] = useState(0)
  const [height, setHeight] = useState(() => window.innerHeight)
  const [isScrolledPast, setPassing] = useState(false)
  useEffect(() => {
    let request = 0
    let rest: ReturnType<typeof setTimeout> | undefined
    let measured = { at: performance.now(), y: 0 }
    const measure = () => {
      request = 0
      if (ref.current === null) return
      const y = -ref.current.getBoundingClientRect().top
      setTop(Math.round(y / stepPixels) * stepPixels)
      setHeight(window.innerHeight)
      const ms = performance.now() - measured.at
      if (ms >= speedMs) {
        setPassing(Math.abs(y - measured.y) / ms > fastPixelsPerMs)
        measured = { at: performance.now(), y }
      }
      clearTimeout(rest)
      rest = setTimeout(() => setPassing(false), restMs)
    }
    const schedule = () => {
      request ||= requestAnimationFrame(measure)
    }
    measure()
    const controller = new AbortController()
    const { signal } = controller
    // Captured, because the page or an element in it may scroll.
    window.addEventListener('scroll', schedule, { capture: true, passive: true, signal })
    window.addEventListener('resize', schedule, { signal })
    return () => {
      controller.abort()
      cancelAnimationFrame(request)
      clearTimeout(rest)
    }
  }, [ref])
  return { top: top - marginPixels, bottom: top + height + marginPixels, isScrolledPast }
}
