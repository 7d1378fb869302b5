import { spawn } from 'node:child_process'

/** Opens the user's browser, if there is one. Waits for nothing: whether it opened is for the user to see. */
export function openBrowser(url: string, platform = process.platform, env = process.env): void {
  const [command, ...args] = browserCommand(platform, env)
  if (command === undefined) return
  const child = spawn(command, [...args, url], { detached: true, stdio: 'ignore' })
  child.on('error', () => {})
  child.unref()
}

/** Nothing where no screen is attached: a browser in the terminal would hold the command. */
function browserCommand(platform: NodeJS.Platform, { DISPLAY, WAYLAND_DISPLAY }: NodeJS.ProcessEnv): readonly string[] {
  if (platform === 'darwin') return ['open']
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  return DISPLAY || WAYLAND_DISPLAY ? ['xdg-open'] : []
}
