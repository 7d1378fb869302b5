import { useCallback, useEffect, useRef, useState } from 'react'
import { useSearchParam } from '../../../ui/hooks/use-search-param.ts'
import { parseThreshold } from './scores.ts'

/** Browsers refuse a page that changes its address too often, as a line that is dragged would. */
const restMs = 150

/** The threshold stands in the address once it rests. */
export function useThreshold(): [number | undefined, (threshold: number | undefined) => void] {
  const [min, setMin] = useSearchParam('min', 'replace')
  const [threshold, setThreshold] = useState(() => parseThreshold(min))
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => setThreshold(parseThreshold(min)), [min])
  useEffect(() => () => clearTimeout(timer.current), [])
  const change = useCallback(
    (to: number | undefined) => {
      setThreshold(to)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setMin(to === undefined ? '' : String(to)), restMs)
    },
    [setMin],
  )
  return [threshold, change]
}
