import { Route, Switch, useLocation } from 'wouter'
import { useMay } from '../../api/session.ts'
import { NoAccess } from '../../ui/layout/no-access.tsx'
import { Tab, Tabs } from '../../ui/layout/tabs.tsx'
import { NotFound } from '../../ui/states.tsx'
import { AlertsPage } from './alerts/alerts-page.tsx'
import { DeadLettersPage } from './dead-letters/dead-letters-page.tsx'
import { DeliveryPage } from './delivery/delivery-page.tsx'
import { EndpointPage } from './endpoint/endpoint-page.tsx'
import { EndpointsPage } from './endpoints/endpoints-page.tsx'
import styles from './webhooks.module.css'

/** The pages of single webhooks are below the first tab. */
const tabs = [
  ['/webhooks', 'Endpoints', /^\/webhooks(?!\/(dead-letters|alerts)$)/],
  ['/webhooks/dead-letters', 'Dead letters', /^\/webhooks\/dead-letters$/],
  ['/webhooks/alerts', 'Alert rules', /^\/webhooks\/alerts$/],
] as const

/** Endpoints, deliveries, and the alert rules. */
export function WebhooksPages() {
  const [location] = useLocation()
  const mayManage = useMay('admin')
  if (!mayManage) return <NoAccess title="Webhooks" scope="admin" content="webhooks" />
  return (
    <>
      <div className={styles.tabs}>
        <Tabs label="Webhooks">
          {tabs.map(([path, label, pages]) => (
            <Tab key={path} to={path} label={label} isHere={pages.test(location)} />
          ))}
        </Tabs>
      </div>
      <Switch>
        <Route path="/webhooks" component={EndpointsPage} />
        <Route path="/webhooks/dead-letters" component={DeadLettersPage} />
        <Route path="/webhooks/alerts" component={AlertsPage} />
        <Route path="/webhooks/:id">{({ id }) => <EndpointPage key={id} id={id} />}</Route>
        <Route path="/webhooks/:id/deliveries/:deliveryId">
          {({ id, deliveryId }) => <DeliveryPage key={deliveryId} webhookId={id} id={deliveryId} />}
        </Route>
        <Route component={NotFound} />
      </Switch>
    </>
  )
}
