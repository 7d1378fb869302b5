import { useLayoutEffect } from 'react'
import { I18nProvider, RouterProvider } from 'react-aria-components'
import { Redirect, Route, Switch, useLocation, Router as WouterRouter } from 'wouter'
import { withViewedBranch } from './api/branch-in-address.ts'
import { basePath } from './api/palate.ts'
import { useMay, useSession } from './api/session.ts'
import { SignInPage } from './pages/sign-in/sign-in-page.tsx'
import { Shell } from './shell/shell.tsx'
import { lazyComponent, type PageRoutes, usePreloadedPage } from './ui/lazy-component.tsx'
import { ErrorState, NotFound } from './ui/states.tsx'
import { Toaster } from './ui/toaster.tsx'

const routes: PageRoutes<{ readonly params: { readonly id?: string } }> = [
  ['/profiles', lazyComponent(async () => (await import('./pages/profiles/profiles-page.tsx')).ProfilesPage)],
  ['/profiles/:id/*?', lazyComponent(async () => (await import('./pages/profile/profile-pages.tsx')).ProfilePages)],
  ['/library', lazyComponent(async () => (await import('./pages/library-redirect.tsx')).LibraryRedirect)],
  ['/boards', lazyComponent(async () => (await import('./pages/boards/boards-page.tsx')).BoardsPage)],
  ['/reviews', lazyComponent(async () => (await import('./pages/reviews/reviews-page.tsx')).ReviewsPage)],
  ['/score', lazyComponent(async () => (await import('./pages/score-key/score-key-page.tsx')).ScoreKeyPage)],
  ['/keys', lazyComponent(async () => (await import('./pages/keys/keys-page.tsx')).KeysPage)],
  ['/people', lazyComponent(async () => (await import('./pages/people/people-page.tsx')).PeoplePage)],
  ['/webhooks/*?', lazyComponent(async () => (await import('./pages/webhooks/webhooks-pages.tsx')).WebhooksPages)],
  ['/events', lazyComponent(async () => (await import('./pages/events/events-page.tsx')).EventsPage)],
  ['/audit', lazyComponent(async () => (await import('./pages/audit/audit-page.tsx')).AuditPage)],
  ['/join', lazyComponent(async () => (await import('./pages/join/join-page.tsx')).JoinPage)],
  ['/login', lazyComponent(async () => (await import('./pages/login/login-page.tsx')).LoginPage)],
  ['/health', lazyComponent(async () => (await import('./pages/health/health-page.tsx')).HealthPage)],
]

export function App() {
  return (
    <I18nProvider locale="en">
      <WouterRouter
        base={basePath}
        hrefs={(path) => withViewedBranch(path)}
        aroundNav={(navigate, to, options) => navigate(withViewedBranch(to), options)}
      >
        <Pages />
        <Toaster />
      </WouterRouter>
    </I18nProvider>
  )
}

function Pages() {
  const [, navigate] = useLocation()
  const session = useSession()
  usePreloadedPage(routes)
  useLayoutEffect(() => {
    if (!session.isPending) document.getElementById('skeleton')?.remove()
  }, [session.isPending])
  return (
    <RouterProvider
      navigate={(path) => navigate(path.slice(basePath.length) || '/')}
      useHref={(path) => withViewedBranch(basePath + path)}
    >
      {session.isLoadingError ? <ErrorState error={session.error} onRetry={() => void session.refetch()} /> : null}
      {session.data === null ? <SignInPage /> : null}
      {session.data ? <SignedIn /> : null}
    </RouterProvider>
  )
}

/** The first page that the key may see. */
function Home() {
  const maySee = useMay('read', 'teach', 'write')
  const mayManage = useMay('admin')
  if (maySee) return <Redirect to="/profiles" replace />
  return <Redirect to={mayManage ? '/keys' : '/score'} replace />
}

function SignedIn() {
  return (
    <Shell>
      <Switch>
        <Route path="/">
          <Home />
        </Route>
        {routes.map(([path, Page]) => (
          <Route key={path} path={path} component={Page} />
        ))}
        <Route component={NotFound} />
      </Switch>
    </Shell>
  )
}
