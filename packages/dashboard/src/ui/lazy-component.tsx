import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { matchRoute, useLocation, useRouter } from 'wouter'
import { PageSkeleton } from './skeleton.tsx'

export interface LazyComponent<Props> {
  (props: Props): ReactNode
  /** Begins to load it. Rendering reports failures. */
  preload(): void
}

/**
 * A component whose module loads when it is first rendered or preloaded. React's `lazy` would keep its fallback for at
 * least 300 ms, even if the module loads in 20 ms.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = <PageSkeleton />,
): LazyComponent<Props> {
  let Loaded: ComponentType<Props> | undefined
  let loading: Promise<void> | undefined

  function begin(): Promise<void> {
    loading ??= load().then(
      (component) => {
        Loaded = component
      },
      (error) => {
        // The next page tries again: the connection may be back.
        loading = undefined
        throw error
      },
    )
    return loading
  }

  function Lazy(props: Props) {
    const [state, setState] = useState<{ readonly error?: unknown }>()
    useEffect(() => {
      if (Loaded) return
      begin().then(
        () => setState({}),
        (error) => setState({ error }),
      )
    }, [])
    if (state && 'error' in state) throw state.error
    return Loaded ? <Loaded {...props} /> : fallback
  }
  Lazy.preload = () => void begin().catch(() => {})
  return Lazy
}

/** Routes below a path, each with its page. */
export type PageRoutes<Props> = ReadonlyArray<readonly [path: string, page: LazyComponent<Props>]>

/** Loads the page of the current location while its data is still being read. */
export function usePreloadedPage<Props>(routes: PageRoutes<Props>, base = ''): void {
  const { parser } = useRouter()
  const [location] = useLocation()
  useEffect(() => {
    const route = routes.find(([path]) => matchRoute(parser, base + path, location)[0])
    route?.[1].preload()
  }, [routes, base, parser, location])
}
