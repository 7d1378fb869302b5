import type { Invitation } from '@palate/client'
import { OneTimeSecret } from '../../ui/dialogs/one-time-secret.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'

interface Props {
  readonly name: string
  readonly invitation: Invitation
  readonly onClose: () => void
}

/** The link that signs a person in. Neither this page nor the service can show it again. */
export function InvitationLink({ name, invitation: { url, expiresAt }, onClose }: Props) {
  return (
    <OneTimeSecret label="the link" secret={url} onClose={onClose}>
      {url === undefined ? (
        <>The answer with the link was lost. Make another link for {name}.</>
      ) : (
        <>
          <strong>Send this link to {name}.</strong> Whoever opens it signs in as {name}: it works once, and expires{' '}
          <TimeAgo at={expiresAt} />. It cannot be shown again, but you can make another one.
        </>
      )}
    </OneTimeSecret>
  )
}
