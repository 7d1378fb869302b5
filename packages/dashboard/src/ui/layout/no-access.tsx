import { EmptyState } from '../states.tsx'
import { Page } from './page.tsx'

interface Props {
  readonly title: string
  readonly scope: 'admin' | 'read'
  /** What the page shows. */
  readonly content: string
}

/** In place of a page that the key may not see. */
export function NoAccess({ title, scope, content }: Props) {
  return (
    <Page title={title}>
      <EmptyState title="This key has no access">
        Sign in with a key that has the {scope} scope to see {content}.
      </EmptyState>
    </Page>
  )
}
