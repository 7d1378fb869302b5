import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'

/** The element where the page content starts, after the navigation. */
export const mainId = 'main'

/**
 * After following a link, scrolls to the top and, if the link is gone, moves the focus into the new page. For Back and
 * Forward the browser restores the position.
 */
export function useNavigationFocus(): void {
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
