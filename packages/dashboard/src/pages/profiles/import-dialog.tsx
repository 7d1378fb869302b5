import type { ProfileExport } from '@palate/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FileTrigger } from 'react-aria-components'
import { useLocation } from 'wouter'
import { palate } from '../../api/palate.ts'
import { profilesKey } from '../../api/profiles.ts'
import { useSession } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { fieldError, ShownError, unlessAtField } from '../../ui/errors/describe-error.ts'
import { TextField } from '../../ui/forms/fields.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { FormActions } from '../../ui/forms/form-actions.tsx'
import styles from './profiles.module.css'
import { ProjectField } from './project-field.tsx'

interface Props {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Creates a profile from a file exported here or from another service. */
export function ImportDialog({ isOpen, onClose }: Props) {
  return (
    <Dialog title="Import a profile" isOpen={isOpen} onClose={onClose}>
      <ImportForm onClose={onClose} />
    </Dialog>
  )
}

function ImportForm({ onClose }: Pick<Props, 'onClose'>) {
  const [, navigate] = useLocation()
  const queries = useQueryClient()
  const only = useSession().data?.projectId
  const [file, setFile] = useState<{ name: string; document: ProfileExport }>()
  const [name, setName] = useState('')
  const [projectId, setProjectId] = useState('')
  const read = useMutation({
    mutationFn: readExport,
    onSuccess: (chosen) => {
      setFile(chosen)
      setName(chosen.document.name)
      setProjectId(only ?? chosen.document.projectId)
    },
  })
  const add = useMutation({
    mutationFn: (document: ProfileExport) =>
      palate.profiles.import({ ...document, name: name.trim(), projectId: projectId.trim() }),
    onSuccess: ({ id }) => {
      void queries.invalidateQueries({ queryKey: profilesKey })
      navigate(`/profiles/${id}`)
    },
  })
  return (
    <Form
      onSubmit={() => {
        if (file) add.mutate(file.document)
      }}
    >
      <div className={styles.file}>
        <FileTrigger
          acceptedFileTypes={['application/json', '.json']}
          onSelect={(files) => {
            const [chosen] = files ?? []
            if (chosen) read.mutate(chosen)
          }}
        >
          <Button isPending={read.isPending}>Choose a file</Button>
        </FileTrigger>
        {file ? file.name : 'A file saved with Export.'}
      </div>
      {file ? (
        <>
          <TextField
            label="Name"
            value={name}
            onChange={setName}
            maxLength={255}
            error={fieldError(add.error, 'name')}
          />
          <ProjectField value={projectId} onChange={setProjectId} />
        </>
      ) : null}
      <FormActions
        error={read.error ?? unlessAtField(add.error, 'name')}
        onCancel={onClose}
        isDisabled={!file || name.trim() === ''}
        isPending={add.isPending}
      >
        Import profile
      </FormActions>
    </Form>
  )
}

async function readExport(file: File): Promise<{ name: string; document: ProfileExport }> {
  try {
    const document = JSON.parse(await file.text()) as Partial<ProfileExport> | null
    if (document?.profileData && typeof document.name === 'string') {
      return { name: file.name, document: document as ProfileExport }
    }
  } catch {
    // Reported below.
  }
  throw new ShownError(`${file.name} is not a Palate export. Choose a file saved with Export.`)
}
