import type { ApiKey } from '@palate/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { palate } from '../../api/palate.ts'
import { DeleteDialog } from '../../ui/dialogs/delete-dialog.tsx'
import { showToast } from '../../ui/toaster.tsx'
import { describeUse } from './key-labels.ts'
import { keysKey } from './keys-data.ts'

interface Props {
  readonly apiKey: ApiKey | undefined
  readonly onClose: () => void
}

export function RevokeDialog({ apiKey, onClose }: Props) {
  const queries = useQueryClient()
  const revoke = useMutation({
    mutationFn: ({ id }: ApiKey) => palate.keys.revoke(id),
    onSuccess: (_, { name }) => {
      showToast(`Revoked ${name}.`)
      onClose()
      return queries.invalidateQueries({ queryKey: keysKey })
    },
  })
  return (
    <DeleteDialog
      title={`Revoke ${apiKey?.name ?? 'the key'}?`}
      isOpen={apiKey !== undefined}
      onClose={() => {
        revoke.reset()
        onClose()
      }}
      onConfirm={() => {
        if (apiKey) revoke.mutate(apiKey)
      }}
      action="Revoke"
      isPending={revoke.isPending}
      error={revoke.error}
    >
      {apiKey ? <p>{describeUse(apiKey)}</p> : null}
      <p>
        Links that were shared with it end. Keys created with it keep working. If you are signed in with it, you are
        signed out.
      </p>
    </DeleteDialog>
  )
}
