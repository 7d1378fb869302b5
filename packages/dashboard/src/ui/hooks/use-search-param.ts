import { useCallback } from 'react'
import { useSearchParams } from 'wouter'

/**
 * A query parameter of the URL as state, so that a choice can be linked to and Back undoes it. '' if it is absent.
 * Use `replace` for values that change with every keystroke.
 */
export function useSearchParam(name: string, how: 'push' | 'replace' = 'push'): [string, (value: string) => void] {
  const [params, setParams] = useSearchParams()
  const set = useCallback(
    (value: string) =>
      setParams(
        () => {
          // Read the URL itself: two parameters may be set before the next render.
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
