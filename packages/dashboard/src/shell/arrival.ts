import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'

/** Where the page begins, after the navigation. */
export const mainId = 'main'

/**
 * After a link the new page is shown from its top, and the keyboard goes on in it if the link is gone. Back and forward
 * return to where one was, which the browser does.
 */
export function useArrival(): void {
  const [path] = useLocation()
  const before = useRef(path)
  const isReturn = useRef(false)
  useEffect(() => {
    const note = () => {
      isReturn.current = true
    }
    addEventListener('popstate', note)
    return () => removeEventListener('popstate', note)
  }, [])
  useEffect(() => {
    const hasMoved = before.current !== path && !isReturn.current && navigator.userActivation.hasBeenActive
    before.current = path
    isReturn.current = false
    if (!hasMoved) return
    scrollTo(0, 0)
    if (document.activeElement === document.body) focusMain()
  }, [path])
}

export function focusMain(): void {
  document.getElementById(mainId)?.focus({ preventScroll: true })
}
