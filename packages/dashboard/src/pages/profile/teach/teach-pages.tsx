import type { Profile } from '@palate/client'
import { Redirect, Route, Switch } from 'wouter'
import { useMay } from '../../../api/session.ts'
import { usePageTitle } from '../../../ui/layout/page.tsx'
import { NotFound } from '../../../ui/states.tsx'
import { AnswerPage } from './answer/answer-page.tsx'
import { AskPage } from './ask/ask-page.tsx'
import { CannotTeach } from './cannot-teach.tsx'
import { CheckPage } from './check/check-page.tsx'
import { ComparePage } from './compare/compare-page.tsx'
import { LabelPage } from './label/label-page.tsx'
import styles from './teach.module.css'
import { TeachBar } from './teach-bar.tsx'
import { useDimension } from './use-dimension.ts'

/** Compare, label or answer, for one dimension. */
export function TeachPages({ profile }: { readonly profile: Profile }) {
  usePageTitle(`Teach · ${profile.name}`)
  const { dimension, search } = useDimension()
  const mayTeach = useMay('teach', 'write')
  const base = `/profiles/${profile.id}/teach`
  if (!mayTeach) return <CannotTeach />
  return (
    <div className={styles.teach}>
      <Switch>
        <Route path={base}>
          <Redirect to={`${base}/compare${search}`} replace />
        </Route>
        <Route path={`${base}/compare`}>
          <ComparePage key={dimension} profile={profile} dimension={dimension} />
        </Route>
        <Route path={`${base}/label`}>
          <LabelPage key={dimension} profile={profile} dimension={dimension} />
        </Route>
        <Route path={`${base}/answer`}>
          <AnswerPage key={dimension} profile={profile} dimension={dimension} />
        </Route>
        <Route path={`${base}/ask`}>
          <TeachBar profile={profile} />
          <AskPage key={dimension} profile={profile} dimension={dimension} />
        </Route>
        <Route path={`${base}/check`}>
          <TeachBar profile={profile} />
          <CheckPage key={dimension} profile={profile} dimension={dimension} />
        </Route>
        <Route component={NotFound} />
      </Switch>
    </div>
  )
}
