import type { CreatedApiKey } from '@palate/client'
import { OneTimeSecret } from '../../ui/dialogs/one-time-secret.tsx'

/** The new key. Neither this page nor the service can show it again. */
export function OneTimeKey({ created, onClose }: { readonly created: CreatedApiKey; readonly onClose: () => void }) {
  return (
    <OneTimeSecret label="the key" secret={created.key} onClose={onClose}>
      <strong>Copy it now.</strong> The service stores only its fingerprint, so it cannot be shown again.
    </OneTimeSecret>
  )
}
