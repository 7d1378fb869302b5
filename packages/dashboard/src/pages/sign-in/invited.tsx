import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { palate } from '../../api/palate.ts'
import { currentPath, useSignInMethods } from '../../api/sign-in-methods.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNote, Loading } from '../../ui/states.tsx'
import styles from './sign-in.module.css'

interface Props {
  readonly code: string
  /** Signs in with the link alone. */
  readonly onUse: (code: string) => void
}

/** Signs in with an invitation at once or, where an identity provider is set, asks whether the person has an account there. */
export function Invited({ code, onUse }: Props) {
  const methods = useSignInMethods()
  const provider = methods.data?.oidc
  const hasNone = !methods.isPending && !provider
  useEffect(() => {
    if (hasNone) onUse(code)
  }, [hasNone, code, onUse])
  if (!provider) return <Loading label="Opening your invitation" />
  return <InvitedChoices code={code} provider={provider.name} onUse={onUse} />
}

/** With the identity provider, the person is whoever it signs in, also in future. */
export function InvitedChoices({ code, provider, onUse }: Props & { readonly provider: string }) {
  const start = useMutation({
    mutationFn: () => palate.session.startSignOn({ code, to: currentPath() }),
    onSuccess: ({ url }) => location.assign(url),
  })
  return (
    <>
      <p className={styles.text}>
        With {provider} you can sign in on every machine from now on. The link alone signs in this browser.
      </p>
      <ErrorNote error={start.error} />
      <Button look="primary" isPending={start.isPending || start.isSuccess} onPress={() => start.mutate()}>
        Sign in with {provider}
      </Button>
      <Button onPress={() => onUse(code)}>Sign in with the link alone</Button>
    </>
  )
}
