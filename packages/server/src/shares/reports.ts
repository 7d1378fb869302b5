import { answeredEvent, reportTime } from '@palate/core/shares/share-events.ts'
import type { RecordEvents } from '../ports/webhooks.ts'
import type { Services } from '../services.ts'
import { type DueAccount, forgetDue, listDueAccounts, noteDue } from '../store/due-accounts.ts'
import type { Db } from '../store/schema.ts'
import { AccountRounds } from '../work/account-rounds.ts'
import { listAnswers } from './answer-store.ts'
import { findHeadById, listDueReports, lockShare, type ReportState, type ShareHead, saveReport } from './share-store.ts'

// Answers of a share cause at most one event a minute. The first ones are reported in their own transaction. Later ones
// make the share due, and a worker reports them together when the minute is over, whichever process took them. The row
// of the share is locked in both cases, so that one process alone reports.

const pollEveryMs = 2_000
const sharesPerStepMax = 20
/** Later than any time. */
const endOfTime = '9999'

type Parts = Pick<Services, 'store' | 'clock' | 'log'>

/** Reports new answers, or makes them due. Call it in their transaction, which has locked the share. */
export async function reportAnswers(
  store: Services['store'],
  record: RecordEvents,
  db: Db,
  { accountId, share }: { readonly accountId: string; readonly share: ShareHead },
  { reportedAt, dueAt }: ReportState,
  now: string,
): Promise<void> {
  if (dueAt !== null && dueAt > now) return
  const nextAt = reportTime(reportedAt, now)
  if (nextAt > now) {
    await saveReport(db, accountId, share.id, { reportedAt, dueAt: nextAt })
    return noteDue(store, db, 'share_reports', accountId, now)
  }
  const event = answeredEvent(share, await listAnswers(db, { accountId, shareId: share.id }), reportedAt)
  if (event) await record(db, { accountId }, [event], now)
  // An answer that another process took may be later than this clock.
  const last = event?.data.lastAnswerAt ?? ''
  const at = event ? (last > now ? last : now) : reportedAt
  await saveReport(db, accountId, share.id, { reportedAt: at, dueAt: null })
}

/** Reports the answers that are due, in this process. */
export function startShareReports(services: Parts, record: RecordEvents): { stop(): Promise<void> } {
  const { store, clock, log } = services
  let due = new Map<string, DueAccount>()
  let isStopping = false
  const onError = (err: unknown, accountId?: string) =>
    log.error({ err, accountId }, 'answers of shares could not be reported')

  async function reportOne(accountId: string, id: string): Promise<void> {
    await store.write(
      async (db) => {
        const now = clock().toISOString()
        const state = await lockShare(db, accountId, id)
        const share = state && (await findHeadById(db, accountId, id, now))
        if (share && state.dueAt !== null) {
          await reportAnswers(store, record, db, { accountId, share }, state, now)
        }
      },
      { accountId, row: { accountId, id } },
    )
  }

  async function roundOf(accountId: string): Promise<void> {
    const now = clock().toISOString()
    const ids = await listDueReports(store.backgroundRead, accountId, now, sharesPerStepMax)
    for (const id of ids) if (!isStopping) await reportOne(accountId, id)
    const account = due.get(accountId)
    if (account && account.until < now && !(await hasReports(store.backgroundRead, accountId))) {
      await forgetDue(store, account, now)
    }
  }

  const rounds = new AccountRounds(roundOf, onError)
  async function poll(): Promise<void> {
    const accounts = await listDueAccounts(store.backgroundRead, ['share_reports'])
    due = new Map(accounts.map((account) => [account.accountId, account]))
    if (!isStopping) for (const { accountId } of accounts) rounds.start(accountId)
  }
  let polling: Promise<void> | undefined
  const timer = setInterval(() => {
    polling ??= poll()
      .catch((err) => onError(err))
      .finally(() => {
        polling = undefined
      })
  }, pollEveryMs).unref()
  return {
    async stop() {
      isStopping = true
      clearInterval(timer)
      await polling
      await rounds.drain()
    },
  }
}

async function hasReports(db: Db, accountId: string): Promise<boolean> {
  return (await listDueReports(db, accountId, endOfTime, 1)).length > 0
}
