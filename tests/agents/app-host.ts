import type { Client, JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import { AppBridge } from '@modelcontextprotocol/ext-apps/app-bridge'
import type { FrameLocator, Page } from 'playwright-core'

/** The policy that hosts apply to a page that declares no domains. */
const policy = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'none'",
].join('; ')

export interface AppHost {
  readonly bridge: AppBridge
  /** The page of the app. */
  readonly frame: FrameLocator
  /** What the app said in the name of the person. */
  readonly said: string[]
}

/** Shows an app in Chromium as a chat does: in a sandboxed frame, with the official host at the other end. */
export async function hostApp(page: Page, client: Client, html: string): Promise<AppHost> {
  const bridge = new AppBridge(client, { name: 'test host', version: '1' }, { serverTools: {}, message: { text: {} } })
  const said: string[] = []
  bridge.onmessage = async ({ content }) => {
    said.push(...content.flatMap((block) => (block.type === 'text' ? [block.text] : [])))
    return {}
  }
  const isInitialized = new Promise<void>((resolve) => {
    bridge.oninitialized = () => resolve()
  })
  const transport = frameTransport(page)
  await page.exposeFunction('toHost', (message: JSONRPCMessage) => transport.onmessage?.(message))
  await bridge.connect(transport)
  await page.setContent(hostPage(html))
  await isInitialized
  return { bridge, frame: page.frameLocator('iframe'), said }
}

function frameTransport(page: Page): Transport {
  return {
    start: async () => {},
    close: async () => {},
    async send(message) {
      await page.evaluate(`document.querySelector('iframe').contentWindow.postMessage(${JSON.stringify(message)}, '*')`)
    },
  }
}

function hostPage(html: string): string {
  const shown = html.replace('<meta ', `<meta http-equiv="Content-Security-Policy" content="${policy}">$&`)
  const source = shown.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  return `<!doctype html><title>Chat</title>
    <script>addEventListener('message', ({ data }) => toHost(data))</script>
    <iframe sandbox="allow-scripts" title="App" srcdoc="${source}" style="width: 700px; height: 500px"></iframe>`
}
