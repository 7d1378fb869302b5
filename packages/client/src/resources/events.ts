import type { Alert, AlertList, Event, EventList, EventTypeList, NewAlert, Success } from '../api-types.ts'
import type { Query } from '../operation-types.ts'
import type { CallOptions } from '../options.ts'
import { type TailOptions, tailEvents } from '../streams/event-stream.ts'
import type { Transport } from '../transport/transport.ts'
import { type List, listOf } from './list.ts'

/** The events of the account. */
export class Events {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** The log, newest first; oldest first with `after`. */
  list(query: Query<'listEvents'> = {}, options?: CallOptions): List<EventList, Event> {
    return listOf(this.#transport, 'listEvents', (page: EventList) => page.events, { query }, options)
  }

  /**
   * Events as they happen. Reconnects automatically; end it with `break` or a signal.
   *
   * @example
   * for await (const event of palate.events.tail({ type: 'profile.*' })) console.log(event.type)
   */
  tail(options?: TailOptions): AsyncGenerator<Event> {
    return tailEvents(this.#transport, options)
  }

  /** The catalogue of event types with their schemas. */
  types(options?: CallOptions): Promise<EventTypeList> {
    return this.#transport.json('listEventTypes', {}, options)
  }
}

/** Rules that send `quality.alert`, for example when scores fall. */
export class Alerts {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  create(alert: NewAlert, options?: CallOptions): Promise<Alert> {
    return this.#transport.json('createAlert', { body: alert }, options)
  }

  list(query: Query<'listAlerts'> = {}, options?: CallOptions): List<AlertList, Alert> {
    return listOf(this.#transport, 'listAlerts', (page: AlertList) => page.alerts, { query }, options)
  }

  delete(id: string, options?: CallOptions): Promise<Success> {
    return this.#transport.json('deleteAlert', { params: { id } }, options)
  }
}
