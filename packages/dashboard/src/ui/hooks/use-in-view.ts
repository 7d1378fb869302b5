import { type RefObject, useEffect, useRef, useState } from 'react'

/** Whether an element has been scrolled into view, so that a long list loads only what is visible. */
export function useInView<Shown extends Element>(): [RefObject<Shown | null>, boolean] {
  const ref = useRef<Shown>(null)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (ref.current === null) return
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      setSeen(true)
      observer.disconnect()
    })
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [])
  return [ref, isSeen]
}
