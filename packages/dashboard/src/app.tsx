import { lazy, Suspense } from 'react'
import { I18nProvider, RouterProvider } from 'react-aria-components'
import { Redirect, Route, Switch, useLocation, Router as WouterRouter } from 'wouter'
import { basePath } from './api/palate.ts'
import { useMay, useSession } from './api/session.ts'
import { SignInPage } from './pages/sign-in/sign-in-page.tsx'
import { Shell } from './shell/shell.tsx'
import { ErrorState, Loading, NotFound } from './ui/states.tsx'
import { Toaster } from './ui/toaster.tsx'

const ProfilesPage = lazy(async () => ({ default: (await import('./pages/profiles/profiles-page.tsx')).ProfilesPage }))
const ProfilePages = lazy(async () => ({ default: (await import('./pages/profile/profile-pages.tsx')).ProfilePages }))
const ScoreKeyPage = lazy(async () => ({
  default: (await import('./pages/score-key/score-key-page.tsx')).ScoreKeyPage,
}))
const KeysPage = lazy(async () => ({ default: (await import('./pages/keys/keys-page.tsx')).KeysPage }))
const WebhooksPages = lazy(async () => ({
  default: (await import('./pages/webhooks/webhooks-pages.tsx')).WebhooksPages,
}))
const EventsPage = lazy(async () => ({ default: (await import('./pages/events/events-page.tsx')).EventsPage }))
const AuditPage = lazy(async () => ({ default: (await import('./pages/audit/audit-page.tsx')).AuditPage }))
const HealthPage = lazy(async () => ({ default: (await import('./pages/health/health-page.tsx')).HealthPage }))

export function App() {
  return (
    <I18nProvider locale="en">
      <WouterRouter base={basePath}>
        <Pages />
        <Toaster />
      </WouterRouter>
    </I18nProvider>
  )
}

function Pages() {
  const [, navigate] = useLocation()
  const session = useSession()
  return (
    <RouterProvider
      navigate={(path) => navigate(path.slice(basePath.length) || '/')}
      useHref={(path) => basePath + path}
    >
      {session.isPending ? <Loading label="Opening Palate" /> : null}
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
      <Suspense fallback={<Loading label="Loading the page" />}>
        <Switch>
          <Route path="/">
            <Home />
          </Route>
          <Route path="/profiles" component={ProfilesPage} />
          <Route path="/profiles/:id/*?">{({ id }) => <ProfilePages key={id} id={id} />}</Route>
          <Route path="/score" component={ScoreKeyPage} />
          <Route path="/keys" component={KeysPage} />
          <Route path="/webhooks/*?" component={WebhooksPages} />
          <Route path="/events" component={EventsPage} />
          <Route path="/audit" component={AuditPage} />
          <Route path="/health" component={HealthPage} />
          <Route component={NotFound} />
        </Switch>
      </Suspense>
    </Shell>
  )
}
