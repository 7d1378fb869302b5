import type { Session } from '@palate/client'
import { type ReactNode, useCallback, useEffect, useRef } from 'react'
import { Link, useLocation } from 'wouter'
import { useMay, usePerson, useSession, useSessionKey, useSignIn, useSignOut } from '../api/session.ts'
import { SignInAgain } from '../pages/sign-in/sign-in-again.tsx'
import { joinPath, loginPath, takeError, useSignInLink } from '../pages/sign-in/sign-in-link.ts'
import { useConnectionLost } from '../state/connection.ts'
import { usePreferences } from '../state/preferences.ts'
import { Button } from '../ui/button.tsx'
import { describeError } from '../ui/errors/describe-error.ts'
import { capitalised, listed } from '../ui/format.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { Initials } from '../ui/people/initials.tsx'
import { showToast } from '../ui/toaster.tsx'
import { AdminTabs, adminPaths, useAdminPages } from './admin-tabs.tsx'
import { PageBoundary } from './page-boundary.tsx'
import { CommandPalette } from './palette/command-palette.tsx'
import styles from './shell.module.css'

/** These pages take the code in their address themselves. */
const pagesWithCodes = [joinPath, loginPath]

/** The navigation around every page. */
export function Shell({ children }: { readonly children: ReactNode }) {
  useNavigationFocus()
  const signOut = useSignOut()
  const [location] = useLocation()
  const { mutate: signIn } = useSignIn()
  useSignInLink(
    useCallback((code) => signIn({ code }, { onError: (error) => showToast(describeError(error)) }), [signIn]),
    pagesWithCodes,
  )
  useEffect(() => {
    const refused = takeError()
    if (refused) showToast(describeError(refused))
  }, [])
  const person = usePerson()
  const mayManage = useMay('admin')
  const maySee = useMay('read', 'teach', 'write')
  const mayReview = useMay('read', 'write')
  const here = placeOf(location)
  const mayScore = useMay('score')
  return (
    <div className={styles.shell}>
      {/* Not followed: with the page's <base> it would lead to another page. */}
      <a
        className={styles.skip}
        href={`#${mainId}`}
        onClick={(event) => {
          event.preventDefault()
          focusMain()
        }}
      >
        Skip to content
      </a>
      <header className={styles.side}>
        <Link href="/" className={styles.brand}>
          <Icon name="logo" />
          Palate
        </Link>
        <div className={styles.goTo}>
          <CommandPalette />
        </div>
        <nav aria-label="Palate" className={styles.nav}>
          {maySee ? <NavLink to="/profiles" icon="profiles" label="Profiles" here={here} /> : null}
          {maySee ? <NavLink to="/library" icon="library" label="Library" here={here} /> : null}
          {maySee ? <NavLink to="/boards" icon="boards" label="Boards" here={here} /> : null}
          {mayReview ? <NavLink to="/reviews" icon="review" label="Reviews" here={here} /> : null}
          {mayScore && !maySee ? <NavLink to="/score" icon="profiles" label="Score" here={here} /> : null}
          {mayManage || person ? <NavLink to="/people" icon="people" label="People" here={here} /> : null}
          <AdminLink here={here} />
        </nav>
        <div className={styles.foot}>
          <Limits />
          <div className={styles.tools}>
            <Button look="quiet" onPress={() => void signOut()}>
              <Icon name="out" />
              <span className={styles.label}>Sign out</span>
            </Button>
            <ThemeSwitch />
          </div>
        </div>
      </header>
      <ConnectionBanner />
      <SignInAgain />
      <main id={mainId} tabIndex={-1} className={styles.main}>
        <PageBoundary location={location}>
          <AdminTabs />
          {children}
        </PageBoundary>
      </main>
    </div>
  )
}

interface NavLinkProps {
  readonly to: string
  readonly icon: IconName
  readonly label: string
  /** The entry to which the open page belongs. */
  readonly here: string
}

function NavLink({ to, icon, label, here }: NavLinkProps) {
  return (
    <Link href={to} className={styles.link ?? ''} data-place={label} aria-current={here === to ? 'page' : undefined}>
      <Icon name={icon} />
      <span className={styles.label}>{label}</span>
    </Link>
  )
}

/** Keys, webhooks, events, audit and health are for whoever runs the service, so they have one entry together. */
function AdminLink({ here }: Pick<NavLinkProps, 'here'>) {
  const [first] = useAdminPages()
  if (!first) return null
  const isHere = adminPaths.has(here)
  return <NavLink to={first.to} icon="settings" label="Admin" here={isHere ? first.to : here} />
}

/** The pages of a profile that have an entry of their own. */
const placesInProfiles: Readonly<Record<string, string>> = {
  library: '/library',
  boards: '/boards',
  shares: '/reviews',
}

function placeOf(location: string): string {
  const [, first = '', , page = ''] = location.split('/')
  return (first === 'profiles' ? placesInProfiles[page] : undefined) ?? `/${first}`
}

/** Who is signed in, and what they may do, so that users know why something is missing. */
function Limits() {
  const session = useSession().data
  const person = usePerson()
  if (!session) return null
  if (!person) return <KeyLimits session={session} />
  const projects = session.projects ?? (session.projectId == null ? [] : [session.projectId])
  return (
    <Link href="/people" className={styles.who} title={`${person.name}, ${person.role}`}>
      <Initials id={person.id} name={person.name} isNamed />
      <span className={styles.whoText}>
        <span className="visually-hidden">Signed in as </span>
        <strong>{person.name}</strong>
        <span>
          {capitalised(person.role)} in {session.account}
        </span>
        {projects.length === 0 ? null : <span>Only {listed(projects)}</span>}
      </span>
    </Link>
  )
}

function KeyLimits({ session }: { readonly session: Session }) {
  const key = useSessionKey()
  return (
    <p className={styles.limits}>
      {key === undefined ? null : <strong>{key.name}</strong>}
      <span>Account {session.account}</span>
      <span>{session.projectId == null ? 'All projects' : `Project ${session.projectId}`}</span>
      <span>{session.scopes == null ? 'Key may do everything' : `Key may ${listed(session.scopes)}`}</span>
    </p>
  )
}

function ConnectionBanner() {
  const isLost = useConnectionLost()
  return (
    <div role="status" className={styles.banner} hidden={!isLost}>
      {isLost ? 'The service does not answer. Reconnecting automatically. What you typed is kept.' : ''}
    </div>
  )
}

const next = { system: 'light', light: 'dark', dark: 'system' } as const
const icons = { system: 'theme', light: 'sun', dark: 'moon' } as const

/** Cycles through system, light and dark. */
function ThemeSwitch() {
  const [{ theme }, change] = usePreferences()
  return (
    <Button
      look="quiet"
      aria-label={`Theme: ${theme}. Change to ${next[theme]}`}
      onPress={() => change({ theme: next[theme] })}
    >
      <Icon name={icons[theme]} />
    </Button>
  )
}

/** The element where the page content starts, after the navigation. */
const mainId = 'main'

/**
 * After following a link, scrolls to the top and, if the link is gone, moves the focus into the new page. For Back and
 * Forward the browser restores the position.
 */
function useNavigationFocus(): void {
  const [path] = useLocation()
  const before = useRef(path)
  const isReturn = useRef(false)
  useEffect(() => {
    const note = () => {
      isReturn.current = true
    }
    addEventListener('popstate', note)
    return () => removeEventListener('popstate', note)
  }, [])
  useEffect(() => {
    const hasMoved = before.current !== path && !isReturn.current && navigator.userActivation.hasBeenActive
    before.current = path
    isReturn.current = false
    if (!hasMoved) return
    scrollTo(0, 0)
    if (document.activeElement === document.body) focusMain()
  }, [path])
}

function focusMain(): void {
  document.getElementById(mainId)?.focus({ preventScroll: true })
}
