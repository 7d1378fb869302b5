import { Page } from '../../ui/page.tsx'

export function WebhooksPages() {
  return <Page title="Webhooks">{null}</Page>
}
