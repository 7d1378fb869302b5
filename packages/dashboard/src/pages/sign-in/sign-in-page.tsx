import { Icon } from '../../ui/icon.tsx'
import { usePageTitle } from '../../ui/layout/page.tsx'
import styles from './sign-in.module.css'
import { SignInForm } from './sign-in-form.tsx'

/** Shown while signed out. After signing in, the requested page opens. */
export function SignInPage() {
  usePageTitle('Sign in')
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <div className={styles.brand}>
          <Icon name="logo" size={28} />
          Palate
        </div>
        <h1>Sign in</h1>
        <p className={styles.text}>Enter an API key. It is sent to the service once and not stored in the browser.</p>
        <SignInForm />
      </div>
    </main>
  )
}
