import styles from './files.module.css'

/** Covers the page while something is dragged over it. */
export function DropOverlay({ isShown, text }: { readonly isShown: boolean; readonly text: string }) {
  if (!isShown) return null
  return (
    <div className={styles.overlay} aria-hidden="true">
      <span className={styles.overlayText}>{text}</span>
    </div>
  )
}
