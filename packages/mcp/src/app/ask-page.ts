/**
 * The page in the chat: two pictures, and a button for each. It loads nothing. It speaks MCP Apps (revision 2026-01-26)
 * with its host, by messages in JSON-RPC; the SDK for it would be a hundred times as large.
 */
export const askPage = /* HTML */ `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<title>Which suits better?</title>
<style>
  body { margin: 0; padding: 12px; font: 14px/1.4 system-ui, sans-serif; }
  h1 { margin: 0 0 8px; font-size: 16px; }
  #pair { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; }
  button { font: inherit; color: inherit; background: none; border: 1px solid GrayText; border-radius: 8px; padding: 8px; cursor: pointer; }
  button:focus-visible { outline: 3px solid Highlight; outline-offset: 2px; }
  button[aria-pressed=true] { border-color: Highlight; box-shadow: 0 0 0 2px Highlight; }
  button:disabled { cursor: default; }
  img { display: block; width: 100%; height: 240px; object-fit: contain; }
  .name { display: block; margin-top: 6px; overflow-wrap: anywhere; }
  #tie { margin-top: 12px; }
  p { margin: 8px 0 0; min-height: 1.4em; }
</style>
<h1>Which suits better?</h1>
<div id="pair" hidden>
  <button type="button" data-choice="first"><img alt=""><span class="name"></span></button>
  <button type="button" data-choice="second"><img alt=""><span class="name"></span></button>
</div>
<button type="button" id="tie" data-choice="no difference" hidden>No difference</button>
<p role="status">Waiting for the pictures …</p>
<script>
  'use strict'
  const host = window.parent
  const pair = document.getElementById('pair')
  const tie = document.getElementById('tie')
  const status = document.querySelector('[role=status]')
  const buttons = [...document.querySelectorAll('button')]
  const waiting = new Map()
  let capabilities = {}
  let shown
  let requests = 0

  const send = (message) => host.postMessage({ jsonrpc: '2.0', ...message }, '*')
  const request = (method, params) =>
    new Promise((resolve, reject) => {
      waiting.set(++requests, { resolve, reject })
      send({ id: requests, method, params })
    })
  const textOf = (result) => (result.content || []).flatMap((block) => (block.type === 'text' ? [block.text] : [])).join(' ')

  const notifications = {
    'ui/notifications/tool-result': show,
    'ui/notifications/tool-cancelled': () => { status.textContent = 'This question was cancelled.' },
    'ui/notifications/host-context-changed': adapt,
  }
  const answers = { ping: {}, 'ui/resource-teardown': {} }

  window.addEventListener('message', ({ source, data }) => {
    if (source !== host || !data || data.jsonrpc !== '2.0') return
    if (data.method === undefined) settle(data)
    else if (data.id === undefined) notifications[data.method]?.(data.params || {})
    else if (Object.hasOwn(answers, data.method)) send({ id: data.id, result: answers[data.method] })
    else send({ id: data.id, error: { code: -32601, message: 'Method not found' } })
  })

  function settle({ id, result, error }) {
    const { resolve, reject } = waiting.get(id) || {}
    waiting.delete(id)
    if (error) reject?.(new Error(error.message))
    else resolve?.(result || {})
  }

  function adapt({ theme }) {
    if (theme === 'light' || theme === 'dark') document.documentElement.style.colorScheme = theme
  }

  function show(result) {
    const given = result._meta?.['palate/ask']
    if (given?.pictures?.length !== 2) {
      status.textContent = textOf(result)
      return
    }
    shown = given
    given.pictures.forEach(({ name, webp }, i) => {
      const picture = buttons[i].querySelector('img')
      picture.src = 'data:image/webp;base64,' + webp
      picture.alt = name
      buttons[i].querySelector('.name').textContent = name
    })
    pair.hidden = tie.hidden = false
    status.textContent = 'Click one, or press ← or →.'
  }

  async function choose(choice) {
    if (!shown || tie.disabled) return
    for (const button of buttons) button.disabled = true
    status.textContent = 'Recording …'
    const { profile, ask, dimension, pictures: [first, second] } = shown
    const given = { profile, ask, first: first.url, second: second.url, choice, ...(dimension && { dimension }) }
    try {
      const result = await request('tools/call', { name: 'palate_choose', arguments: given })
      if (result.isError) throw new Error(textOf(result))
      for (const button of buttons) button.setAttribute('aria-pressed', button.dataset.choice === choice)
      const chosen = { first: first.name, second: second.name }[choice]
      const said = chosen === undefined ? 'I see no difference.' : 'I prefer ' + chosen + '.'
      status.textContent = 'Recorded: ' + said
      const content = [{ type: 'text', text: said + ' (Recorded in Palate, uncommitted.)' }]
      if (capabilities.message) await request('ui/message', { role: 'user', content })
      else if (capabilities.updateModelContext) await request('ui/update-model-context', { content })
    } catch (error) {
      if (buttons.some((button) => button.hasAttribute('aria-pressed'))) return
      for (const button of buttons) button.disabled = false
      status.textContent = 'Not recorded: ' + error.message
    }
  }

  for (const button of buttons) button.addEventListener('click', () => choose(button.dataset.choice))
  window.addEventListener('keydown', ({ key }) => {
    if (key === 'ArrowLeft') choose('first')
    if (key === 'ArrowRight') choose('second')
  })

  const appInfo = { name: 'palate-ask', version: '1' }
  request('ui/initialize', { appInfo, appCapabilities: {}, protocolVersion: '2026-01-26' }).then((result) => {
    capabilities = result.hostCapabilities || {}
    adapt(result.hostContext || {})
    send({ method: 'ui/notifications/initialized', params: {} })
    new ResizeObserver(() => {
      const { width, height } = document.documentElement.getBoundingClientRect()
      send({ method: 'ui/notifications/size-changed', params: { width: Math.ceil(width), height: Math.ceil(height) } })
    }).observe(document.documentElement)
  }, (error) => { status.textContent = error.message })
</script>
</html>
`
