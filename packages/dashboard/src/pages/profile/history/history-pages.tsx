import type { Profile } from '@palate/client'
import { Route, Switch } from 'wouter'
import { ComparePage } from './compare-page.tsx'
import { HistoryPage } from './history-page.tsx'
import { MergePage } from './merge/merge-page.tsx'
import { RollBackPage } from './roll-back-page.tsx'
import { UncommittedPage } from './uncommitted-page.tsx'
import { VersionPage } from './versions/version-page.tsx'

/** The history pages of a profile. Each page has its own URL. */
export function HistoryPages({ profile }: { readonly profile: Profile }) {
  const base = '/profiles/:id/history'
  return (
    <Switch>
      <Route path={base}>
        <HistoryPage profile={profile} />
      </Route>
      <Route path={`${base}/uncommitted`}>
        <UncommittedPage profile={profile} />
      </Route>
      <Route path={`${base}/compare`}>
        <ComparePage profile={profile} />
      </Route>
      <Route path={`${base}/merge`}>
        <MergePage profile={profile} />
      </Route>
      <Route path={`${base}/:versionId/roll-back`}>
        {({ versionId }) => <RollBackPage key={versionId} profile={profile} versionId={versionId} />}
      </Route>
      <Route path={`${base}/:versionId`}>
        {({ versionId }) => <VersionPage key={versionId} profile={profile} versionId={versionId} />}
      </Route>
    </Switch>
  )
}
