import { useSyncExternalStore } from 'react'
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
let toasts: readonly Toast[] = []
let nextId = 1
const listeners = new Set<() => void>()

/** Says what happened, in a corner, for a while. */
export function showToast(text: string, action?: Toast['action']): void {
  const toast: Toast = { id: nextId++, text, action }
  change([...toasts, toast].slice(-toastsMax))
  setTimeout(() => dismiss(toast.id), toastMs)
}

export function Toaster() {
  const shown = useSyncExternalStore(subscribe, () => toasts)
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
  change(toasts.filter((toast) => toast.id !== id))
}

function change(to: readonly Toast[]): void {
  toasts = to
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
