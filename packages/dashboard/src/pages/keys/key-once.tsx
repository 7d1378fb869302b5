import type { CreatedApiKey } from '@palate/client'
import { ShownOnce } from '../../ui/shown-once.tsx'

/** The new key itself. Neither this page nor the service can show it again. */
export function KeyOnce({ created, onClose }: { readonly created: CreatedApiKey; readonly onClose: () => void }) {
  return (
    <ShownOnce label="the key" secret={created.key} onClose={onClose}>
      <strong>Copy it now.</strong> The service keeps only its fingerprint: nobody can show it again.
    </ShownOnce>
  )
}
