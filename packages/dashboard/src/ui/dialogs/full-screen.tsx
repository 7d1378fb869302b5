import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { Button } from '../button.tsx'
import { Icon } from '../icon.tsx'
import styles from './full-screen.module.css'

interface Props {
  readonly title: string
  readonly isOpen: boolean
  readonly onClose: () => void
  /** Beside the title. */
  readonly head?: ReactNode
  readonly children: ReactNode
  /** Below the screen. */
  readonly more?: ReactNode
}

/** A dialog that covers the page, for pictures. Escape closes it. */
export function FullScreen({ title, isOpen, onClose, head, children, more }: Props) {
  return (
    <ModalOverlay
      className={styles.overlay ?? ''}
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <Modal className={styles.modal ?? ''}>
        <AriaDialog className={styles.dialog ?? ''}>
          <div className={styles.screen}>
            <header className={styles.head}>
              <Heading slot="title" className={styles.title ?? ''}>
                {title}
              </Heading>
              {head}
              <Button look="quiet" aria-label="Close" onPress={onClose}>
                <Icon name="close" />
              </Button>
            </header>
            {children}
          </div>
          {more}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
