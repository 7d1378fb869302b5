import type { CreatedApiKey } from '@palate/client'
import { Button } from '../../ui/button.tsx'
import { DialogActions } from '../../ui/dialog.tsx'
import { Secret } from '../../ui/secret.tsx'

/** The new key itself. Neither this page nor the service can show it again. */
export function ShownOnce({ created, onClose }: { readonly created: CreatedApiKey; readonly onClose: () => void }) {
  return (
    <>
      <p>
        <strong>Copy it now.</strong> The service keeps only its fingerprint: nobody can show it again.
      </p>
      {created.key === undefined ? null : <Secret label="the key" value={created.key} />}
      <DialogActions>
        <Button look="primary" onPress={onClose}>
          Done
        </Button>
      </DialogActions>
    </>
  )
}
