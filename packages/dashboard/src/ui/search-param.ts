import { useCallback } from 'react'
import { useSearchParams } from 'wouter'

/**
 * One parameter of the address: what is chosen on a page can be linked to, and Back takes it back. '' where it is absent.
 * `replace` suits what changes with every key that is pressed.
 */
export function useSearchParam(name: string, how: 'push' | 'replace' = 'push'): [string, (value: string) => void] {
  const [params, setParams] = useSearchParams()
  const set = useCallback(
    (value: string) =>
      setParams(
        () => {
          // From the address itself: two parameters may be set one after the other, before the page is drawn again.
          const after = new URLSearchParams(location.search)
          if (value === '') after.delete(name)
          else after.set(name, value)
          return after
        },
        { replace: how === 'replace' },
      ),
    [setParams, name, how],
  )
  return [params.get(name) ?? '', set]
}
