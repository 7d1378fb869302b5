import type { Profile, ProfileSummary } from '@palate/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { palate, serviceUrl } from '../../../api/palate.ts'
import { profileKey } from '../../../api/profile.ts'
import { profilesKey } from '../../../api/profiles.ts'
import { useMay } from '../../../api/session.ts'
import { Button } from '../../../ui/button.tsx'
import { DeleteDialog } from '../../../ui/dialogs/delete-dialog.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Menu, MenuItem, MenuLine } from '../../../ui/layout/menu.tsx'
import { showToast } from '../../../ui/toaster.tsx'
import { BudgetCard } from '../overview/budget-card.tsx'
import { EditDialog } from './edit-dialog.tsx'

/** Actions on the whole profile. */
export function ProfileMenu({ profile }: { readonly profile: Profile }) {
  const mayWrite = useMay('write')
  const [dialog, setDialog] = useState<'edit' | 'budget' | 'delete'>()
  const close = () => setDialog(undefined)
  const exportAddress = `${serviceUrl}/v1/profiles/${encodeURIComponent(profile.id)}/export`
  return (
    <>
      <Menu
        aria-label="Profile"
        onAction={(key) => {
          if (key === 'edit' || key === 'budget' || key === 'delete') setDialog(key)
        }}
        button={
          <Button look="quiet" aria-label={`More for ${profile.name}`}>
            <Icon name="more" />
          </Button>
        }
      >
        {mayWrite ? <MenuItem id="edit">Rename or describe</MenuItem> : null}
        <MenuItem id="budget">Settings</MenuItem>
        <MenuItem id="export" href={exportAddress} download={`${fileName(profile.name)}.palate.json`} target="_self">
          Export to a file
        </MenuItem>
        {mayWrite ? <MenuLine /> : null}
        {mayWrite ? (
          <MenuItem id="delete" tone="danger">
            Delete profile
          </MenuItem>
        ) : null}
      </Menu>
      <EditDialog profile={profile} isOpen={dialog === 'edit'} onClose={close} />
      <Dialog title="Settings" isOpen={dialog === 'budget'} onClose={close}>
        <BudgetCard profileId={profile.id} budget={profile.profileData.budget} />
      </Dialog>
      <DeleteProfile profile={profile} isOpen={dialog === 'delete'} onClose={close} />
    </>
  )
}

function DeleteProfile({
  profile,
  isOpen,
  onClose,
}: {
  readonly profile: Profile
  readonly isOpen: boolean
  readonly onClose: () => void
}) {
  const [, navigate] = useLocation()
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: async () => {
      // Pending requests would return 404.
      await queries.cancelQueries({ queryKey: profileKey(profile.id) })
      return palate.profiles.delete(profile.id)
    },
    onError: () => queries.invalidateQueries({ queryKey: profileKey(profile.id) }),
    onSuccess: () => {
      showToast(`Deleted ${profile.name}.`)
      // Remove it from the cached list first: its card would request pictures that no longer exist.
      queries.setQueryData<readonly ProfileSummary[]>(profilesKey, (before) =>
        before?.filter(({ id }) => id !== profile.id),
      )
      navigate('/profiles')
      void queries.invalidateQueries({ queryKey: profilesKey })
    },
  })
  return (
    <DeleteDialog
      title={`Delete ${profile.name}?`}
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={() => remove.mutate()}
      action="Delete permanently"
      name={profile.name}
      isPending={remove.isPending}
      error={remove.error}
    >
      <p>This permanently deletes its judgements, branches and history. Export it first if you may need it again.</p>
    </DeleteDialog>
  )
}

function fileName(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
}
