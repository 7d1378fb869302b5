import { type HttpResponse, jsonType } from '../response/http-response.ts'

/**
 * After a 401, clients of MCP look for an OAuth server. Where they find none, they register at this path of the same
 * host, and then show the person what it answers. A plain 404 would hide that the key is missing or wrong.
 */
const registrationPath = '/register'

const refusal = JSON.stringify({
  error: 'access_denied',
  error_description:
    'Palate takes API keys, not OAuth. Set the header "Authorization: Bearer plt_…" in the settings of your MCP client. If it is set, the key is wrong, expired or revoked.',
})

export function refuseOAuth(method: string, path: string): HttpResponse | undefined {
  if (method !== 'POST' || path !== registrationPath) return undefined
  return { status: 403, mediaType: jsonType, body: refusal }
}
