import { useSearchParams } from 'wouter'

/** The dimension that is taught: it stands in the address, so that a link leads to the same page. */
export function useDimension() {
  const [params, setParams] = useSearchParams()
  const dimension = params.get('dimension') ?? 'aesthetics'
  return {
    dimension,
    search: dimension === 'aesthetics' ? '' : `?dimension=${encodeURIComponent(dimension)}`,
    setDimension: (to: string) =>
      setParams((old) => {
        const next = new URLSearchParams(old)
        if (to === 'aesthetics') next.delete('dimension')
        else next.set('dimension', to)
        return next
      }),
  }
}
