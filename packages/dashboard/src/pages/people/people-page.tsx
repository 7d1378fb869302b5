import type { ListedPerson, Person } from '@palate/client'
import { useState } from 'react'
import { usePeople } from '../../api/people.ts'
import { useMay, usePerson } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { useSearchParam } from '../../ui/hooks/use-search-param.ts'
import { Icon } from '../../ui/icon.tsx'
import { NoAccess } from '../../ui/layout/no-access.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Table } from '../../ui/layout/table.tsx'
import { Initials } from '../../ui/people/initials.tsx'
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { InviteAgainDialog } from './invite-again-dialog.tsx'
import styles from './people.module.css'
import { isWhole, type PersonAction } from './people-data.ts'
import { ChangePersonDialog, InvitePersonDialog, NameDialog } from './person-dialogs.tsx'
import { PersonRow } from './person-row.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { SuspendDialog } from './suspend-dialog.tsx'

/** Who works here. Whoever may manage them invites and changes them; others see the names and change their own. */
export function PeoplePage() {
  const mayManage = useMay('admin')
  const person = usePerson()
  if (!mayManage && !person) return <NoAccess title="People" scope="admin" content="people" />
  return <People mayManage={mayManage} />
}

function People({ mayManage }: { readonly mayManage: boolean }) {
  const people = usePeople()
  const [dialog, setDialog] = useSearchParam('dialog')
  const [action, setAction] = useState<PersonAction>()
  const done = () => setAction(undefined)
  const acted = (what: PersonAction['what']) => (action?.what === what ? action.person : undefined)
  return (
    <Page
      title="People"
      intro={
        mayManage
          ? 'Each person signs in with a link of their own, and judges in their own name. Programs use keys.'
          : 'The people of this account.'
      }
      actions={
        mayManage ? (
          <Button look="primary" onPress={() => setDialog('invite')}>
            <Icon name="plus" size={16} />
            Invite
          </Button>
        ) : null
      }
    >
      {people.isPending ? <Loading label="Loading the people" /> : null}
      {people.isLoadingError ? <ErrorState error={people.error} onRetry={() => void people.refetch()} /> : null}
      {people.data?.length === 0 ? (
        <EmptyState title="Nobody is invited yet">
          With people, Palate knows who judged what: the score gives everybody the same say, and shows where you differ.
        </EmptyState>
      ) : null}
      {people.data && people.data.length > 0 ? (
        mayManage ? (
          <Managed people={people.data} onAct={setAction} />
        ) : (
          <Names people={people.data} onRename={() => setDialog('name')} />
        )
      ) : null}
      <InvitePersonDialog isOpen={dialog === 'invite' && mayManage} onClose={() => setDialog('')} />
      <NameDialog isOpen={dialog === 'name'} onClose={() => setDialog('')} />
      <ChangePersonDialog person={acted('change')} onClose={done} />
      <InviteAgainDialog person={acted('invite')} onClose={done} />
      <SuspendDialog person={acted('suspend')} onClose={done} />
      <RemoveDialog person={acted('remove')} onClose={done} />
    </Page>
  )
}

interface ManagedProps {
  readonly people: readonly ListedPerson[]
  readonly onAct: (action: PersonAction) => void
}

/** Somebody with access to other projects is only a name. */
function Managed({ people, onAct }: ManagedProps) {
  const own = usePerson()?.id
  const whole = people.filter(isWhole)
  const others = people.filter((person) => !isWhole(person))
  return (
    <>
      {whole.length > 0 ? (
        <Table label="People" columns={['Name', 'Role', 'Projects', 'Last seen', 'Status', 'Actions']}>
          {whole.map((person: Person) => (
            <PersonRow key={person.id} person={person} isOwn={person.id === own} onAct={onAct} />
          ))}
        </Table>
      ) : null}
      {others.length > 0 ? (
        <section className={styles.others} aria-label="People of other projects">
          <h2>People of other projects</h2>
          <NameList people={others} own={own} />
        </section>
      ) : null}
    </>
  )
}

function Names({ people, onRename }: { readonly people: readonly ListedPerson[]; readonly onRename: () => void }) {
  return <NameList people={people} own={usePerson()?.id} onRename={onRename} />
}

interface NameListProps {
  readonly people: readonly ListedPerson[]
  readonly own: string | undefined
  readonly onRename?: () => void
}

function NameList({ people, own, onRename }: NameListProps) {
  return (
    <ul className={styles.names} aria-label="Names">
      {people.map(({ id, name }) => (
        <li key={id} className={styles.name}>
          <Initials id={id} name={name} isNamed />
          <span className={styles.nameText}>
            {name}
            {id === own ? <span className={styles.soft}> (you)</span> : null}
          </span>
          {id === own && onRename ? <Button onPress={onRename}>Change your name</Button> : null}
        </li>
      ))}
    </ul>
  )
}
