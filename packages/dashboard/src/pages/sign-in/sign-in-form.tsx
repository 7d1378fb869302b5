import { useCallback, useState } from 'react'
import { useSignIn } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/forms/fields.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { ErrorNote } from '../../ui/states.tsx'
import { codeIn, useSignInLink } from './sign-in-link.ts'

/** Asks for a key, or uses the code of a printed link, wherever it is pasted. */
export function SignInForm() {
  const [key, setKey] = useState('')
  const signIn = useSignIn()
  const { mutate } = signIn
  useSignInLink(useCallback((code) => mutate({ code }), [mutate]))
  const submit = () => {
    const code = codeIn(key)
    mutate(code === undefined ? { key: key.trim() } : { code }, { onSuccess: () => setKey('') })
  }
  return (
    <Form onSubmit={submit}>
      <TextField
        label="API key or link"
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
