import type { Profile } from '@palate/client'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { palate } from '../../../../api/palate.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../../ui/dialogs/dialog.tsx'
import { TextField } from '../../../../ui/forms/fields.tsx'
import { Form } from '../../../../ui/forms/form.tsx'
import { ErrorNote } from '../../../../ui/states.tsx'
import { showToast } from '../../../../ui/toaster.tsx'
import { useChange } from '../changes/use-change.ts'
import styles from '../history.module.css'
import { historyLinks } from '../history-links.ts'

interface Props {
  readonly profile: Profile
  /** The branch or version where it starts. */
  readonly from: { readonly id: string; readonly name: string }
  readonly onClose: () => void
}

/** Creates a branch from another branch's head or from a version. */
export function NewBranchDialog({ profile, from, onClose }: Props) {
  const [, navigate] = useLocation()
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const create = useChange(
    profile.id,
    (_: boolean) =>
      palate.profiles.branch(profile.id, {
        name,
        from: from.id,
        ...(description.trim() !== '' && { description }),
      }),
    (branch, isViewed) => {
      onClose()
      showToast(`Created ${branch.name}.`)
      const { base } = historyLinks(profile.id)
      navigate(isViewed ? `${base}?${new URLSearchParams({ branch: branch.id })}` : base)
    },
  )
  const isReady = name.trim() !== '' && !create.isPending
  return (
    <Dialog title="New branch" isOpen onClose={onClose}>
      <Form
        onSubmit={() => {
          if (isReady) create.mutate(true)
        }}
      >
        <p
          className={styles.soft}
        >{`It starts at ${from.name}. Changes that are not saved yet are kept. Everybody else stays where they are.`}</p>
        <TextField label="Name" value={name} onChange={setName} placeholder="try/bold" autoFocus />
        <TextField label="Purpose (optional)" value={description} onChange={setDescription} />
        <ErrorNote error={create.error} />
        <DialogActions>
          <Button isDisabled={!isReady} onPress={() => create.mutate(false)}>
            Create
          </Button>
          <Button look="primary" type="submit" isDisabled={!isReady}>
            Create and view
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
