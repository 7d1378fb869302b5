import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Form } from 'react-aria-components'
import { signIn } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Icon } from '../../ui/icon.tsx'
import { usePageTitle } from '../../ui/page.tsx'
import { ErrorNote } from '../../ui/states.tsx'
import styles from './sign-in.module.css'

/** Asks for a key, or takes the code of a printed link. Whoever signs in stays on the page that was asked for. */
export function SignInPage() {
  usePageTitle('Sign in')
  const queries = useQueryClient()
  const [key, setKey] = useState('')
  const attempt = useMutation({
    mutationFn: signIn,
    onSuccess: (session) => {
      setKey('')
      queries.setQueryData(['session'], session)
    },
  })
  const { mutate } = attempt
  useEffect(() => {
    const code = takeCodeFromAddress()
    if (code !== undefined) mutate({ code })
  }, [mutate])

  return (
    <main className={styles.page}>
      <Form
        className={styles.card ?? ''}
        onSubmit={(event) => {
          event.preventDefault()
          mutate({ key: key.trim() })
        }}
      >
        <div className={styles.brand}>
          <Icon name="logo" size={28} />
          Palate
        </div>
        <h1>Sign in</h1>
        <p className={styles.text}>With an API key. It goes to the service once; this page does not keep it.</p>
        <TextField
          label="API key"
          type="password"
          autoComplete="off"
          value={key}
          onChange={setKey}
          placeholder="plt_…"
          hint={
            <>
              No key at hand? <code>palate open</code> on the machine of the service prints a link that signs you in.
            </>
          }
        />
        <ErrorNote error={attempt.error} />
        <Button look="primary" type="submit" isPending={attempt.isPending} isDisabled={key.trim() === ''}>
          Sign in
        </Button>
      </Form>
    </main>
  )
}

/** The code of a link such as `/#code=…`. It leaves the address at once, so that it stays in no history. */
function takeCodeFromAddress(): string | undefined {
  const code = new URLSearchParams(location.hash.slice(1)).get('code') ?? undefined
  if (code !== undefined) history.replaceState(history.state, '', location.pathname + location.search)
  return code
}
