import { useState } from 'react'
import { Redirect } from 'wouter'
import { usePerson, useSession, useSignIn } from '../../api/session.ts'
import { useSignInMethods } from '../../api/sign-in-methods.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { listed } from '../../ui/format.ts'
import { Page } from '../../ui/layout/page.tsx'
import { Initials } from '../../ui/people/initials.tsx'
import { ErrorNote } from '../../ui/states.tsx'
import { roleLabels } from '../people/people-data.ts'
import { InvitedChoices } from '../sign-in/invited.tsx'
import { takeCode, useSignInLink } from '../sign-in/sign-in-link.ts'
import styles from './join.module.css'

/** Where an invitation leads: welcomes the person who has just signed in. */
export function JoinPage() {
  const [code, setCode] = useState(takeCode)
  // Another link, pasted into the address of this page.
  useSignInLink(setCode, nowhere)
  const session = useSession().data
  const person = usePerson()
  if (code !== undefined) return <AlreadySignedIn code={code} onStay={() => setCode(undefined)} />
  if (!session || !person) return <Redirect to="/" replace />
  const projects = session.projects ?? (session.projectId == null ? [] : [session.projectId])
  return (
    <Page title={`Welcome, ${person.name}`}>
      <section className={styles.card} aria-label="You">
        <Initials id={person.id} name={person.name} isNamed />
        <div>
          <p>
            You are signed in as <strong>{person.name}</strong>, {roleLabels[person.role].label.toLowerCase()} in{' '}
            {session.account}
            {projects.length === 0 ? '' : `, in ${listed(projects)}`}. This browser stays signed in for 30 days from
            your last visit.
          </p>
          <p className={styles.soft}>{abilities[person.role]}</p>
        </div>
        <div className={styles.actions}>
          <ButtonLink look="primary" to="/profiles">
            Go to the profiles
          </ButtonLink>
          <ButtonLink to="/people?dialog=name">Change your name</ButtonLink>
        </div>
      </section>
    </Page>
  )
}

const nowhere: readonly string[] = []

const abilities = {
  viewer: 'You can see profiles and score pictures.',
  judge: 'You can judge pictures: what you think, before you see what others thought.',
  editor: 'You can judge pictures, and create, save and merge profiles.',
  owner: 'You can do everything, and invite others under People.',
} as const

interface Props {
  readonly code: string
  readonly onStay: () => void
}

/** An invitation that is opened in the browser of somebody else would be used up. */
function AlreadySignedIn({ code, onStay }: Props) {
  const person = usePerson()
  const provider = useSignInMethods().data?.oidc
  const signIn = useSignIn()
  const use = (used: string) => signIn.mutate({ code: used }, { onSuccess: onStay })
  const current = person ? `as ${person.name}` : 'with an API key'
  return (
    <Page title="Use this invitation?">
      <section className={styles.card} aria-label="Invitation">
        <p>
          This browser is signed in {current}. The link signs in the person who was invited, and works once. If it is
          not for you, send it on unopened.
        </p>
        <ErrorNote error={signIn.error} />
        <div className={styles.actions}>
          {provider ? (
            <InvitedChoices code={code} provider={provider.name} onUse={use} />
          ) : (
            <Button look="primary" isPending={signIn.isPending} onPress={() => use(code)}>
              Sign in with the link
            </Button>
          )}
          <Button onPress={onStay}>Stay signed in {current}</Button>
        </div>
      </section>
    </Page>
  )
}
