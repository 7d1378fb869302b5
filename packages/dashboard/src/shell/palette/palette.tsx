import { useState } from 'react'
import { Autocomplete, Input, ListBox, ListBoxItem, SearchField } from 'react-aria-components'
import { useLocation } from 'wouter'
import styles from './command-palette.module.css'
import { findCommands } from './find-commands.ts'
import { useCommands } from './use-commands.ts'

const placeholder = 'Profile, board, picture, branch, page or action'

/** A search field and what it finds. */
export function Palette({ onDone }: { readonly onDone: () => void }) {
  const [, navigate] = useLocation()
  const [typed, setTyped] = useState('')
  const commands = useCommands(typed.trim() !== '')
  const found = findCommands(commands, typed)
  const go = (id: string | number) => {
    const command = found.find((one) => one.id === id)
    if (!command) return
    onDone()
    navigate(command.to)
  }
  return (
    <Autocomplete inputValue={typed} onInputChange={setTyped}>
      <SearchField
        aria-label={placeholder}
        autoFocus
        className={styles.search ?? ''}
        onKeyDown={(event) => {
          // Otherwise the first Escape would only clear the field.
          if (event.key === 'Escape') onDone()
          else event.continuePropagation()
        }}
      >
        <Input className={styles.input ?? ''} placeholder={placeholder} />
      </SearchField>
      <ListBox
        aria-label="Places and actions"
        className={styles.list ?? ''}
        items={found}
        selectionMode="none"
        onAction={go}
        renderEmptyState={() => 'Nothing found.'}
      >
        {({ id, label, kind }) => (
          <ListBoxItem id={id} textValue={label} className={styles.item ?? ''}>
            <span className={styles.label}>{label}</span>
            <span className={styles.kind}>{kind}</span>
          </ListBoxItem>
        )}
      </ListBox>
    </Autocomplete>
  )
}
