import type { CreatedWebhook } from '@palate/client'
import { OneTimeSecret } from '../../ui/dialogs/one-time-secret.tsx'

/** The signing secret. */
export function OneTimeWebhookSecret({
  webhook,
  onClose,
}: {
  readonly webhook: CreatedWebhook
  readonly onClose: () => void
}) {
  return (
    <OneTimeSecret label="the secret" secret={webhook.secret} onClose={onClose}>
      <strong>Copy the secret now.</strong> The receiver uses it to verify that events come from this service. It is
      shown only once; you can create a new one at any time.
    </OneTimeSecret>
  )
}
