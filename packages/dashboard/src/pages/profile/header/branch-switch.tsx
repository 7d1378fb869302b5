import type { Profile } from '@palate/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { palate } from '../../../api/palate.ts'
import { profileKey } from '../../../api/profile.ts'
import { useMay } from '../../../api/session.ts'
import { Button } from '../../../ui/button.tsx'
import { describeError } from '../../../ui/errors/describe-error.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Menu, MenuItem, MenuLine } from '../../../ui/layout/menu.tsx'
import { Badge } from '../../../ui/layout/page.tsx'
import { showToast } from '../../../ui/toaster.tsx'

/** The current branch, and the menu that switches to another. */
export function BranchSwitch({ profile }: { readonly profile: Profile }) {
  const [, navigate] = useLocation()
  const queries = useQueryClient()
  const mayWrite = useMay('write')
  const { branches, currentBranchId } = profile.profileData
  const current = branches.find(({ id }) => id === currentBranchId)?.name ?? currentBranchId
  const change = useMutation({
    mutationFn: (branchId: string) => palate.profiles.switch(profile.id, branchId),
    onSuccess: ({ name }) => showToast(`Switched to ${name} for everybody.`),
    onError: (error) => showToast(`Still on ${current}: ${describeError(error)}`),
    onSettled: () => queries.invalidateQueries({ queryKey: profileKey(profile.id) }),
  })
  if (!mayWrite) {
    return (
      <Badge>
        <Icon name="branch" size={16} />
        {current}
      </Badge>
    )
  }
  return (
    <Menu
      aria-label="Branches"
      selectionMode="single"
      selectedKeys={[currentBranchId]}
      onAction={(key) => {
        if (key === 'manage') navigate(`/profiles/${profile.id}/history`)
        else if (key !== currentBranchId) change.mutate(String(key))
      }}
      button={
        <Button aria-label={`Branch ${current}. Switch to another, for everybody`} isPending={change.isPending}>
          <Icon name="branch" size={16} />
          {current}
          <Icon name="chevron" size={16} />
        </Button>
      }
    >
      {branches.map(({ id, name }) => (
        <MenuItem key={id} id={id} textValue={name}>
          <Icon name={id === currentBranchId ? 'check' : 'branch'} size={16} />
          {name}
        </MenuItem>
      ))}
      <MenuLine />
      <MenuItem id="note" isDisabled>
        Switching changes the branch for everybody
      </MenuItem>
      <MenuItem id="manage">Manage branches in History</MenuItem>
    </Menu>
  )
}
