import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover } from 'react-aria-components'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import styles from './menu.module.css'

export interface MenuAction {
  readonly label: string
  readonly run: () => void
  readonly isDangerous?: boolean
}

/** What else can be done with a row, behind three dots. `label` says with which. */
export function MoreMenu({ label, actions }: { readonly label: string; readonly actions: readonly MenuAction[] }) {
  return (
    <MenuTrigger>
      <Button look="quiet" aria-label={label}>
        <Icon name="more" />
      </Button>
      <Popover className={styles.popover ?? ''} placement="bottom end">
        <AriaMenu className={styles.menu ?? ''} aria-label={label}>
          {actions.map((action) => (
            <MenuItem
              key={action.label}
              className={styles.item ?? ''}
              data-dangerous={action.isDangerous ?? false}
              onAction={action.run}
            >
              {action.label}
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  )
}
