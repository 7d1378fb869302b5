import { useCallback, useEffect, useRef, useState } from 'react'
import { useSearchParam } from '../../../../ui/hooks/use-search-param.ts'
import { parseThreshold } from '../scores.ts'

/** Browsers throttle frequent URL changes, which dragging the threshold would cause. */
const restMs = 150

/** The threshold is written to the URL when it stops moving. */
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
