import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** The width of an element in CSS pixels; 0 before it is in the page. */
export function useWidth<Measured extends Element>(): [RefObject<Measured | null>, number] {
  const ref = useRef<Measured>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return
    const measure = () => setWidth(Math.floor(element.getBoundingClientRect().width))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width]
}
