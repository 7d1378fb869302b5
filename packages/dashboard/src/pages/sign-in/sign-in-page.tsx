import { Icon } from '../../ui/icon.tsx'
import { usePageTitle } from '../../ui/layout/page.tsx'
import styles from './sign-in.module.css'
import { SignInForm } from './sign-in-form.tsx'

/** For those who are not signed in. Whoever signs in stays on the page that was asked for. */
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
        <p className={styles.text}>With an API key. It goes to the service once; this page does not keep it.</p>
        <SignInForm />
      </div>
    </main>
  )
}
