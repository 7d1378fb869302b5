import { Page } from '../../ui/page.tsx'

export function EventsPage() {
  return <Page title="Events">{null}</Page>
}
