import { isAuthError, type Palate } from '@palate/client'
import { version } from '@palate/server/platform/version.ts'
import type { Command } from 'commander'
import { complain } from '../../output.ts'
import { profileCommand } from '../api-command.ts'
import { type ApiOptions, findProfileId, openClient, serviceUrl } from '../connection/client.ts'
import { findProjectFile } from '../connection/project-file.ts'
import { createPictureReader } from './picture-reader.ts'

export function mcpCommand(): Command {
  return profileCommand(
    'mcp',
    'give coding agents tools, over the Model Context Protocol on standard input and output',
    ['mcp', 'mcp --profile prof_… --allow-outside'],
  )
    .option('--allow-outside', 'let agents read pictures outside the current directory')
    .action(serveMcp)
}

interface McpOptions extends ApiOptions {
  readonly allowOutside?: boolean
}

/** Standard output belongs to the protocol, so everything else goes to standard error. */
async function serveMcp(options: McpOptions): Promise<void> {
  const palate = openClient(options)
  const scopes = await readScopes(palate)
  const isChosen = options.profile !== undefined || typeof findProjectFile()?.profileId === 'string'
  const profileId = isChosen ? await findProfileId(palate, options) : undefined
  const { serveOverStdio } = await import('@palate/mcp/serve-stdio.ts')
  const readPicture = createPictureReader(process.cwd(), { allowOutside: options.allowOutside })
  const context = { palate, scopes, version, profileId, readPicture, dashboardUrl: serviceUrl(options.url) }
  serveOverStdio(context, complain)
}

/** What the key may do. A service that cannot be reached now may be reachable when a tool is called. */
async function readScopes(palate: Palate) {
  try {
    return (await palate.session.get()).scopes
  } catch (error) {
    if (isAuthError(error)) throw error
    complain(`cannot reach the service yet: ${(error as Error).message}`)
    return undefined
  }
}
