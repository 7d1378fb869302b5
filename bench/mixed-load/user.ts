import { createHash } from 'node:crypto'
import type { Random } from '../../tests/chaos/random.ts'
import type { Answer } from '../../tests/harness/answer.ts'
import type { Ask, Client } from '../../tests/harness/client.ts'
import { paint } from '../../tests/scoring/pictures.ts'
import { type Ledger, type Operation, operations } from './ledger.ts'

const framesKeptMax = 20
/** Then the user goes on with another profile, so that a long run does not measure longer and longer histories. */
const changesPerProfileMax = 100
const framesPerScoreMax = 4
const framesPerBatchMax = 20
const projectId = 'mixed-load'
/** Far more than a run needs. */
const budget = { questions: { total: 1_000_000 } }

interface OwnProfile {
  readonly id: string
  head: string | null
  changes: number
}

/** A random operation, each as often as its weight. */
export function pickOperation(random: Random): Operation {
  const names = Object.keys(operations) as Operation[]
  let at = random.below(Object.values(operations).reduce((sum, weight) => sum + weight, 0))
  return names.find((name) => {
    at -= operations[name]
    return at < 0
  }) as Operation
}

/** One client, one operation at a time. Records what the service acknowledges. */
export class User {
  readonly #client: Client
  readonly #name: string
  readonly #random: Random
  readonly #ledger: Ledger
  /** Requests without a response. */
  unanswered = 0
  #count = 0
  /** The profile that the user commits to, and its head as far as the user knows. */
  #committed: OwnProfile | undefined
  /** The profile that the user annotates. */
  #annotated: OwnProfile | undefined
  readonly #frames: string[] = []

  constructor(client: Client, name: string, random: Random, ledger: Ledger) {
    this.#client = client
    this.#name = name
    this.#random = random
    this.#ledger = ledger
  }

  readonly #operations: Readonly<Record<Operation, () => Promise<void>>> = {
    list: async () => {
      await this.#ask('list', 'GET', '/v1/profiles?limit=10', [200])
    },
    create: async () => {
      await this.#create('create')
    },
    commit: async () => {
      const own = await this.#useOwn('commit', this.#committed)
      this.#committed = own
      if (!own) return
      const id = this.#fresh('version')
      const snapshot = { constraints: [{ id: 'c', question: 'What?', answer: id }], exemplars: [], comparisons: [] }
      const version = { id, branchId: 'main', parentVersionId: own.head, message: id, snapshot }
      const body = { profileData: { versions: [version] } }
      const answer = await this.#ask('commit', 'PATCH', `/v1/profiles/${own.id}`, [200, 409], { body })
      if (answer?.status === 200) this.#ledger.versions.push({ profileId: own.id, id })
      // An earlier commit without a response may have been stored.
      if (answer) own.head = answer.status === 200 ? id : answer.body.headVersionId
    },
    annotate: async () => {
      const own = await this.#useOwn('annotate', this.#annotated)
      this.#annotated = own
      if (!own) return
      const profileId = own.id
      const id = this.#fresh('answer')
      const body = { constraints: [{ id, question: id, answer: 'yes' }] }
      const answer = await this.#ask('annotate', 'POST', `/v1/profiles/${profileId}/annotations`, [201], { body })
      if (answer) this.#ledger.annotations.push({ profileId, id })
    },
    upload: async () => {
      const seed = this.#random.below(2 ** 31)
      const raw = new Uint8Array(await paint({ mood: this.#random.pick(['warm', 'cold', 'grey']), seed }))
      const headers = { 'content-type': 'image/png' }
      const path = `/api/frames/upload?projectId=${projectId}`
      const answer = await this.#ask('upload', 'POST', path, [200, 201], { raw, headers })
      if (!answer) return
      this.#ledger.frames.set(answer.body.id, createHash('sha256').update(raw).digest('hex'))
      this.#frames.push(answer.body.url)
      if (this.#frames.length > framesKeptMax) this.#frames.shift()
    },
    score: async () => {
      const body = await this.#frameRequest('score', framesPerScoreMax)
      const answer = body && (await this.#ask('score', 'POST', '/v1/score', [200], { body }))
      for (const { aesthetics, error } of answer?.body.scores ?? []) {
        if (!(aesthetics >= 0 && aesthetics <= 1))
          this.#violated(`a stored frame has no score: ${JSON.stringify(error)}`)
      }
    },
    batch: async () => {
      const body = await this.#frameRequest('batch', framesPerBatchMax)
      const headers = { prefer: 'respond-async', 'idempotency-key': this.#fresh('batch') }
      // An account may have 20 unfinished batches.
      const answer = body && (await this.#ask('batch', 'POST', '/v1/score/batch', [202, 429], { body, headers }))
      if (body && answer?.status === 202) this.#ledger.batches.set(answer.body.batch_id, body.frames.length)
    },
    key: async () => {
      const made = await this.#ask('key', 'POST', '/api/api-keys', [201], { body: { name: this.#fresh('key') } })
      if (!made) return
      const { id, key } = made.body
      await this.#ask('key', 'GET', '/v1/profiles?limit=1', [200], { key })
      const gone = await this.#ask('key', 'DELETE', `/api/api-keys?id=${id}`, [200, 404])
      if (gone?.status === 200) this.#ledger.revokedKeys.push(key)
      // The key may be any user's, and the request may reach any process.
      const [first, ...others] = this.#ledger.revokedKeys
      if (first === undefined) return
      const revoked = gone?.status === 200 ? key : this.#random.pick([first, ...others])
      await this.#ask('key', 'GET', '/v1/profiles?limit=1', [401], { key: revoked })
    },
  }

  act(operation: Operation): Promise<void> {
    return this.#operations[operation]()
  }

  async #useOwn(operation: Operation, own: OwnProfile | undefined): Promise<OwnProfile | undefined> {
    if (own && own.changes++ < changesPerProfileMax) return own
    const id = await this.#create(operation)
    if (id === undefined) return undefined
    const body = { profileData: { budget } }
    const answer = await this.#ask(operation, 'PATCH', `/v1/profiles/${id}`, [200], { body })
    return answer && { id, head: null, changes: 1 }
  }

  async #create(operation: Operation): Promise<string | undefined> {
    const name = this.#fresh('profile')
    const answer = await this.#ask(operation, 'POST', '/v1/profiles', [201], { body: { projectId, name } })
    if (answer) this.#ledger.profiles.set(answer.body.id, name)
    return answer?.body.id
  }

  /** Some of the user's last frames, or undefined if there are none yet. */
  async #frameRequest(operation: Operation, max: number) {
    this.#committed ??= await this.#useOwn(operation, undefined)
    if (!this.#committed || this.#frames.length === 0) return undefined
    const frames = Array.from({ length: 1 + this.#random.below(max) }, (_, i) => ({
      id: `f${i}`,
      url: this.#frames[this.#random.below(this.#frames.length)],
    }))
    return { profile_id: this.#committed.id, frames, dimensions: ['aesthetics'] }
  }

  /** Undefined without a response. A response with another status is a violation. */
  async #ask(operation: Operation, method: string, path: string, expected: readonly number[], ask: Ask = {}) {
    const started = performance.now()
    const answer = await this.#client.call(method, path, ask).catch((error: Error) => this.#failed(error))
    const atMs = performance.now()
    const isAnswered = answer !== undefined && answer.status !== 503
    this.#ledger.answers.push({ operation, atMs, ms: atMs - started, isAnswered })
    if (!isAnswered) {
      this.unanswered += 1
      return undefined
    }
    if (expected.includes(answer.status)) return answer
    this.#violated(`${method} ${path} was answered with ${answer.status}: ${answer.text.slice(0, 200)}`)
    return undefined
  }

  /** The connection broke. Anything else, such as a response that the API description does not allow, is a violation. */
  #failed(error: Error & { readonly code?: string }): Answer | undefined {
    // 502 is the balancer's own response, which the API description does not have.
    const isUnanswered = /^(UND_ERR_|E[A-Z]+$)/.test(error.code ?? '') || error.message.includes(' answered 502 ')
    if (!isUnanswered) this.#violated(String(error))
    return undefined
  }

  #violated(what: string): void {
    this.#ledger.violations.push(`${this.#name}: ${what}`)
  }

  #fresh(kind: string): string {
    this.#count += 1
    return `${kind}-${this.#name}-${this.#count}`
  }
}
