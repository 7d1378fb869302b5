import type { Alert } from '@palate/client'
import { dimensionLabel } from '@palate/core/report/dimension-labels.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from 'wouter'
import { palate } from '../../../api/palate.ts'
import { useProfiles } from '../../../api/profiles.ts'
import { Button } from '../../../ui/button.tsx'
import { counted, percent } from '../../../ui/format.ts'
import { useSearchParam } from '../../../ui/hooks/use-search-param.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { Table } from '../../../ui/layout/table.tsx'
import { EmptyState, ErrorState, Loading } from '../../../ui/states.tsx'
import { alertsKey, useAlerts } from '../webhooks-data.ts'
import { NewAlertDialog } from './new-alert-dialog.tsx'

/** Rules that send `quality.alert` when scores fall. */
export function AlertsPage() {
  const alerts = useAlerts()
  const profiles = useProfiles()
  const [dialog, setDialog] = useSearchParam('dialog')
  const names = new Map(profiles.data?.map(({ id, name }) => [id, name]))
  return (
    <Page
      title="Alert rules"
      intro="A rule watches the scores of a profile and sends quality.alert once when their mean falls below a threshold."
      actions={
        <Button look="primary" onPress={() => setDialog('new')}>
          <Icon name="plus" size={16} />
          New rule
        </Button>
      }
    >
      {alerts.isPending ? <Loading label="Loading the rules" /> : null}
      {alerts.isLoadingError ? <ErrorState error={alerts.error} onRetry={() => void alerts.refetch()} /> : null}
      {alerts.data?.length === 0 ? (
        <EmptyState title="No rules yet">
          Add a rule to be alerted when new pictures no longer match, for example when the mean of the last 20 falls
          below 50 %.
        </EmptyState>
      ) : null}
      {alerts.data && alerts.data.length > 0 ? (
        <Table label="Alert rules" columns={['Profile', 'Fires when', 'Actions']}>
          {alerts.data.map((alert) => (
            <AlertRow key={alert.id} alert={alert} name={names.get(alert.profileId)} />
          ))}
        </Table>
      ) : null}
      <NewAlertDialog isOpen={dialog === 'new'} onClose={() => setDialog('')} profiles={profiles.data ?? []} />
    </Page>
  )
}

function AlertRow({ alert, name }: { readonly alert: Alert; readonly name: string | undefined }) {
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: () => palate.alerts.delete(alert.id),
    onSuccess: () => queries.invalidateQueries({ queryKey: alertsKey }),
  })
  return (
    <tr>
      <td>
        <Link href={`/profiles/${alert.profileId}`}>{name ?? alert.profileId}</Link>
      </td>
      <td>
        the mean of “{dimensionLabel(alert.dimension)}” over the last {counted(alert.over, 'picture')} is below{' '}
        {percent(alert.below)}
      </td>
      <td>
        <Button
          look="quiet"
          isPending={remove.isPending}
          onPress={() => remove.mutate()}
          aria-label={`Delete the rule for ${name ?? alert.profileId}`}
        >
          Delete
        </Button>
      </td>
    </tr>
  )
}
