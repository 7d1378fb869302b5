import type { IncomingHttpHeaders } from 'node:http'
import type { Config } from '../config/config.ts'
import { isOverHttps } from './over-https.ts'

/** The service's own URL as the client of this request reaches it, without a slash at the end. */
export function serviceAddress(
  { publicUrl, basePath }: Pick<Config, 'publicUrl' | 'basePath'>,
  headers: IncomingHttpHeaders,
): string {
  return publicUrl ?? `${isOverHttps(headers) ? 'https' : 'http'}://${headers.host ?? 'localhost'}${basePath}`
}
