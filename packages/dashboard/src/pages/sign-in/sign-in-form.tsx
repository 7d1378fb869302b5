import { useEffect, useState } from 'react'
import { useSignIn } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/forms/fields.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { ErrorNote } from '../../ui/states.tsx'

/** Asks for a key, or uses the code of a printed link. */
export function SignInForm() {
  const [key, setKey] = useState('')
  const signIn = useSignIn()
  const { mutate } = signIn
  useEffect(() => {
    const code = takeCodeFromAddress()
    if (code !== undefined) mutate({ code })
  }, [mutate])
  return (
    <Form onSubmit={() => mutate({ key: key.trim() }, { onSuccess: () => setKey('') })}>
      <TextField
        label="API key"
        type="password"
        autoComplete="off"
        autoFocus
        value={key}
        onChange={setKey}
        placeholder="plt_…"
        hint={
          <>
            No key? <code>palate open</code> on the service's machine prints a sign-in link.
          </>
        }
      />
      <ErrorNote error={signIn.error} />
      <Button look="primary" type="submit" isPending={signIn.isPending} isDisabled={key.trim() === ''}>
        Sign in
      </Button>
    </Form>
  )
}

/** The code of a link such as `/#code=…`. It is removed from the URL immediately, so that no history keeps it. */
function takeCodeFromAddress(): string | undefined {
  const code = new URLSearchParams(location.hash.slice(1)).get('code') ?? undefined
  if (code !== undefined) history.replaceState(history.state, '', location.pathname + location.search)
  return code
}
