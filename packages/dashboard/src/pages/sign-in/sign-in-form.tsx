import { useCallback, useState } from 'react'
import { useSignIn } from '../../api/session.ts'
import { useSignInMethods } from '../../api/sign-in-methods.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/forms/fields.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { ErrorNote } from '../../ui/states.tsx'
import { codeIn } from './code-in.ts'
import { Invited } from './invited.tsx'
import { ProviderLink } from './provider-link.tsx'
import styles from './sign-in.module.css'
import { isJoinPage, useSignInError, useSignInLink } from './sign-in-link.ts'

interface Props {
  readonly introduction: string
  /** What is behind the form is not left. */
  readonly keepsPage?: boolean
}

/** Asks for a key, or uses the code of a link, wherever it is pasted. Offers the identity provider if there is one. */
export function SignInForm({ introduction, keepsPage = false }: Props) {
  const [key, setKey] = useState('')
  const [invitation, setInvitation] = useState<string>()
  const refused = useSignInError()
  const provider = useSignInMethods().data?.oidc
  const signIn = useSignIn()
  const { mutate } = signIn
  useSignInLink(useCallback((code) => (isJoinPage() ? setInvitation(code) : mutate({ code })), [mutate]))
  const submit = () => {
    const code = codeIn(key)
    mutate(code === undefined ? { key: key.trim() } : { code }, { onSuccess: () => setKey('') })
  }
  if (invitation !== undefined) {
    return (
      <Invited
        code={invitation}
        onUse={(code) => {
          setInvitation(undefined)
          mutate({ code })
        }}
      />
    )
  }
  return (
    <>
      <p className={styles.text}>{introduction}</p>
      <ErrorNote error={refused} />
      <ProviderLink keepsPage={keepsPage} />
      <Form onSubmit={submit}>
        <TextField
          label="API key or link"
          type="password"
          autoComplete="off"
          // A key that somebody is about to press on the page behind is not for this field.
          autoFocus={!keepsPage}
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
        <Button
          look={provider ? 'plain' : 'primary'}
          type="submit"
          isPending={signIn.isPending}
          isDisabled={key.trim() === ''}
        >
          Sign in
        </Button>
      </Form>
    </>
  )
}
