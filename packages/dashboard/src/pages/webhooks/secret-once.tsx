import type { CreatedWebhook } from '@palate/client'
import { OneTimeSecret } from '../../ui/dialogs/one-time-secret.tsx'

/** The secret that signs what is sent. */
export function SecretOnce({ webhook, onClose }: { readonly webhook: CreatedWebhook; readonly onClose: () => void }) {
  return (
    <OneTimeSecret label="the secret" secret={webhook.secret} onClose={onClose}>
      <strong>Copy the secret now.</strong> The receiver checks with it that an event is from here. It is not shown
      again; you can always make a new one.
    </OneTimeSecret>
  )
}
