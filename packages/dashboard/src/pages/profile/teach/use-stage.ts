import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react'

/** Less is not useful on any screen; the page scrolls instead. */
const heightMin = 340
const bottomMargin = 12

export interface Stage<Element extends HTMLElement> {
  readonly ref: RefObject<Element | null>
  /** Focus the stage, so that the next Space does not press a button. */
  focus(): void
  toggleFullScreen(): void
}

/** A stage that is as tall as the window allows. In a narrow window it fills it, and what is above scrolls away. */
export function useStage<Element extends HTMLElement>(): Stage<Element> {
  const ref = useRef<Element>(null)
  useLayoutEffect(() => {
    const isNarrow = window.matchMedia('(max-width: 48rem)')
    const fill = () => {
      const stage = ref.current
      if (stage === null) return
      const top = stage.getBoundingClientRect().top + window.scrollY
      const isFull = document.fullscreenElement === stage
      const visible = window.innerHeight - navigationHeight()
      const least = isNarrow.matches ? Math.max(heightMin, visible - 2 * bottomMargin) : heightMin
      const height = isFull ? window.innerHeight : Math.max(least, visible - top - bottomMargin)
      stage.style.blockSize = `${Math.floor(height)}px`
    }
    fill()
    if (isNarrow.matches) ref.current?.scrollIntoView({ block: 'end' })
    // What stands above the stage, such as a note about uploads, may change its height.
    const observer = new ResizeObserver(fill)
    observer.observe(document.body)
    window.addEventListener('resize', fill)
    document.addEventListener('fullscreenchange', fill)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', fill)
      document.removeEventListener('fullscreenchange', fill)
    }
  }, [])
  const focus = useCallback(() => ref.current?.focus({ preventScroll: true }), [])
  const toggleFullScreen = useCallback(() => {
    // A browser may refuse it; the stage stays as it is.
    const change = document.fullscreenElement ? document.exitFullscreen() : ref.current?.requestFullscreen()
    change?.catch(() => undefined)
  }, [])
  return { ref, focus, toggleFullScreen }
}

/** On phones the navigation covers the lower edge of the window. */
function navigationHeight(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingBottom) || 0
}
