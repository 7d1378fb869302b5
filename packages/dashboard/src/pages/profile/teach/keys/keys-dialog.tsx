import { type KeyboardEvent, useState } from 'react'
import { usePreferences } from '../../../../state/preferences.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../../ui/dialogs/dialog.tsx'
import { Toggle } from '../../../../ui/forms/toggle.tsx'
import { Kbd } from '../../../../ui/kbd.tsx'
import { type Action, actionNames, actions, keyName, shortcutOf, withKey, withUsualKeys } from './keys.ts'
import styles from './keys-dialog.module.css'

/** All shortcuts. Each can be changed, and all can be turned off. */
export function KeysDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const [{ keys, shortcuts }, change] = usePreferences()
  const [changing, setAsked] = useState<Action>()
  const [note, setNote] = useState('')
  const press = (event: KeyboardEvent) => {
    if (changing === undefined) return
    event.preventDefault()
    event.stopPropagation()
    setAsked(undefined)
    if (event.key === 'Escape') return setNote('Nothing was changed.')
    const changed = withKey(keys, changing, event.key)
    if (changed === undefined) return setNote(`${keyName(event.key)} cannot be used.`)
    change({ keys: changed })
    setNote(`${actions[changing].label}: ${keyName(event.key)}.`)
  }
  const close = () => {
    setAsked(undefined)
    setNote('')
    onClose()
  }
  return (
    <Dialog title="Shortcuts" isOpen={isOpen} onClose={close}>
      {/* The dialog's own keys wait while a new key is asked for, so the press is caught on its way down. */}
      <div onKeyDownCapture={press}>
        <table className={styles.keys}>
          <thead className="visually-hidden">
            <tr>
              <th scope="col">Action</th>
              <th scope="col">Key</th>
              <th scope="col">Change</th>
            </tr>
          </thead>
          <tbody>
            {actionNames.map((action) => (
              <tr key={action}>
                <th scope="row">{actions[action].label}</th>
                <td>{changing === action ? <em>Press a key…</em> : <Kbd>{keyName(shortcutOf(action, keys))}</Kbd>}</td>
                <td>
                  <Button
                    look="quiet"
                    aria-label={`Change the key: ${actions[action].label}`}
                    onPress={() => {
                      setAsked(action)
                      setNote(`Press the new key for: ${actions[action].label}. Escape keeps the old one.`)
                    }}
                  >
                    Change
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p role="status" className={styles.note}>
        {note}
      </p>
      <Toggle isSelected={shortcuts} onChange={(isOn) => change({ shortcuts: isOn })}>
        Use single-key shortcuts
      </Toggle>
      <DialogActions>
        <Button
          look="quiet"
          onPress={() => {
            change({ keys: withUsualKeys(keys) })
            setNote('The default keys are restored.')
          }}
        >
          Restore defaults
        </Button>
        <Button look="primary" onPress={close}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  )
}
