import type { Person } from '@palate/client'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { palate } from '../../api/palate.ts'
import { peopleKey, usePeople } from '../../api/people.ts'
import { useProjects } from '../../api/profiles.ts'
import { queries } from '../../api/queries.ts'
import { usePerson } from '../../api/session.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { fieldError, unlessAtField } from '../../ui/errors/describe-error.ts'
import { Checkboxes } from '../../ui/forms/checkboxes.tsx'
import { Choices } from '../../ui/forms/choices.tsx'
import { TextField } from '../../ui/forms/fields.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { FormActions } from '../../ui/forms/form-actions.tsx'
import { InvitationLink } from './invitation-link.tsx'
import { type PersonFields, roleLabels, useOwnProjects, useRolesToGive } from './people-data.ts'

interface InviteProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

export function InvitePersonDialog({ isOpen, onClose }: InviteProps) {
  return (
    <Dialog title="Invite a person" isOpen={isOpen} onClose={onClose}>
      <InviteForm onClose={onClose} />
    </Dialog>
  )
}

const nobody: PersonFields = { name: '', email: '', role: 'judge', projects: undefined }

function InviteForm({ onClose }: Pick<InviteProps, 'onClose'>) {
  const [fields, setFields] = useState(nobody)
  const invite = useMutation({
    mutationFn: () => {
      const { name, email, role, projects } = trimmed(fields)
      return palate.people.invite({
        name,
        role,
        ...(email !== '' && { email }),
        ...(projects && { projects: [...projects] }),
      })
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: peopleKey }),
  })
  if (invite.data) {
    const { person, invitation } = invite.data
    return <InvitationLink name={person.name} invitation={invitation} onClose={onClose} />
  }
  return (
    <Form onSubmit={() => invite.mutate()}>
      <PersonForm fields={fields} onChange={setFields} error={invite.error} />
      <FormActions
        error={unlessAtField(invite.error, 'name', 'email')}
        onCancel={onClose}
        isPending={invite.isPending}
        isDisabled={!isComplete(fields)}
      >
        Make the link
      </FormActions>
    </Form>
  )
}

interface ChangeProps {
  readonly person: Person | undefined
  readonly onClose: () => void
}

export function ChangePersonDialog({ person, onClose }: ChangeProps) {
  return (
    <Dialog title={`Change ${person?.name ?? 'the person'}`} isOpen={person !== undefined} onClose={onClose}>
      {person ? <ChangeForm person={person} onClose={onClose} /> : null}
    </Dialog>
  )
}

function ChangeForm({ person, onClose }: { readonly person: Person; readonly onClose: () => void }) {
  const [fields, setFields] = useState<PersonFields>({ email: '', ...person, projects: person.projects })
  const save = useMutation({
    mutationFn: () => palate.people.update(person.id, changesOf(person, trimmed(fields))),
    onSuccess: async () => {
      await queries.invalidateQueries()
      onClose()
    },
  })
  return (
    <Form onSubmit={() => save.mutate()}>
      <PersonForm fields={fields} onChange={setFields} error={save.error} />
      <FormActions
        error={unlessAtField(save.error, 'name', 'email')}
        onCancel={onClose}
        isPending={save.isPending}
        isDisabled={!isComplete(fields)}
      >
        Save
      </FormActions>
    </Form>
  )
}

/** Everybody's own name. */
export function NameDialog({ isOpen, onClose }: InviteProps) {
  return (
    <Dialog title="Your name" isOpen={isOpen} onClose={onClose}>
      <NameForm onClose={onClose} />
    </Dialog>
  )
}

function NameForm({ onClose }: Pick<InviteProps, 'onClose'>) {
  const person = usePerson()
  const [name, setName] = useState(person?.name ?? '')
  const save = useMutation({
    mutationFn: () => palate.people.update(person?.id ?? '', { name: name.trim() }),
    onSuccess: async () => {
      await queries.invalidateQueries()
      onClose()
    },
  })
  return (
    <Form onSubmit={() => save.mutate()}>
      <TextField
        label="Name"
        value={name}
        onChange={setName}
        maxLength={255}
        autoFocus
        error={fieldError(save.error, 'name')}
        hint="Everybody in this account sees it beside your judgements."
      />
      <FormActions
        error={unlessAtField(save.error, 'name')}
        onCancel={onClose}
        isPending={save.isPending}
        isDisabled={name.trim() === ''}
      >
        Save
      </FormActions>
    </Form>
  )
}

interface FormProps {
  readonly fields: PersonFields
  readonly onChange: (fields: PersonFields) => void
  readonly error: unknown
}

function PersonForm({ fields, onChange, error }: FormProps) {
  const roles = useRolesToGive()
  const change = (changed: Partial<PersonFields>) => onChange({ ...fields, ...changed })
  return (
    <>
      <TextField
        label="Name"
        value={fields.name}
        onChange={(name) => change({ name })}
        maxLength={255}
        autoFocus
        error={fieldError(error, 'name')}
      />
      <TextField
        label="E-mail (optional)"
        inputMode="email"
        autoComplete="off"
        value={fields.email}
        onChange={(email) => change({ email })}
        maxLength={254}
        error={fieldError(error, 'email')}
        hint="Only shown here. Palate sends no mail."
      />
      <Choices
        label="Role"
        value={fields.role}
        onChange={(role) => change({ role })}
        options={roles.map((value) => ({ value, ...roleLabels[value] }))}
      />
      <ProjectsField projects={fields.projects} onChange={(projects) => change({ projects })} />
    </>
  )
}

interface ProjectsProps {
  readonly projects: readonly string[] | undefined
  readonly onChange: (projects: readonly string[] | undefined) => void
}

/** Every project, or only some. Whoever is limited to some projects gives no others. */
function ProjectsField({ projects, onChange }: ProjectsProps) {
  const own = useOwnProjects()
  const known = useProjects().data?.projects.map(({ id }) => id) ?? []
  const people = usePeople().data ?? []
  const named = people.flatMap((person) => person.projects ?? [])
  const options = own ?? [...new Set([...known, ...named, ...(projects ?? [])])].toSorted()
  if (options.length === 0 || own?.length === 1) return null
  return (
    <>
      <Choices
        label="Projects"
        value={projects === undefined ? 'all' : 'some'}
        onChange={(value) => onChange(value === 'all' ? undefined : [])}
        options={[
          { value: 'all', label: own ? 'All of yours' : 'All, also future ones' },
          { value: 'some', label: 'Only these' },
        ]}
      />
      {projects === undefined ? null : (
        <Checkboxes
          label="Only these projects"
          values={projects}
          onChange={onChange}
          options={options.map((value) => ({ value, label: value }))}
          columns={2}
        />
      )}
    </>
  )
}

function isComplete({ name, projects }: PersonFields): boolean {
  return name.trim() !== '' && projects?.length !== 0
}

function trimmed(fields: PersonFields): PersonFields {
  return { ...fields, name: fields.name.trim(), email: fields.email.trim() }
}

/** Only what differs, so that nothing else is overwritten and nothing is asked that the session may not do. */
function changesOf(person: Person, { name, email, role, projects }: PersonFields) {
  return {
    ...(name !== person.name && { name }),
    ...(email !== (person.email ?? '') && { email: email === '' ? null : email }),
    ...(role !== person.role && { role }),
    ...(!areSame(projects, person.projects) && { projects: projects ? [...projects] : null }),
  }
}

function areSame(one: readonly string[] | undefined, other: readonly string[] | undefined): boolean {
  return one?.toSorted().join(' ') === other?.toSorted().join(' ')
}
