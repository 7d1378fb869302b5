import { fingerprint } from '../generic/fingerprint.ts'
import { initialsOf } from '../people/initials.ts'
import { authorCharactersMax, commentCharactersMax } from './limits.ts'

/**
 * The script of the page: saves each click, asks for the name once, and shows pictures in the whole window. The page is
 * complete without it. It writes texts alone, never HTML, so the page's policy can forbid everything else.
 */
export const reviewScript = /* JavaScript */ `'use strict'
{
const form = document.querySelector('form[data-review]')
const entries = [...form.querySelectorAll('.sheet > li')]
const storageKey = 'palate-review-' + form.dataset.review
const kept = read(storageKey)
const reviewer = { key: kept.key || newKey(), id: kept.id, isDone: kept.isDone === true }
let name = kept.name === undefined ? read('palate-reviewer').name : kept.name
let isNameKnown = name !== undefined
const mine = new Map()
const words = { approve: 'Approved', reject: 'Rejected', undecided: 'Undecided' }

function read(key) {
  try { return JSON.parse(localStorage.getItem(key)) || {} } catch { return {} }
}
function keep() {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ ...reviewer, name }))
    if (name !== undefined) localStorage.setItem('palate-reviewer', JSON.stringify({ name }))
  } catch { /* Private windows may not store anything. */ }
}
function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
function make(tag, properties = {}, ...children) {
  const { data = {}, attributes = {}, ...rest } = properties
  const element = Object.assign(document.createElement(tag), rest)
  Object.assign(element.dataset, data)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  element.append(...children)
  return element
}
const initialsOf = ${initialsOf.toString()}

// What is not saved yet, oldest first. A later decision on the same picture takes the place of an earlier one.
const queue = []
let isSending = false
let failures = 0

function save(change) {
  const earlier = change.decision === undefined ? -1 : queue.findIndex((one, i) => one.decision !== undefined && one.picture === change.picture && (i > 0 || !isSending))
  if (earlier >= 0) queue.splice(earlier, 1)
  queue.push(change)
  show('Saving…')
  send()
}
async function send() {
  if (isSending || queue.length === 0) return
  isSending = true
  const { onSaved, onRefused, ...change } = queue[0]
  const outcome = await post({ reviewer: reviewer.key, ...(name && { name }), ...change })
  isSending = false
  if (outcome.again) {
    failures += 1
    show('Not saved yet. Trying again…')
    return void setTimeout(send, Math.max(outcome.afterMs, Math.min(1000 * 2 ** failures, 30000)))
  }
  failures = 0
  queue.shift()
  if (outcome.refusal) {
    show('Not saved: ' + outcome.refusal)
    if (onRefused) onRefused()
  } else {
    reviewer.id = outcome.saved.id
    keep()
    if (onSaved) onSaved()
    if (queue.length === 0) show('All saved')
    drawAll()
  }
  send()
}
async function post(body) {
  try {
    const response = await fetch(form.getAttribute('action') + '/reviews', {
      method: 'POST', keepalive: true, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body),
    })
    if (response.ok) return { saved: await response.json() }
    const afterMs = Number(response.headers.get('retry-after') || 0) * 1000
    if (response.status === 429 || response.status >= 500) return { again: true, afterMs }
    const problem = await response.json().catch(() => ({}))
    return { refusal: response.status === 404 ? 'this link has ended.' : problem.detail || 'the service refused it.' }
  } catch {
    return { again: true, afterMs: 0 }
  }
}
addEventListener('beforeunload', (event) => { if (queue.length > 0) event.preventDefault() })
addEventListener('online', send)

// The bar at the end of the window.
const status = make('span', { className: 'status', attributes: { role: 'status' } })
const progress = make('progress', { max: entries.length, attributes: { 'aria-label': 'Decided' } })
const progressText = make('span', { className: 'count' })
const who = make('button', { type: 'button', className: 'plain', onclick: () => askName() })
const open = make('button', { type: 'button', textContent: 'Full screen', onclick: () => openViewer(firstOpen()) })
const done = make('button', { type: 'button', className: 'main', textContent: 'Done', onclick: finish })
const bar = make('div', { className: 'bar', attributes: { role: 'region', 'aria-label': 'Your review' } },
  make('span', { className: 'progress' }, progress, progressText), status, make('span', { className: 'acts' }, who, open, done))
const thanks = make('section', { className: 'sent thanks', hidden: true, tabIndex: -1, attributes: { 'aria-label': 'You are done' } })

function show(text) {
  status.textContent = text
  viewerStatus.textContent = text
}
function drawBar() {
  const decided = [...mine.values()].filter((decision) => decision !== 'undecided').length
  progress.value = decided
  progressText.textContent = decided + ' of ' + entries.length
  viewerProgress.textContent = decided + ' of ' + entries.length + ' decided'
  who.textContent = name ? 'You are ' + name : 'Your name?'
  done.textContent = reviewer.isDone ? 'Done ✓' : 'Done'
  return decided
}
function firstOpen() {
  const open = entries.findIndex((_, i) => (mine.get(i) || 'undecided') === 'undecided')
  return open < 0 ? 0 : open
}
function finish() {
  saveNow({ isDone: true, onSaved() {
    reviewer.isDone = true
    keep()
    const count = (decision) => [...mine.values()].filter((one) => one === decision).length
    const left = entries.length - count('approve') - count('reject')
    thanks.replaceChildren(
      make('h2', { textContent: name ? 'Thank you, ' + name + '.' : 'Thank you.' }),
      make('p', { textContent: 'You approved ' + count('approve') + ' and rejected ' + count('reject') + (left > 0 ? '; ' + left + ' are open' : '') + '. The team has been told. You can still change your mind here.' }))
    thanks.hidden = false
    if (viewer.open) viewer.close()
    thanks.focus()
    drawBar()
  } })
}

// The name is asked once, after the first click is on its way, and whenever the visitor wants to change it.
const nameField = make('input', { name: 'name', maxLength: ${authorCharactersMax}, autocomplete: 'name', autofocus: true })
const nameDialog = make('dialog', { className: 'ask', attributes: { 'aria-label': 'Your name' } },
  make('form', { method: 'dialog' },
    make('label', {}, 'Your name', nameField),
    make('p', { className: 'rest', textContent: 'The team and everyone with this link see it with your answers.' }),
    make('p', {}, make('button', { className: 'main', value: 'name', textContent: 'Save' }), ' ',
      make('button', { value: 'none', textContent: 'Without a name', formNoValidate: true }))))
nameDialog.addEventListener('close', () => {
  const entered = nameField.value.trim()
  const isNew = nameDialog.returnValue === 'name' && entered !== '' && entered !== name
  if (isNew) name = entered
  else if (!isNameKnown) name = name || ''
  isNameKnown = true
  keep()
  drawAll()
  if (isNew) save({})
})
function askName() {
  nameField.value = name || ''
  nameDialog.returnValue = ''
  if (!nameDialog.open) nameDialog.showModal()
}
function saveNow(change) {
  save(change)
  if (!isNameKnown) askName()
}

// Decisions.
function decide(number, decision) {
  const before = mine.get(number) || 'undecided'
  mine.set(number, decision)
  drawAll()
  saveNow({ picture: number, decision, onRefused() {
    mine.set(number, before)
    drawAll()
  } })
}
function drawEntry(entry, number) {
  const decision = mine.get(number) || 'undecided'
  for (const radio of entry.querySelectorAll('.choice input')) radio.checked = radio.value === decision
  const votes = entry.querySelector('.votes')
  const own = votes.querySelector('[data-mine]') || make('li', { data: { mine: '' } })
  if (decision === 'undecided') return own.remove()
  const label = name || 'A visitor'
  own.className = decision
  own.replaceChildren(
    make('b', { textContent: initialsOf(label) + (decision === 'approve' ? ' ✓' : ' ✗'), attributes: { 'aria-hidden': 'true' } }),
    make('span', { className: 'hidden', textContent: 'You ' + (decision === 'approve' ? 'approve' : 'reject') }))
  if (!own.parentNode) votes.append(own)
}
/** The last fact at the top. */
function drawTally() {
  const place = document.querySelector('.facts div:last-child dd')
  const counts = { approve: 0, reject: 0, split: 0 }
  for (const entry of entries) {
    const votes = entry.querySelector('.votes')
    const kinds = ['approve', 'reject'].filter((decision) => votes.querySelector('.' + decision))
    if (kinds.length > 0) counts[kinds.length > 1 ? 'split' : kinds[0]] += 1
  }
  const open = entries.length - counts.approve - counts.reject - counts.split
  place.textContent = counts.approve + ' approved, ' + counts.reject + ' rejected' + (counts.split ? ', ' + counts.split + ' split' : '') + ', ' + open + ' open'
}
function drawAll() {
  entries.forEach(drawEntry)
  drawTally()
  drawBar()
  if (viewer.open) drawViewer()
}
entries.forEach((entry, number) => {
  const own = reviewer.id && entry.querySelector('.votes [data-by="' + CSS.escape(reviewer.id) + '"]')
  if (own) {
    own.dataset.mine = ''
    mine.set(number, own.classList.contains('approve') ? 'approve' : 'reject')
  }
  const choice = entry.querySelector('.choice')
  choice.addEventListener('change', ({ target }) => { if (target.checked) decide(number, target.value) })
  // A second click takes a decision back. It comes before a change, so a first one is not decided yet.
  choice.addEventListener('click', ({ target }) => { if (target.checked && mine.get(number) === target.value) decide(number, 'undecided') })
  const zoom = entry.querySelector('.zoom')
  if (!zoom) return
  zoom.removeAttribute('popovertarget')
  zoom.addEventListener('click', () => openViewer(number))
})

// Comments: each is saved with its own button.
function say(number, field, pin, onSaved = () => {}) {
  const comment = field.value.trim()
  if (comment === '') return field.focus()
  saveNow({ picture: number, comment, ...(pin && { pin }), onSaved() {
    if (field.value.trim() === comment) field.value = ''
    listOf(number).append(commentOf({ author: name || 'A visitor', comment, pin }))
    onSaved()
  } })
}
function listOf(number) {
  const place = number === null ? form.querySelector('.all') : entries[number]
  const list = place.querySelector('.comments')
  if (list) return list
  const made = make('ul', { className: 'comments' })
  if (number === null) place.querySelector('h2').after(made)
  else place.append(made)
  return made
}
function commentOf({ author, comment, pin }) {
  const data = pin ? { x: pin.x, y: pin.y } : {}
  return make('li', { data }, make('p', { className: 'by', textContent: author + ', now' }), make('p', { className: 'said', textContent: comment }))
}
for (const field of form.querySelectorAll('textarea')) {
  const number = field.name === 'comment' ? null : Number(field.name.slice('comment-'.length))
  const button = make('button', { type: 'button', textContent: 'Save comment', onclick: () => say(number, field) })
  field.closest('label').after(button)
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    say(number, field)
  })
}
form.addEventListener('submit', (event) => event.preventDefault())

// Full screen.
let current = 0
let pin
const picture = make('img', { alt: '', sizes: '100vw' })
const pins = make('div', { className: 'pins' })
const fit = make('div', { className: 'fit' }, picture, pins)
picture.addEventListener('load', () => fit.style.setProperty('--ratio', picture.naturalWidth / picture.naturalHeight || 1.5))
const stage = make('div', { className: 'stage' }, fit)
const caption = make('h2', {})
const place = make('span', { className: 'count' })
const viewerProgress = make('span', { className: 'count' })
const viewerStatus = make('span', { className: 'status' })
const choose = (decision, text) => make('button', { type: 'button', className: decision, onclick: () => toggle(decision), data: { decision } }, text, make('kbd', { textContent: text[0], attributes: { 'aria-hidden': 'true' } }))
const approve = choose('approve', 'Approve')
const reject = choose('reject', 'Reject')
const field = make('textarea', { rows: 2, maxLength: ${commentCharactersMax}, placeholder: 'Your comment', attributes: { 'aria-label': 'Comment' } })
const spot = make('p', { className: 'rest' })
const said = make('ul', { className: 'comments' })
const panel = make('div', { className: 'panel', hidden: true },
  said, field, spot, make('button', { type: 'button', className: 'main', textContent: 'Save comment', onclick: sayHere }))
const commentText = make('span', {})
const comment = make('button', { type: 'button', onclick: () => togglePanel() }, commentText, make('kbd', { textContent: 'C', attributes: { 'aria-hidden': 'true' } }))
const previous = make('button', { type: 'button', textContent: '←', onclick: () => step(-1), attributes: { 'aria-label': 'Previous picture' } })
const next = make('button', { type: 'button', textContent: '→', onclick: () => step(1), attributes: { 'aria-label': 'Next picture' } })
const viewer = make('dialog', { className: 'viewer', attributes: { 'aria-label': 'Full screen' } },
  make('header', {}, caption, place, viewerProgress, viewerStatus, make('button', { type: 'button', textContent: 'Close', onclick: () => viewer.close() })),
  make('div', { className: 'middle' }, stage, panel),
  make('footer', {}, previous, approve, reject, comment, next, make('button', { type: 'button', className: 'main', textContent: 'Done', onclick: finish })))

function openViewer(number) {
  if (!viewer.open) viewer.showModal()
  go(number)
}
function go(number) {
  current = number
  pin = undefined
  field.value = ''
  drawViewer()
  const source = sourceOf(number)
  picture.hidden = source === undefined
  if (source === undefined) return
  picture.srcset = source + '?size=medium 512w, ' + source + '?size=large 1024w, ' + source + '?size=full 2048w'
  picture.src = source + '?size=large'
  const following = sourceOf(number + 1)
  if (following) new Image().src = following + '?size=large'
}
function sourceOf(number) {
  const image = entries[number] && entries[number].querySelector('.zoom img')
  return image ? image.getAttribute('src') : undefined
}
function step(by) {
  const number = current + by
  if (number >= 0 && number < entries.length) go(number)
}
function toggle(decision) {
  decide(current, mine.get(current) === decision ? 'undecided' : decision)
}
function togglePanel(isOpen = panel.hidden) {
  panel.hidden = !isOpen
  if (isOpen) field.focus()
  else comment.focus()
}
function sayHere() {
  say(current, field, pin, () => {
    pin = undefined
    drawViewer()
  })
}
function drawViewer() {
  caption.textContent = entries[current].querySelector('.name').textContent
  place.textContent = current + 1 + ' / ' + entries.length
  const decision = mine.get(current) || 'undecided'
  picture.alt = caption.textContent + ': ' + words[decision]
  for (const button of [approve, reject]) button.setAttribute('aria-pressed', button.dataset.decision === decision)
  previous.disabled = current === 0
  next.disabled = current === entries.length - 1
  const comments = [...entries[current].querySelectorAll('.comments > li')]
  commentText.textContent = comments.length === 0 ? 'Comment' : 'Comment · ' + comments.length
  said.replaceChildren(...comments.map((one) => one.cloneNode(true)))
  spot.textContent = pin ? 'About the marked spot.' : 'Click the picture to mark a spot.'
  const marks = comments.flatMap((one, i) => one.dataset.x === undefined ? [] : [markAt(one.dataset, i + 1, one.querySelector('.said').textContent)])
  pins.replaceChildren(...marks, ...(pin ? [markAt(pin, '+', 'The spot of your comment')] : []))
}
function markAt({ x, y }, text, title) {
  const mark = make('button', { type: 'button', className: 'pin', textContent: text, title, onclick: () => togglePanel(true) })
  mark.style.left = x * 100 + '%'
  mark.style.top = y * 100 + '%'
  return mark
}
pins.addEventListener('click', (event) => {
  if (event.target !== pins) return
  const box = pins.getBoundingClientRect()
  const part = (value) => Math.round(Math.min(1, Math.max(0, value)) * 1e4) / 1e4
  pin = { x: part((event.clientX - box.left) / box.width), y: part((event.clientY - box.top) / box.height) }
  drawViewer()
  togglePanel(true)
})
const keys = {
  ArrowLeft: () => step(-1), ArrowRight: () => step(1), Home: () => go(0), End: () => go(entries.length - 1),
  a: () => toggle('approve'), r: () => toggle('reject'), c: () => togglePanel(),
}
viewer.addEventListener('keydown', (event) => {
  const { key, target, ctrlKey, metaKey, altKey } = event
  if (target === field) {
    if (key === 'Enter' && (ctrlKey || metaKey)) sayHere()
    else if (key === 'Escape') togglePanel(false)
    else return
    return event.preventDefault()
  }
  if (ctrlKey || metaKey || altKey) return
  const act = keys[key.length === 1 ? key.toLowerCase() : key]
  if (!act) return
  event.preventDefault()
  act()
})
viewer.addEventListener('close', () => {
  const shown = entries[current].querySelector('.zoom')
  if (shown) shown.focus()
})

document.documentElement.classList.add('live')
form.after(thanks, bar, viewer, nameDialog)
drawAll()
}
`

/** Changes with the script, so that browsers can keep it for good. */
export const reviewScriptTag = fingerprint(reviewScript)
