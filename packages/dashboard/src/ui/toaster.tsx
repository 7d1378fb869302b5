import { createExternalStore } from '../state/external-store.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import styles from './toaster.module.css'

export interface Toast {
  readonly id: number
  readonly text: string
  readonly action?: { readonly label: string; readonly run: () => void } | undefined
}

const toastMs = 8_000
const toastsMax = 3
const toasts = createExternalStore<readonly Toast[]>([])
let nextId = 1

/** Shows a message in a corner for a few seconds. */
export function showToast(text: string, action?: Toast['action']): void {
  const toast: Toast = { id: nextId++, text, action }
  toasts.set([...toasts.get(), toast].slice(-toastsMax))
  setTimeout(() => dismiss(toast.id), toastMs)
}

export function Toaster() {
  const shown = toasts.use()
  return (
    <div role="status" className={styles.toaster}>
      {shown.map((toast) => (
        <div key={toast.id} className={styles.toast}>
          {toast.text}
          {toast.action ? (
            <Button
              look="quiet"
              onPress={() => {
                dismiss(toast.id)
                toast.action?.run()
              }}
            >
              {toast.action.label}
            </Button>
          ) : null}
          <Button look="quiet" aria-label="Dismiss" onPress={() => dismiss(toast.id)}>
            <Icon name="close" size={16} />
          </Button>
        </div>
      ))}
    </div>
  )
}

function dismiss(id: number): void {
  toasts.set(toasts.get().filter((toast) => toast.id !== id))
}
