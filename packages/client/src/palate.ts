import type {
  AuditEntry,
  AuditList,
  BatchRequest,
  DimensionList,
  ProjectList,
  RewardRequest,
  ScoreRequest,
} from './api-types.ts'
import type { Query, Reply } from './operation-types.ts'
import type { CallOptions, ClientOptions } from './options.ts'
import { Annotations } from './resources/annotations.ts'
import { Asks } from './resources/asks.ts'
import { Batches } from './resources/batches.ts'
import { Boards } from './resources/boards.ts'
import { Alerts, Events } from './resources/events.ts'
import { Frames } from './resources/frames.ts'
import { Keys } from './resources/keys.ts'
import { type List, listOf } from './resources/list.ts'
import { Logins } from './resources/logins.ts'
import { People } from './resources/people.ts'
import { Profiles } from './resources/profiles.ts'
import { scoringBody, type WithPictures } from './resources/scored-frames.ts'
import { Sessions } from './resources/sessions.ts'
import { Shares } from './resources/shares.ts'
import { Webhooks } from './resources/webhooks.ts'
import type { ScoresOf, WithDimensions } from './score-types.ts'
import { type BatchLine, submitBatch } from './streams/batch-stream.ts'
import { createTransport, type Transport } from './transport/transport.ts'

/**
 * A client of one Palate service.
 *
 * @example
 * import { Palate } from '@palate/client'
 *
 * const palate = new Palate({ url: 'http://127.0.0.1:8080', apiKey: 'plt_…' })
 * const { scores } = await palate.score({
 *   profile_id: 'prof_…',
 *   frames: [{ id: 'cover', url: 'https://example.com/cover.jpg' }],
 *   dimensions: ['aesthetics', 'likeness'],
 * })
 */
export class Palate {
  readonly #transport: Transport
  // Only declared: a page would download the name of a field and the assignment.
  declare readonly profiles: Profiles
  declare readonly annotations: Annotations
  declare readonly asks: Asks
  declare readonly frames: Frames
  declare readonly batches: Batches
  declare readonly keys: Keys
  declare readonly webhooks: Webhooks
  declare readonly events: Events
  declare readonly alerts: Alerts
  declare readonly boards: Boards
  declare readonly shares: Shares
  declare readonly people: People
  declare readonly session: Sessions
  declare readonly logins: Logins

  constructor(options: ClientOptions = {}) {
    const transport = createTransport(options)
    this.#transport = transport
    this.profiles = new Profiles(transport)
    this.annotations = new Annotations(transport)
    this.asks = new Asks(transport)
    this.frames = new Frames(transport)
    this.batches = new Batches(transport)
    this.keys = new Keys(transport)
    this.webhooks = new Webhooks(transport)
    this.events = new Events(transport)
    this.alerts = new Alerts(transport)
    this.boards = new Boards(transport)
    this.shares = new Shares(transport)
    this.people = new People(transport)
    this.session = new Sessions(transport)
    this.logins = new Logins(transport)
  }

  /**
   * Scores frames in one request. For more than a few hundred, use `scoreBatch`. Each score is a number, or null if the
   * frame has an `error`. A frame has an id and a `url`, or it is a picture: a path (in Node), a Blob or bytes, of up to
   * 10 MiB, and all of them together up to 31 MiB.
   *
   * @example
   * const { scores } = await palate.score({ profile_id, frames, dimensions: ['aesthetics'] })
   * for (const { frame_id, aesthetics } of scores) if (aesthetics !== null && aesthetics > 0.5) console.log(frame_id)
   *
   * @example
   * const { scores } = await palate.score({ profile_id, frames: ['pictures/a.jpg'], dimensions: ['aesthetics'] })
   *
   * @example
   * const { scores } = await palate.score({ profile_id, frames, dimensions: ['aesthetics'], explain: true })
   * for (const { text, effect } of scores[0]?.details?.aesthetics?.reasons ?? []) console.log(effect, text)
   *
   * @example
   * const { scores } = await palate.score({ profile_id, frames, dimensions: ['aesthetics'], verdict: true })
   * for (const { frame_id, verdict } of scores) console.log(frame_id, verdict?.aesthetics?.decision)
   */
  async score<Dimension extends string>(
    request: WithPictures<WithDimensions<ScoreRequest, Dimension>>,
    options?: CallOptions,
  ): Promise<ScoresOf<Dimension>> {
    const body = await scoringBody(this.#transport, request, options)
    return this.#transport.json('scoreFrames', { body }, options)
  }

  /**
   * Scores up to 10,000 frames, and yields each result as it completes. After a lost connection or a restart of the
   * service, it continues after the last result. Nothing is submitted before you read the first line. Its frames
   * may be pictures, as those of `score`. The service continues with the batch if you stop reading: `batches.cancel`
   * ends it.
   *
   * @example
   * for await (const line of palate.scoreBatch({ profile_id, frames, dimensions: ['aesthetics'] })) {
   *   if (line.type === 'score') console.log(line.frame_id, line.aesthetics)
   *   if (line.type === 'error') console.warn(line.frame_id, line.error.message)
   * }
   */
  scoreBatch<Dimension extends string>(
    request: WithPictures<WithDimensions<BatchRequest, Dimension>>,
    options?: CallOptions,
  ): AsyncGenerator<BatchLine<Dimension>> {
    return submitBatch(this.#transport, request, options)
  }

  /**
   * Rewards for a training loop: the score in log odds, less what is uncertain and unlike everything judged. Within a
   * `group` rewards are centred. Its frames may be pictures, as those of `score`.
   */
  async reward(request: WithPictures<RewardRequest>, options?: CallOptions): Promise<Reply<'rewardFrames'>> {
    const body = await scoringBody(this.#transport, request, options)
    return this.#transport.json('rewardFrames', { body }, options)
  }

  /** What to ask the profile's owner next, most useful first. */
  suggestions(
    profileId: string,
    query: Query<'suggestJudgements'> = {},
    options?: CallOptions,
  ): Promise<Reply<'suggestJudgements'>> {
    return this.#transport.json('suggestJudgements', { params: { id: profileId }, query }, options)
  }

  /** The dimensions that can be scored, including those of a profile if `query` names one. */
  dimensions(query: Query<'listDimensions'> = {}, options?: CallOptions): Promise<DimensionList> {
    return this.#transport.json('listDimensions', { query }, options)
  }

  /** The status of the service: version, store and queued work. */
  status(options?: CallOptions): Promise<Reply<'getStatus'>> {
    return this.#transport.json('getStatus', {}, options)
  }

  /** What was done in the account, newest first. */
  audit(query: Query<'listAudit'> = {}, options?: CallOptions): List<AuditList, AuditEntry> {
    return listOf(this.#transport, 'listAudit', (page: AuditList) => page.entries, { query }, options)
  }

  /** The projects of the account. */
  projects(options?: CallOptions): Promise<ProjectList> {
    return this.#transport.json('listProjects', {}, options)
  }
}
