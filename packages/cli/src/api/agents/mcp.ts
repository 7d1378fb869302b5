import { type McpContext, type OpenContext, ToolError } from '@palate/mcp/context.ts'
import { version } from '@palate/server/platform/version.ts'
import type { Command } from 'commander'
import { CommandError, printWarning } from '../../output.ts'
import { profileCommand } from '../api-command.ts'
import { NotSignedIn } from '../connection/access.ts'
import { type ApiOptions, findProfileId, openClient, serviceUrl } from '../connection/client.ts'
import { findProjectFile } from '../connection/project-file.ts'
import { findStateIds } from '../score/subject.ts'
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

/**
 * Standard output belongs to the protocol, so everything else goes to standard error. The client is answered even without
 * a login: most clients show the text of a failed tool, and hide why a process has ended.
 */
async function serveMcp(options: McpOptions): Promise<void> {
  const { serveOverStdio } = await import('@palate/mcp/serve-stdio.ts')
  const readPicture = createPictureReader(process.cwd(), { allowOutside: options.allowOutside })
  const open = openOnce(async () => ({ ...(await signIn(options)), readPicture }))
  serveOverStdio(open, version, printWarning)
  await open().catch((error: Error) => printWarning(error.message))
}

/** The login, what its key may do, and the profile of this folder. */
async function signIn(options: McpOptions) {
  try {
    const palate = openClient(options)
    const { scopes } = await palate.session.get()
    const dashboardUrl = serviceUrl(options.url)
    const isChosen = options.profile !== undefined || typeof findProjectFile()?.profileId === 'string'
    const profileId = isChosen ? await findProfileId(palate, options) : undefined
    const pinned = profileId === undefined ? {} : await findStateIds(palate, profileId, options)
    return { palate, scopes, profileId, pinned, dashboardUrl }
  } catch (error) {
    if (error instanceof NotSignedIn) throw new ToolError(`${error.message}. ${signInAdvice}`)
    throw error instanceof CommandError ? new ToolError(error.message) : error
  }
}

const signInAdvice =
  'Agents often start this program without the variables of your shell: set PALATE_URL and PALATE_API_KEY in the `env` of its settings. The next call tries again.'

/** Tries again after a failure: the person may have signed in, or started the service. */
function openOnce(open: OpenContext): OpenContext {
  let opened: Promise<McpContext> | undefined
  return () => {
    opened ??= open().catch((error) => {
      opened = undefined
      throw error
    })
    return opened
  }
}
