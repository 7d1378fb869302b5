import type { ReactNode } from 'react'
import {
  Menu as AriaMenu,
  MenuItem as MenuItemBase,
  type MenuItemProps,
  type MenuProps,
  MenuTrigger,
  Popover,
  Separator,
} from 'react-aria-components'
import styles from './menu.module.css'

/** A button and the menu of actions or choices that it opens. */
export function Menu<Item extends object>({
  button,
  ...props
}: Omit<MenuProps<Item>, 'className'> & { readonly button: ReactNode }) {
  return (
    <MenuTrigger>
      {button}
      <Popover className={styles.popover ?? ''} placement="bottom start">
        <AriaMenu {...props} className={styles.menu ?? ''} />
      </Popover>
    </MenuTrigger>
  )
}

export function MenuItem({
  tone,
  ...props
}: Omit<MenuItemProps, 'className'> & { readonly tone?: 'danger' | undefined }) {
  return <MenuItemBase {...props} className={styles.item ?? ''} data-tone={tone} />
}

export function MenuLine() {
  return <Separator className={styles.line ?? ''} />
}
