import { type RefObject, useEffect, useState } from 'react'

/** How far beyond the window content is drawn, so that scrolling does not show gaps. */
const marginPixels = 800
/** The part is computed again after scrolling this far. */
const stepPixels = 400

export interface VisiblePart {
  readonly top: number
  readonly bottom: number
}

/** The part of a tall element that is in the window or close to it, in pixels from its top. */
export function useVisiblePart(ref: RefObject<Element | null>): VisiblePart {
  const [top, setTop] = useState(0)
  const [height, setHeight] = useState(() => window.innerHeight)
  useEffect(() => {
    let request = 0
    const look = () => {
      request = 0
      if (ref.current === null) return
      setTop(Math.round(-ref.current.getBoundingClientRect().top / stepPixels) * stepPixels)
      setHeight(window.innerHeight)
    }
    const schedule = () => {
      request ||= requestAnimationFrame(look)
    }
    look()
    const controller = new AbortController()
    const { signal } = controller
    // Captured, because the page or an element in it may scroll.
    window.addEventListener('scroll', schedule, { capture: true, passive: true, signal })
    window.addEventListener('resize', schedule, { signal })
    return () => {
      controller.abort()
      cancelAnimationFrame(request)
    }
  }, [ref])
  return { top: top - marginPixels, bottom: top + height + marginPixels }
}
