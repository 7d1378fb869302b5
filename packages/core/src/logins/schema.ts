import { z } from 'zod'
import { characters, Name, Timestamp } from '../fields.ts'

/** How long a login waits to be confirmed and collected. */
export const loginMs = 10 * 60_000
/** Seconds between two requests for the key. */
export const loginIntervalSeconds = 2
/** Logins of one network that wait at the same time. */
export const loginsPerNetworkMax = 20
/** Logins of one account that are confirmed and not collected yet. */
export const loginsPerAccountMax = 20
/** Logins of everybody that wait at the same time. */
export const loginsMax = 10_000

/** Without vowels, which could form words, and without characters that look like others: 20 ** 8 codes. */
export const userCodeAlphabet = 'BCDFGHJKLMNPQRSTVWXZ'
export const userCodeLength = 8

/** As people type it: the case, the hyphen and spaces do not matter. Undefined if it cannot be a code. */
export function parseUserCode(text: string): string | undefined {
  const code = text.toUpperCase().replace(/[\s-]/g, '')
  return new RegExp(`^[${userCodeAlphabet}]{${userCodeLength}}$`).test(code) ? code : undefined
}

export function formatUserCode(code: string): string {
  return `${code.slice(0, userCodeLength / 2)}-${code.slice(userCodeLength / 2)}`
}

export const NewLogin = z.object({ name: Name.meta({ description: 'Names the key, usually after the machine' }) })

export const CreatedLogin = z.object({
  code: z.string().meta({ description: 'Secret: collects the key with `POST /api/logins/token`' }),
  userCode: z.string().meta({ description: 'To compare with what the dashboard shows, such as `BCDF-GHJK`' }),
  url: z.string().meta({ description: 'The page of the dashboard that asks a person to confirm the login' }),
  expiresAt: Timestamp,
  interval: z.int().meta({ description: 'Seconds to wait between two requests for the key' }),
})

export const Login = z.object({
  userCode: z.string(),
  name: z.string().meta({ description: 'The name of the key, as the command gave it' }),
  address: z.string().meta({ description: 'Network address of the command' }),
  createdAt: Timestamp,
  expiresAt: Timestamp,
})
export type Login = Readonly<z.infer<typeof Login>>

export const LoginDecision = z.object({ approve: z.boolean() })

export const LoginCode = z.object({ code: characters(1, 200) })
