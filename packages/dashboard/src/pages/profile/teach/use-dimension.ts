import { useSearchParam } from '../../../ui/hooks/use-search-param.ts'

const usual = 'aesthetics'

/** The dimension being taught, kept in the URL so that a link opens the same page. */
export function useDimension() {
  const [named, setNamed] = useSearchParam('dimension')
  const dimension = named === '' ? usual : named
  return {
    dimension,
    search: dimension === usual ? '' : `?dimension=${encodeURIComponent(dimension)}`,
    setDimension: (to: string) => setNamed(to === usual ? '' : to),
  }
}
