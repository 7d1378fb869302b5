import { spawn } from 'node:child_process'

/** Opens the user's browser, if there is one, without waiting for it. */
export function openBrowser(url: string, platform = process.platform, env = process.env): void {
  const [command, ...args] = browserCommand(platform, env)
  if (command === undefined) return
  const child = spawn(command, [...args, url], { detached: true, stdio: 'ignore' })
  child.on('error', () => {})
  child.unref()
}

/** Empty without a display: a browser in the terminal would block the command. */
function browserCommand(platform: NodeJS.Platform, { DISPLAY, WAYLAND_DISPLAY }: NodeJS.ProcessEnv): readonly string[] {
  if (platform === 'darwin') return ['open']
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  return DISPLAY || WAYLAND_DISPLAY ? ['xdg-open'] : []
}
