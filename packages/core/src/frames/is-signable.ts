import type { Route } from '../route.ts'
import { frameRoutes } from './frame-routes.ts'

/** Whether the service can sign the address, which then needs no key. Not in the table, which clients load. */
export function isSignable({ path }: Route): boolean {
  return path === frameRoutes.getThumbnail.path
}
