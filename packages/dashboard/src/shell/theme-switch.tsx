import { usePreferences } from '../state/preferences.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

const next = { system: 'light', light: 'dark', dark: 'system' } as const
const icons = { system: 'theme', light: 'sun', dark: 'moon' } as const

/** Cycles through system, light and dark. */
export function ThemeSwitch() {
  const [{ theme }, change] = usePreferences()
  return (
    <Button
      look="quiet"
      aria-label={`Theme: ${theme}. Change to ${next[theme]}`}
      onPress={() => change({ theme: next[theme] })}
    >
      <Icon name={icons[theme]} />
    </Button>
  )
}
