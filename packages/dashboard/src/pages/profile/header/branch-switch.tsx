import type { Profile } from '@palate/client'
import { useContext } from 'react'
import { useLocation } from 'wouter'
import { useViewBranch, ViewedBranch } from '../../../api/viewed-branch.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Menu, MenuItem, MenuLine } from '../../../ui/layout/menu.tsx'
import styles from './header.module.css'

/** The branch that the page shows, and the menu that shows another one. Nobody else sees that. */
export function BranchSwitch({ profile }: { readonly profile: Profile }) {
  const [, navigate] = useLocation()
  const view = useViewBranch()
  const { shared, viewed } = useContext(ViewedBranch)
  const { branches } = profile.profileData
  const name = branches.find(({ id }) => id === viewed)?.name ?? viewed
  return (
    <Menu
      aria-label="Branches"
      selectionMode="single"
      selectedKeys={[viewed]}
      onAction={(key) => {
        if (key === 'manage') navigate(`/profiles/${profile.id}/history`)
        else view(String(key))
      }}
      button={
        <Button aria-label={`Branch ${name}. View another`}>
          <Icon name="branch" size={16} />
          <span className={styles.branch}>{name}</span>
          <Icon name="chevron" size={16} />
        </Button>
      }
    >
      {branches.map((branch) => (
        <MenuItem key={branch.id} id={branch.id} textValue={branch.name}>
          <Icon name={branch.id === viewed ? 'check' : 'branch'} size={16} />
          {branch.id === shared ? `${branch.name} · current for everybody` : branch.name}
        </MenuItem>
      ))}
      <MenuLine />
      <MenuItem id="manage">Manage branches in History</MenuItem>
    </Menu>
  )
}
