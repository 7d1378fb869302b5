import type { Profile } from '@palate/client'
import { Route, Switch } from 'wouter'
import { useMay } from '../../../api/session.ts'
import { EmptyState } from '../../../ui/states.tsx'
import { useDimension } from '../teach/use-dimension.ts'
import { DifferPage } from './differ-page.tsx'
import { RoundPage } from './round-page.tsx'

/** Where the people of a profile differ, and a round in which they judge the same pictures. */
export function DifferPages({ profile }: { readonly profile: Profile }) {
  const { dimension } = useDimension()
  const maySee = useMay('read', 'write')
  if (!maySee)
    return <EmptyState title="You cannot see this">Ask somebody for a role that can read profiles.</EmptyState>
  return (
    <Switch>
      <Route path="/profiles/:id/differ/round">
        <RoundPage key={dimension} profile={profile} dimension={dimension} />
      </Route>
      <Route>
        <DifferPage key={dimension} profile={profile} dimension={dimension} />
      </Route>
    </Switch>
  )
}
