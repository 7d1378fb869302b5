import type { CreatedWebhook } from '@palate/client'
import { Button } from '../../ui/button.tsx'
import { DialogActions } from '../../ui/dialog.tsx'
import { Secret } from '../../ui/secret.tsx'

/** The secret that signs what is sent. It is shown this once. */
export function SecretOnce({ webhook, onClose }: { readonly webhook: CreatedWebhook; readonly onClose: () => void }) {
  return (
    <>
      <p>
        <strong>Copy the secret now.</strong> The receiver checks with it that an event is from here. It is not shown
        again; you can always make a new one.
      </p>
      {webhook.secret === undefined ? null : <Secret label="the secret" value={webhook.secret} />}
      <DialogActions>
        <Button look="primary" onPress={onClose}>
          Done
        </Button>
      </DialogActions>
    </>
  )
}
