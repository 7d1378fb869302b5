import type { Person } from '@palate/client'
import { useMutation } from '@tanstack/react-query'
import { palate } from '../../api/palate.ts'
import { peopleKey } from '../../api/people.ts'
import { queries } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { describeError } from '../../ui/errors/describe-error.ts'
import { listed } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Menu, MenuItem, MenuLine } from '../../ui/layout/menu.tsx'
import { Badge } from '../../ui/layout/page.tsx'
import { Initials } from '../../ui/people/initials.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { showToast } from '../../ui/toaster.tsx'
import styles from './people.module.css'
import { type PersonAction, roleLabels, statusLabels } from './people-data.ts'

interface Props {
  readonly person: Person
  readonly isOwn: boolean
  readonly onAct: (action: PersonAction) => void
}

const statusTones = { invited: 'plain', active: 'good', suspended: 'warn' } as const

export function PersonRow({ person, isOwn, onAct }: Props) {
  const { id, name, email, role, projects, status, lastSeenAt } = person
  const reinstate = useMutation({
    mutationFn: () => palate.people.update(id, { status: 'active' }),
    onSuccess: () => {
      showToast(`${name} can sign in again, with a new link.`)
      return queries.invalidateQueries({ queryKey: peopleKey })
    },
    onError: (error) => showToast(describeError(error)),
  })
  return (
    <tr>
      <td>
        <div className={styles.person}>
          <Initials id={id} name={name} isNamed />
          <div>
            <span className={styles.nameText}>
              {name}
              {isOwn ? <span className={styles.soft}> (you)</span> : null}
            </span>
            {email === undefined ? null : <div className={styles.email}>{email}</div>}
          </div>
        </div>
      </td>
      <td>{roleLabels[role].label}</td>
      <td>{projects === undefined ? <span className={styles.soft}>all</span> : <span>{listed(projects)}</span>}</td>
      <td className={styles.soft}>{lastSeenAt === undefined ? 'never' : <TimeAgo at={lastSeenAt} />}</td>
      <td>
        <Badge tone={statusTones[status]}>{statusLabels[status]}</Badge>
      </td>
      <td>
        <Menu
          aria-label={`Actions for ${name}`}
          onAction={(what) => {
            if (what === 'reinstate') reinstate.mutate()
            else onAct({ what: what as PersonAction['what'], person })
          }}
          button={
            <Button look="quiet" aria-label={`Actions for ${name}`} isPending={reinstate.isPending}>
              <Icon name="more" />
            </Button>
          }
        >
          <MenuItem id="change">Change name, role or projects</MenuItem>
          {status === 'suspended' ? null : (
            <MenuItem id="invite">{status === 'invited' ? 'Make another link' : 'Make a new sign-in link'}</MenuItem>
          )}
          {status === 'suspended' ? (
            <MenuItem id="reinstate">End the suspension</MenuItem>
          ) : (
            <MenuItem id="suspend">Suspend</MenuItem>
          )}
          <MenuLine />
          <MenuItem id="remove" tone="danger">
            Remove
          </MenuItem>
        </Menu>
      </td>
    </tr>
  )
}
