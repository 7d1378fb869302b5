import { usePreferences } from '../../../state/preferences.ts'
import { Button } from '../../../ui/button.tsx'
import { Kbd } from '../../../ui/kbd.tsx'
import { type Action, keyName, shortcutOf } from './keys/keys.ts'

interface Props {
  readonly action: Action
  readonly label: string
  readonly onPress: (() => void) | undefined
}

/** A button that shows its shortcut. Disabled if it has no action. */
export function ActionButton({ action, label, onPress }: Props) {
  const [{ keys, shortcuts }] = usePreferences()
  return (
    <Button look="quiet" isDisabled={onPress === undefined} onPress={() => onPress?.()}>
      {shortcuts ? <Kbd>{keyName(shortcutOf(action, keys))}</Kbd> : null}
      {label}
    </Button>
  )
}
