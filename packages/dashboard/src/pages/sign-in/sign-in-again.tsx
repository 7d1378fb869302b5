import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { useSignOut } from '../../api/session.ts'
import { useSessionEnded } from '../../state/session-end.ts'
import { Button } from '../../ui/button.tsx'
import styles from './sign-in.module.css'
import { SignInForm } from './sign-in-form.tsx'

/** A dialog above the page whose session ended. The page keeps everything that was typed. */
export function SignInAgain() {
  const hasEnded = useSessionEnded()
  const signOut = useSignOut()
  return (
    <ModalOverlay className={styles.scrim ?? ''} isOpen={hasEnded} isKeyboardDismissDisabled>
      <Modal className={styles.card ?? ''}>
        <Dialog className={styles.again ?? ''}>
          <Heading slot="title" className={styles.title ?? ''}>
            Sign in again
          </Heading>
          <SignInForm
            introduction="Your session has ended. The page stays as it is, so you can continue after signing in."
            keepsPage
          />
          <Button look="quiet" onPress={() => void signOut()}>
            Leave this page instead
          </Button>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
