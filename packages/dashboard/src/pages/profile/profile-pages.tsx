import { lazy, Suspense } from 'react'
import { Route, Switch, useLocation } from 'wouter'
import { useLiveProfile } from '../../api/live-profile.ts'
import { useProfile } from '../../api/profile.ts'
import { mayAny, type Scope, useSession } from '../../api/session.ts'
import { Tab, Tabs } from '../../ui/layout/tabs.tsx'
import { ErrorState, Loading, NotFound } from '../../ui/states.tsx'
import { LightboxProvider } from './lightbox/lightbox-provider.tsx'
import { ProfileHeader } from './profile-header.tsx'
import styles from './profile-pages.module.css'

const OverviewPage = lazy(async () => ({ default: (await import('./overview/overview-page.tsx')).OverviewPage }))
const TeachPages = lazy(async () => ({ default: (await import('./teach/teach-pages.tsx')).TeachPages }))
const HistoryPages = lazy(async () => ({ default: (await import('./history/history-pages.tsx')).HistoryPages }))
const ContradictionsPage = lazy(async () => ({
  default: (await import('./contradictions/contradictions-page.tsx')).ContradictionsPage,
}))
const LibraryPage = lazy(async () => ({ default: (await import('./library/library-page.tsx')).LibraryPage }))
const SharesPages = lazy(async () => ({ default: (await import('./shares/shares-page.tsx')).SharesPages }))
const StartPage = lazy(async () => ({ default: (await import('./start/start-page.tsx')).StartPage }))
const ScorePage = lazy(async () => ({ default: (await import('./score/score-page.tsx')).ScorePage }))

/** Each with the scopes that its page needs. */
const tabs: ReadonlyArray<readonly [path: string, label: string, scopes: readonly Scope[]]> = [
  ['', 'Overview', ['read', 'teach', 'write']],
  ['/teach', 'Teach', ['teach', 'write']],
  ['/history', 'History', ['read', 'teach', 'write']],
  ['/score', 'Score', ['score']],
  ['/library', 'Library', ['read', 'teach', 'write']],
  ['/shares', 'Shares', ['read', 'write']],
]

/** One profile: its name and branch, and the page of the selected tab. */
export function ProfilePages({ id }: { readonly id: string }) {
  const [location] = useLocation()
  const profile = useProfile(id)
  useLiveProfile(id)
  const scopes = useSession().data?.scopes
  if (profile.isPending) return <Loading label="Opening the profile" />
  // If reading the profile again fails, keep showing it: a lost connection must not remove the page.
  if (profile.data === undefined) return <ErrorState error={profile.error} onRetry={() => void profile.refetch()} />
  const base = `/profiles/${id}`
  return (
    <div className={styles.profile}>
      <ProfileHeader profile={profile.data} />
      <Tabs label={profile.data.name}>
        {tabs
          .filter(([, , needed]) => mayAny(scopes, needed))
          .map(([path, label]) => (
            <Tab key={path} to={base + path} label={label} isHere={isBelow(location, base + path, path === '')} />
          ))}
      </Tabs>
      <LightboxProvider profile={profile.data}>
        <Suspense fallback={<Loading label="Loading the page" />}>
          <Switch>
            <Route path={base}>
              <OverviewPage profile={profile.data} />
            </Route>
            <Route path={`${base}/teach/*?`}>
              <TeachPages profile={profile.data} />
            </Route>
            <Route path={`${base}/history/*?`}>
              <HistoryPages profile={profile.data} />
            </Route>
            <Route path={`${base}/score/*?`}>
              <ScorePage profile={profile.data} />
            </Route>
            <Route path={`${base}/start`}>
              <StartPage profile={profile.data} />
            </Route>
            <Route path={`${base}/library`}>
              <LibraryPage profile={profile.data} />
            </Route>
            <Route path={`${base}/shares/*?`}>
              <SharesPages profile={profile.data} />
            </Route>
            <Route path={`${base}/contradictions`}>
              <ContradictionsPage profile={profile.data} />
            </Route>
            <Route component={NotFound} />
          </Switch>
        </Suspense>
      </LightboxProvider>
    </div>
  )
}

function isBelow(location: string, path: string, isExact: boolean): boolean {
  return location === path || (!isExact && location.startsWith(`${path}/`))
}
