import type { Profile } from '@palate/client'
import { useEffect } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { useLiveProfile } from '../../api/live-profile.ts'
import { useProfile } from '../../api/profile.ts'
import { useHasPeople } from '../../api/profile-people.ts'
import { mayAny, type Scope, useMay, useSession } from '../../api/session.ts'
import { useViewedProfile, ViewedBranch } from '../../api/viewed-branch.ts'
import { lastProfile } from '../../state/last-profile.ts'
import { useTray } from '../../state/tray.ts'
import { undoLastStep, useUndoKey } from '../../state/undo-steps.ts'
import { Tab, Tabs } from '../../ui/layout/tabs.tsx'
import { lazyComponent, type PageRoutes, usePreloadedPage } from '../../ui/lazy-component.tsx'
import { PageSkeleton } from '../../ui/skeleton.tsx'
import { ErrorState, NotFound } from '../../ui/states.tsx'
import { showToast } from '../../ui/toaster.tsx'
import { OtherBranchNote } from './header/other-branch-note.tsx'
import { LightboxProvider } from './lightbox/lightbox-provider.tsx'
import { ProfileHeader } from './profile-header.tsx'
import styles from './profile-pages.module.css'

const routes: PageRoutes<{ readonly profile: Profile }> = [
  ['', lazyComponent(async () => (await import('./overview/overview-page.tsx')).OverviewPage)],
  ['/teach/*?', lazyComponent(async () => (await import('./teach/teach-pages.tsx')).TeachPages)],
  ['/history/*?', lazyComponent(async () => (await import('./history/history-pages.tsx')).HistoryPages)],
  ['/score/*?', lazyComponent(async () => (await import('./score/score-page.tsx')).ScorePage)],
  ['/start', lazyComponent(async () => (await import('./start/start-page.tsx')).StartPage)],
  ['/library', lazyComponent(async () => (await import('./library/library-page.tsx')).LibraryPage)],
  ['/boards/*?', lazyComponent(async () => (await import('./boards/boards-pages.tsx')).BoardsPages)],
  ['/differ/*?', lazyComponent(async () => (await import('./differ/differ-pages.tsx')).DifferPages)],
  ['/shares/*?', lazyComponent(async () => (await import('./shares/shares-page.tsx')).SharesPages)],
  [
    '/contradictions',
    lazyComponent(async () => (await import('./contradictions/contradictions-page.tsx')).ContradictionsPage),
  ],
]

const TrayBar = lazyComponent(async () => (await import('./tray/tray-bar.tsx')).TrayBar, null)

/** Each with the scopes that its page needs. Where nobody was invited, nobody differs. */
const differPath = '/differ'
const tabs: ReadonlyArray<readonly [path: string, label: string, scopes: readonly Scope[]]> = [
  ['', 'Overview', ['read', 'teach', 'write']],
  ['/teach', 'Teach', ['teach', 'write']],
  ['/history', 'History', ['read', 'teach', 'write']],
  ['/score', 'Score', ['score']],
  ['/library', 'Library', ['read', 'teach', 'write']],
  ['/boards', 'Boards', ['read', 'teach', 'write']],
  [differPath, 'Where we differ', ['read', 'write']],
  ['/shares', 'Reviews', ['read', 'write']],
]

export function ProfilePages({ params: { id = '' } }: { readonly params: { readonly id?: string } }) {
  const maySee = useMay('read', 'teach', 'write')
  const mayScore = useMay('score')
  // A link to a profile is of use to a key that can only score: it may not open the profile, but score with it.
  if (mayScore && !maySee) return <Redirect to={`/score?profile=${encodeURIComponent(id)}`} replace />
  return <OneProfile key={id} id={id} />
}

/** Its name and branch, and the page of the selected tab. */
function OneProfile({ id }: { readonly id: string }) {
  const base = `/profiles/${id}`
  const [location] = useLocation()
  usePreloadedPage(routes, base)
  const profile = useProfile(id)
  useLiveProfile(id)
  useUndoKey(() => {
    const undone = undoLastStep(id)
    showToast(undone === undefined ? 'There is nothing to undo.' : `Undone: ${undone}.`)
  }, 'profile')
  const scopes = useSession().data?.scopes
  const hasPeople = useHasPeople()
  useEffect(() => lastProfile.set(id), [id])
  if (profile.isPending) return <PageSkeleton />
  // If reading the profile again fails, keep showing it: a lost connection must not remove the page.
  if (profile.data === undefined) return <ErrorState error={profile.error} onRetry={() => void profile.refetch()} />
  const shownTabs = tabs.filter(([path, , needed]) => mayAny(scopes, needed) && (path !== differPath || hasPeople))
  return <ViewedProfile profile={profile.data} base={base} location={location} tabs={shownTabs} />
}

interface ViewedProps {
  readonly profile: Profile
  readonly base: string
  readonly location: string
  readonly tabs: typeof tabs
}

/** On the branch that is viewed, which is part of the address. */
function ViewedProfile({ profile, base, location, tabs: shownTabs }: ViewedProps) {
  const viewed = useViewedProfile(profile)
  const hasTray = useTray(profile.projectId).length > 0
  const shared = profile.profileData.currentBranchId
  if (viewed === undefined) return <PageSkeleton />
  return (
    <ViewedBranch value={{ shared, viewed: viewed.profileData.currentBranchId }}>
      <div className={styles.profile}>
        <ProfileHeader profile={viewed} />
        <OtherBranchNote profile={viewed} />
        <Tabs label={viewed.name}>
          {shownTabs.map(([path, label]) => (
            <Tab key={path} to={base + path} label={label} isHere={isBelow(location, base + path, path === '')} />
          ))}
        </Tabs>
        <LightboxProvider profile={viewed}>
          <Switch>
            {routes.map(([path, Page]) => (
              <Route key={path} path={base + path}>
                <Page profile={viewed} />
              </Route>
            ))}
            <Route component={NotFound} />
          </Switch>
        </LightboxProvider>
        {hasTray ? <TrayBar profile={viewed} /> : null}
      </div>
    </ViewedBranch>
  )
}

function isBelow(location: string, path: string, isExact: boolean): boolean {
  return location === path || (!isExact && location.startsWith(`${path}/`))
}
