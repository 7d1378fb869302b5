import { usePreferences } from '../../../state/preferences.ts'
import { Button } from '../../../ui/button.tsx'
import { Kbd } from '../../../ui/kbd.tsx'
import { type Action, keyName, shortcutOf } from './keys/keys.ts'

interface Props {
  readonly action: Action
  readonly label: string
  readonly onPress: (() => void) | undefined
  /** Large and coloured on touch screens. */
  readonly tone?: 'good' | 'bad'
}

/** A button that shows its shortcut. Disabled if it has no action. */
export function ActionButton({ action, label, onPress, tone }: Props) {
  const [{ keys, shortcuts }] = usePreferences()
  return (
    <Button look="quiet" isDisabled={onPress === undefined} onPress={() => onPress?.()} data-tone={tone}>
      {shortcuts ? <Kbd>{keyName(shortcutOf(action, keys))}</Kbd> : null}
      {label}
    </Button>
  )
}
