import { Fault } from '@palate/core/fault.ts'
import { isId } from '@palate/core/ids.ts'
import { type Caller, projectsFor } from '@palate/core/keys/access.ts'
import { formatCursor, pageSize } from '@palate/core/page.ts'
import { type Alert, alertsPerProfileMax } from '@palate/core/webhooks/alerts.ts'
import type { AuditedChange } from '../../audit/audited-change.ts'
import { type Call, type Handlers, withPrecheck } from '../../operations.ts'
import type { Services } from '../../services.ts'
import type { Db } from '../../store/schema.ts'
import { listBody } from '../../streaming/list-body.ts'
import { idIn } from '../webhook-handlers.ts'
import * as store from './alert-store.ts'

/** Profile lookups for alert rules. Both throw a Fault if the profile does not exist. */
export interface FindScorable {
  projectOf(db: Db, caller: Caller, profileId: string): Promise<string>
  /** Throws a Fault if the profile cannot be scored in the dimension. */
  requireDimension(db: Db, caller: Caller, profileId: string, dimension: string): Promise<void>
}

export function alertHandlers(
  { newId }: Services,
  scorable: FindScorable,
): Handlers<'createAlert' | 'listAlerts' | 'deleteAlert'> {
  /** Runs before the transaction, because a large profile may take long. */
  const checkDimension = ({ caller, body, db }: Call<'createAlert'>) =>
    scorable.requireDimension(db, caller, body.profileId, body.dimension)
  return {
    createAlert: withPrecheck(checkDimension, async ({ caller, body, db, now }) => {
      const { profileId, dimension, below, over = 1 } = body
      const projectId = await scorable.projectOf(db, caller, profileId)
      if ((await store.countAlerts(db, caller.accountId, profileId)) >= alertsPerProfileMax) {
        throw new Fault('too_many_alerts', `a profile has at most ${alertsPerProfileMax} alert rules`)
      }
      const alert: Alert = { id: newId('alert'), profileId, dimension, below, over }
      await store.insertAlert(db, caller.accountId, projectId, alert, now)
      const details = { profileId, dimension, below, over }
      return { body: alert, audit: { ...audited('alert.created', alert.id, projectId), details } }
    }),

    async listAlerts({ caller, query, db }) {
      const projects = projectsFor(caller, query.projectId)
      const { profileId } = query
      if (profileId !== undefined && !isId('prof', profileId)) return { body: { alerts: [] } }
      const size = pageSize(query.limit)
      const before = query.cursor === undefined ? undefined : idIn(query.cursor, 'alert')
      const body = await listBody<Alert>({
        ...{ name: 'alerts', size, textOf: JSON.stringify },
        read: (last, rowsMax) =>
          store.listAlerts(db, caller.accountId, { projects, profileId, before: last?.id ?? before }, rowsMax),
        cursorOf: ({ id }) => formatCursor([id]),
      })
      return { body }
    },

    async deleteAlert({ caller, params, db }) {
      const projectId = isId('alert', params.id) ? await store.deleteAlert(db, caller, params.id) : undefined
      if (projectId === undefined) throw new Fault('alert_not_found', 'there is no alert rule with this id')
      return { body: { success: true }, audit: audited('alert.deleted', params.id, projectId) }
    },
  }
}

function audited(action: AuditedChange['action'], id: string, projectId: string): AuditedChange {
  return { action, target: { type: 'alert', id }, projectId }
}
