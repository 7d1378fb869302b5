import { useLocation } from 'wouter'
import { Icon } from '../../ui/icon.tsx'
import { usePageTitle } from '../../ui/layout/page.tsx'
import styles from './sign-in.module.css'
import { SignInForm } from './sign-in-form.tsx'
import { joinPath, loginPath } from './sign-in-link.ts'

const introduction =
  'Enter an API key, or paste a sign-in link. It is sent to the service once and not stored in the browser.'
const introductions: Readonly<Record<string, string>> = {
  [joinPath]: 'Open the link that you were sent, or paste it here.',
  [loginPath]: 'Sign in to confirm the login of your command.',
}

/** Shown while signed out. After signing in, the requested page opens. */
export function SignInPage() {
  usePageTitle('Sign in')
  const [path] = useLocation()
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <div className={styles.brand}>
          <Icon name="logo" size={28} />
          Palate
        </div>
        <h1>Sign in</h1>
        <SignInForm introduction={introductions[path] ?? introduction} />
      </div>
    </main>
  )
}
