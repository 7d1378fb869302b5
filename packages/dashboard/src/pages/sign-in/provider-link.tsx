import { useReadSessionAgain } from '../../api/session.ts'
import { currentPath, signOnAddress, useSignInMethods } from '../../api/sign-in-methods.ts'
import button from '../../ui/button.module.css'
import styles from './sign-in.module.css'

/** The service leads back to no longer address. */
const returnCharactersMax = 500

/** "Sign in with …", where an identity provider is set. In another tab if this page should stay as it is. */
export function ProviderLink({ keepsPage }: { readonly keepsPage: boolean }) {
  const provider = useSignInMethods().data?.oidc
  useReadSessionAgain(keepsPage && provider !== undefined)
  if (!provider) return null
  const here = currentPath() + location.search + location.hash
  const to = keepsPage || here.length > returnCharactersMax ? currentPath() : here
  return (
    <>
      <a
        className={`${button.button} ${button.primary}`}
        href={signOnAddress(to)}
        {...(keepsPage && { target: '_blank', rel: 'noreferrer' })}
      >
        Sign in with {provider.name}
        {keepsPage ? ' in a new tab' : ''}
      </a>
      <p className={styles.or}>or</p>
    </>
  )
}
