import { useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { Loading } from '../../ui/states.tsx'
import styles from './command-palette.module.css'

const Palette = lazyComponent(async () => (await import('./palette.tsx')).Palette, <Loading />)

/** The page itself comes first. */
const preloadAfterMs = 1500
const isMac = /mac/i.test(navigator.platform)

/** Goes to any profile, board, picture, branch, version, page or action. ⌘K or Ctrl+K opens it. */
export function CommandPalette() {
  const [isOpen, setOpen] = useState(false)
  // So that it opens at once.
  useEffect(() => {
    const timer = setTimeout(Palette.preload, preloadAfterMs)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      setOpen(true)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
  return (
    <>
      <Button look="quiet" onPress={() => setOpen(true)}>
        <Icon name="search" size={16} />
        <span className={styles.hint}>
          Go to <Kbd>{isMac ? '⌘K' : 'Ctrl K'}</Kbd>
        </span>
      </Button>
      <Dialog title="Go to" isOpen={isOpen} onClose={() => setOpen(false)}>
        <Palette onDone={() => setOpen(false)} />
      </Dialog>
    </>
  )
}
