import { setTimeout as pause } from 'node:timers/promises'
import type { Answer } from '../harness/answer.ts'
import type { Ask, Client } from '../harness/client.ts'
import { type CreationRecord, type KeyRecord, type Ledger, type ProfileRecord, recordProfile } from './ledger.ts'
import type { Random } from './random.ts'
import { snapshotOf } from './snapshot.ts'

/** Pause after a request without a response, so that writers do not spin while the server is down. */
const pauseMs = 20

interface Round {
  readonly ledger: Ledger
  /** The profile that all writers commit to. */
  readonly sharedProfile: ProfileRecord
  readonly isOver: () => boolean
}

/** Sends random writes until the round is over. Returns the number without a response. */
export async function writeUntilOver(client: Client, name: string, random: Random, round: Round): Promise<number> {
  const writer = new Writer(client, name, random, round)
  while (!round.isOver()) await writer.writeSomething()
  return writer.unanswered
}

/**
 * One client, one request at a time. Every PATCH sets the seed and the working changes to the same mark, which reveals a
 * partly applied one. Every version is recorded as it was sent.
 */
class Writer {
  unanswered = 0
  readonly #client: Client
  readonly #name: string
  readonly #random: Random
  readonly #ledger: Ledger
  readonly #sharedProfile: ProfileRecord
  #sharedHead: string | null = null
  #own: ProfileRecord | undefined
  /** The branch heads of the writer's own profile. */
  #heads = new Map<string, string>()
  #count = 0

  constructor(client: Client, name: string, random: Random, { ledger, sharedProfile }: Round) {
    this.#client = client
    this.#name = name
    this.#random = random
    this.#ledger = ledger
    this.#sharedProfile = sharedProfile
  }

  async writeSomething(): Promise<void> {
    const own = this.#own
    if (!own) return this.#createOwn()
    await this.#random.pick([
      () => this.#commitToOwn(own),
      () => this.#commitToOwn(own),
      () => this.#commitToShared(),
      () => this.#commitToShared(),
      () => this.#patch(own, this.#fresh('mark'), {}),
      () => this.#switch(own),
      () => this.#merge(own),
      () => this.#makeKey(),
      () => this.#revokeKey(),
      () => this.#createOwn(),
      () => this.#deleteOwn(own),
    ])()
  }

  async #createOwn(): Promise<void> {
    const idempotencyKey = this.#random.below(3) > 0 ? this.#fresh('idempotent') : undefined
    const body = { projectId: this.#ledger.project, name: this.#fresh('profile'), seed: null }
    const creation: CreationRecord = { body, idempotencyKey, id: undefined }
    this.#ledger.creations.push(creation)
    const headers = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }
    const answer = await this.#ask('POST', '/v1/profiles', { body, headers })
    if (answer?.status !== 201) return
    creation.id = answer.body.id
    this.#own = recordProfile(this.#ledger, answer.body.id, body.name, null)
    this.#heads = new Map()
  }

  async #commitToOwn(own: ProfileRecord): Promise<void> {
    const branchId = this.#random.pick(['main', 'side'])
    const begins = branchId === 'side' && !this.#heads.has('side')
    const branches = begins ? [{ id: 'side', name: 'side', parentBranchId: 'main' }] : []
    const parent = this.#heads.get(begins ? 'main' : branchId) ?? null
    const { id, answer } = await this.#commit(own, branchId, parent, branches)
    if (answer?.status === 200) this.#heads.set(branchId, id)
  }

  async #commitToShared(): Promise<void> {
    const { id, answer } = await this.#commit(this.#sharedProfile, 'main', this.#sharedHead, [])
    if (answer?.status === 200) this.#sharedHead = id
    if (answer?.status === 409) this.#sharedHead = answer.body.headVersionId
  }

  async #commit(profile: ProfileRecord, branchId: string, parentVersionId: string | null, branches: readonly object[]) {
    const id = this.#fresh('version')
    const sent = { branchId, message: `commit ${id}`, snapshot: snapshotOf(id, this.#random) }
    profile.unknown.set(id, sent)
    const answer = await this.#patch(profile, id, { versions: [{ id, parentVersionId, ...sent }], branches })
    if (answer) profile.unknown.delete(id)
    if (answer?.status === 200) profile.acknowledged.set(id, sent)
    else if (answer) profile.refused.add(id)
    return { id, answer }
  }

  async #switch(own: ProfileRecord): Promise<void> {
    if (!this.#heads.has('side')) return
    await this.#patch(own, this.#fresh('mark'), { currentBranchId: this.#random.pick(['main', 'side']) })
  }

  async #patch(profile: ProfileRecord, mark: string, data: object): Promise<Answer | undefined> {
    const profileData = { ...data, workingChanges: { constraints: [{ id: mark }] } }
    profile.unknownMarks.add(mark)
    const answer = await this.#ask('PATCH', `/v1/profiles/${profile.id}`, { body: { seed: mark, profileData } })
    if (answer) profile.unknownMarks.delete(mark)
    if (answer?.status === 200 && profile.mark !== undefined) profile.mark = mark
    return answer
  }

  async #merge(own: ProfileRecord): Promise<void> {
    if (!this.#heads.has('side')) return
    const message = this.#fresh('merge')
    own.unknownMerges.add(message)
    const body = { sourceBranchId: 'side', targetBranchId: 'main', strategy: 'theirs', message }
    const headers = { 'idempotency-key': message }
    const answer = await this.#ask('POST', `/v1/profiles/${own.id}/merge`, { body, headers })
    if (!answer) return
    own.unknownMerges.delete(message)
    const version = answer.body.version
    if (answer.status !== 200 || version === null) return
    own.acknowledged.set(version.id, version)
    this.#heads.set('main', version.id)
  }

  async #deleteOwn(own: ProfileRecord): Promise<void> {
    own.deletion = 'unknown'
    const answer = await this.#ask('DELETE', `/v1/profiles/${own.id}`)
    if (answer?.status !== 200) return
    own.deletion = 'acknowledged'
    this.#own = undefined
  }

  async #makeKey(): Promise<void> {
    const record: KeyRecord = { name: this.#fresh('key'), id: undefined, secret: undefined, revocation: 'not asked' }
    this.#ledger.keys.push(record)
    const answer = await this.#ask('POST', '/api/api-keys', { body: { name: record.name } })
    if (answer?.status === 201) Object.assign(record, { id: answer.body.id, secret: answer.body.key })
  }

  async #revokeKey(): Promise<void> {
    const mine = (key: KeyRecord) => key.name.startsWith(`${this.#name}-`)
    const record = this.#ledger.keys.find((key) => mine(key) && key.id && key.revocation === 'not asked')
    if (!record) return
    record.revocation = 'unknown'
    const answer = await this.#ask('DELETE', `/api/api-keys?id=${record.id}`)
    if (answer?.status === 200) record.revocation = 'acknowledged'
  }

  /**
   * The response, or undefined if it is unknown whether the write was stored. In that case the writer's own profile is
   * not changed further.
   */
  async #ask(method: string, path: string, what?: Ask): Promise<Answer | undefined> {
    const { counts, unexpectedAnswers } = this.#ledger
    const answer = await this.#client.call(method, path, what).catch(() => undefined)
    if (!answer || answer.status === 503) {
      counts.unknown += 1
      this.unanswered += 1
      this.#own = undefined
      await pause(pauseMs)
      return undefined
    }
    if (answer.status < 300) counts.acknowledged += 1
    else counts.refused += 1
    if (answer.status >= 300 && answer.status !== 409) {
      unexpectedAnswers.push(`${method} ${path} was answered with ${answer.status}: ${answer.text}`)
    }
    return answer
  }

  #fresh(what: string): string {
    this.#count += 1
    return `${this.#name}-${what}-${this.#count}`
  }
}
