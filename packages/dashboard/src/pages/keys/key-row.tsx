import type { ApiKey } from '@palate/client'
import { Button } from '../../ui/button.tsx'
import { DayBars } from '../../ui/day-bars.tsx'
import { counted } from '../../ui/format.ts'
import { useInView } from '../../ui/hooks/use-in-view.ts'
import { Icon } from '../../ui/icon.tsx'
import { Menu, MenuItem } from '../../ui/layout/menu.tsx'
import { Badge } from '../../ui/layout/page.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import styles from './keys.module.css'
import type { KeyAction } from './keys-data.ts'
import { useKeyUsage } from './keys-data.ts'

const usageDays = 30

interface Props {
  readonly apiKey: ApiKey
  readonly onShow: () => void
  readonly onAct: (action: KeyAction) => void
}

export function KeyRow({ apiKey, onShow, onAct }: Props) {
  const { name, prefix, projectId, lastUsedAt, expiresAt } = apiKey
  return (
    <tr>
      <td>
        <button type="button" className={styles.name} onClick={onShow}>
          {name}
        </button>
        <div className={styles.facts}>
          <code>{prefix}…</code>
          {projectId === undefined ? null : <span>project {projectId}</span>}
        </div>
      </td>
      <td>
        <Scopes scopes={apiKey.scopes} />
      </td>
      <td>
        <Usage id={apiKey.id} />
      </td>
      <td className={styles.when}>{lastUsedAt === null ? 'never' : <TimeAgo at={lastUsedAt} />}</td>
      <td className={styles.when}>{expiresAt === undefined ? 'never' : <TimeAgo at={expiresAt} />}</td>
      <td>
        <Menu
          aria-label={`Actions for ${name}`}
          onAction={(what) => {
            if (what === 'show') onShow()
            else onAct({ what: what as KeyAction['what'], key: apiKey })
          }}
          button={
            <Button look="quiet" aria-label={`Actions for ${name}`}>
              <Icon name="more" />
            </Button>
          }
        >
          <MenuItem id="show">Show usage</MenuItem>
          <MenuItem id="rotate">Replace with a new key</MenuItem>
          <MenuItem id="revoke" tone="danger">
            Revoke
          </MenuItem>
        </Menu>
      </td>
    </tr>
  )
}

export function Scopes({ scopes }: { readonly scopes: ApiKey['scopes'] }) {
  if (scopes === undefined) return <Badge tone="accent">everything</Badge>
  return (
    <ul className={styles.scopes}>
      {scopes.map((scope) => (
        <li key={scope}>
          <Badge tone={scope === 'admin' || scope === 'write' ? 'accent' : 'plain'}>{scope}</Badge>
        </li>
      ))}
    </ul>
  )
}

function Usage({ id }: { readonly id: string }) {
  const [ref, isSeen] = useInView<HTMLDivElement>()
  const usage = useKeyUsage(id, usageDays, isSeen)
  const days = usage.data?.days ?? []
  const sum = days.reduce((total, { requests }) => total + requests, 0)
  return (
    <div ref={ref} className={styles.usage}>
      {usage.isError ? 'unknown' : null}
      {days.length === 0 ? null : (
        <>
          <DayBars days={days} width={120} height={26} label={`${counted(sum, 'request')} in ${days.length} days`} />
          <span className={styles.sum} aria-hidden="true">
            {sum.toLocaleString('en')}
          </span>
        </>
      )}
    </div>
  )
}
