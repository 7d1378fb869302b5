import type { Login } from '@palate/client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { palate } from '../../api/palate.ts'
import { usePerson } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/forms/fields.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { EmptyState, ErrorNote, Loading } from '../../ui/states.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { codeIn } from '../sign-in/code-in.ts'
import styles from './login.module.css'

/** Where `palate login` sends a person, who gives the command a key of theirs, or does not. */
export function LoginPage() {
  const person = usePerson()
  const [code, setCode] = useState(() => codeIn(location.hash) ?? '')
  // Another address of this page, pasted into an open one.
  useEffect(() => {
    const read = () => setCode(codeIn(location.hash) ?? '')
    window.addEventListener('hashchange', read)
    return () => window.removeEventListener('hashchange', read)
  }, [])
  if (!person) {
    return (
      <Page title="Log a command in">
        <EmptyState title="You are signed in with an API key">
          The command receives a key of a person. Sign out and sign in as yourself, or use{' '}
          <code>palate login --key</code>.
        </EmptyState>
      </Page>
    )
  }
  return (
    <Page title="Log a command in">
      {code === '' ? <CodeForm onCode={setCode} /> : <Request key={code} code={code} onOther={() => setCode('')} />}
    </Page>
  )
}

function CodeForm({ onCode }: { readonly onCode: (code: string) => void }) {
  const [typed, setTyped] = useState('')
  return (
    <section className={styles.card} aria-label="Code">
      <Form onSubmit={() => onCode(typed.trim())}>
        <TextField
          label="Code"
          hint="The command shows it."
          value={typed}
          onChange={setTyped}
          placeholder="BCDF-GHJK"
          autoComplete="off"
          autoFocus
          maxLength={40}
        />
        <Button look="primary" type="submit" isDisabled={typed.trim() === ''}>
          Continue
        </Button>
      </Form>
    </section>
  )
}

interface RequestProps {
  readonly code: string
  readonly onOther: () => void
}

function Request({ code, onOther }: RequestProps) {
  const login = useQuery({
    queryKey: ['login', code],
    queryFn: ({ signal }) => palate.logins.get(code, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (login.isPending) return <Loading label="Looking for the command" />
  if (login.data === undefined) {
    return (
      <section className={styles.card} aria-label="Command">
        <ErrorNote error={login.error} />
        <Button onPress={onOther}>Enter another code</Button>
      </section>
    )
  }
  return <Decision login={login.data} />
}

function Decision({ login }: { readonly login: Login }) {
  const person = usePerson()
  const decide = useMutation({ mutationFn: (approve: boolean) => palate.logins.decide(login.userCode, approve) })
  if (decide.isSuccess) {
    return (
      <EmptyState title={decide.variables ? `${login.name} is logged in` : `${login.name} was refused`}>
        {decide.variables
          ? 'The command goes on by itself. You can close this page. The key is under Keys, and ends with you.'
          : 'The command received nothing. You can close this page.'}
      </EmptyState>
    )
  }
  return (
    <section className={styles.card} aria-label="Command">
      <p>
        A command on <strong>{login.name}</strong> wants to act as <strong>{person?.name}</strong>. It shows this code:
      </p>
      <p className={styles.code}>{login.userCode}</p>
      <dl className={styles.facts}>
        <dt>Started</dt>
        <dd>
          <TimeAgo at={login.createdAt} />, from {login.address}
        </dd>
        <dt>Expires</dt>
        <dd>
          <TimeAgo at={login.expiresAt} />
        </dd>
      </dl>
      <p>Approve only what you have started yourself, just now, and if the code is the same.</p>
      <ErrorNote error={decide.error} />
      <div className={styles.actions}>
        <Button look="primary" isPending={decide.isPending} onPress={() => decide.mutate(true)}>
          Approve
        </Button>
        <Button look="danger" isDisabled={decide.isPending} onPress={() => decide.mutate(false)}>
          Refuse
        </Button>
      </div>
    </section>
  )
}
