import { useState } from 'react'
import { useMay } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { useSearchParam } from '../../ui/hooks/use-search-param.ts'
import { Icon } from '../../ui/icon.tsx'
import { NoAccess } from '../../ui/layout/no-access.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Table } from '../../ui/layout/table.tsx'
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { KeyDialog } from './key-dialog.tsx'
import { KeyRow } from './key-row.tsx'
import type { KeyAction } from './keys-data.ts'
import { useKeys } from './keys-data.ts'
import { NewKeyDialog } from './new-key-dialog.tsx'
import { RevokeDialog } from './revoke-dialog.tsx'
import { RotateDialog } from './rotate-dialog.tsx'

/** The account's API keys. */
export function KeysPage() {
  const mayManage = useMay('admin')
  if (!mayManage) return <NoAccess title="API keys" scope="admin" content="keys" />
  return <Keys />
}

function Keys() {
  const keys = useKeys()
  const [dialog, setDialog] = useSearchParam('dialog')
  const [shown, setShown] = useSearchParam('key')
  const [action, setAction] = useState<KeyAction>()
  const done = () => setAction(undefined)
  return (
    <Page
      title="API keys"
      intro="Programs and people access the service with keys. Give each its own key with only the scopes it needs."
      actions={
        <Button look="primary" onPress={() => setDialog('new')}>
          <Icon name="plus" size={16} />
          New key
        </Button>
      }
    >
      {keys.isPending ? <Loading label="Loading the keys" /> : null}
      {keys.isLoadingError ? <ErrorState error={keys.error} onRetry={() => void keys.refetch()} /> : null}
      {keys.data?.length === 0 ? (
        <EmptyState title="No keys in use">Create one for each program that uses the service.</EmptyState>
      ) : null}
      {keys.data && keys.data.length > 0 ? (
        <Table label="API keys" columns={['Name', 'Scopes', 'Last 30 days', 'Last used', 'Expires', 'Actions']}>
          {keys.data.map((key) => (
            <KeyRow key={key.id} apiKey={key} onShow={() => setShown(key.id)} onAct={setAction} />
          ))}
        </Table>
      ) : null}
      <NewKeyDialog isOpen={dialog === 'new'} onClose={() => setDialog('')} />
      <KeyDialog apiKey={keys.data?.find(({ id }) => id === shown)} onClose={() => setShown('')} />
      <RotateDialog apiKey={action?.what === 'rotate' ? action.key : undefined} onClose={done} />
      <RevokeDialog apiKey={action?.what === 'revoke' ? action.key : undefined} onClose={done} />
    </Page>
  )
}
