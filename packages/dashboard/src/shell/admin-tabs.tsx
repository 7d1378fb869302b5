import { useLocation } from 'wouter'
import { mayAny, type Scope, useSession } from '../api/session.ts'
import { Tab, Tabs } from '../ui/layout/tabs.tsx'
import styles from './shell.module.css'

const anyone: readonly Scope[] = ['read', 'score', 'teach', 'write', 'admin']
const pages: ReadonlyArray<{ readonly to: string; readonly label: string; readonly scopes: readonly Scope[] }> = [
  { to: '/keys', label: 'API keys', scopes: ['admin'] },
  { to: '/webhooks', label: 'Webhooks', scopes: ['admin'] },
  { to: '/events', label: 'Events', scopes: ['read'] },
  { to: '/audit', label: 'Audit log', scopes: ['admin'] },
  { to: '/health', label: 'Health', scopes: anyone },
]

export const adminPaths: ReadonlySet<string> = new Set(pages.map(({ to }) => to))

/** What of the service's own pages the key may see. */
export function useAdminPages() {
  const scopes = useSession().data?.scopes
  return pages.filter((page) => mayAny(scopes, page.scopes))
}

/** Above the pages of *Admin*. */
export function AdminTabs() {
  const [location] = useLocation()
  const shown = useAdminPages()
  const here = `/${location.split('/')[1]}`
  if (!adminPaths.has(here)) return null
  return (
    <div className={styles.adminTabs}>
      <Tabs label="Admin">
        {shown.map(({ to, label }) => (
          <Tab key={to} to={to} label={label} isHere={to === here} />
        ))}
      </Tabs>
    </div>
  )
}
