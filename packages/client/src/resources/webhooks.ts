import type {
  CreatedWebhook,
  DeadLetter,
  DeadLetterFilter,
  DeadLetterList,
  Delivery,
  DeliveryFilter,
  DeliveryList,
  DeliveryWithEvent,
  NewWebhook,
  ReplayedDeadLetters,
  ReplayedDeliveries,
  Success,
  Webhook,
  WebhookList,
  WebhookSecretRotation,
  WebhookUpdate,
} from '../api-types.ts'
import type { Query } from '../operation-types.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport/transport.ts'
import { type List, listOf } from './list.ts'

/** Webhooks and their deliveries. */
export class Webhooks {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Creates a webhook. Only this response contains its `secret`, which `verifyWebhook` needs. */
  create(webhook: NewWebhook, options?: CallOptions): Promise<CreatedWebhook> {
    return this.#transport.json('createWebhook', { body: webhook }, options)
  }

  list(query: Query<'listWebhooks'> = {}, options?: CallOptions): List<WebhookList, Webhook> {
    return listOf(this.#transport, 'listWebhooks', (page: WebhookList) => page.webhooks, { query }, options)
  }

  get(id: string, options?: CallOptions): Promise<Webhook> {
    return this.#transport.json('getWebhook', { params: { id } }, options)
  }

  update(id: string, update: WebhookUpdate, options?: CallOptions): Promise<Webhook> {
    return this.#transport.json('updateWebhook', { params: { id }, body: update }, options)
  }

  delete(id: string, options?: CallOptions): Promise<Success> {
    return this.#transport.json('deleteWebhook', { params: { id } }, options)
  }

  /** Creates a new secret; the old one keeps signing for `overlapSeconds`. */
  rotateSecret(id: string, rotation: WebhookSecretRotation = {}, options?: CallOptions): Promise<CreatedWebhook> {
    return this.#transport.json('rotateWebhookSecret', { params: { id }, body: rotation }, options)
  }

  /** Sends a `webhook.test` event. */
  test(id: string, options?: CallOptions): Promise<Delivery> {
    return this.#transport.json('testWebhook', { params: { id } }, options)
  }

  /** The deliveries of a webhook, newest first. */
  deliveries(id: string, query: Query<'listDeliveries'> = {}, options?: CallOptions): List<DeliveryList, Delivery> {
    return listOf(
      this.#transport,
      'listDeliveries',
      (page: DeliveryList) => page.deliveries,
      { params: { id }, query },
      options,
    )
  }

  /** Resends the deliveries of a webhook since a time, both delivered and dead. */
  replayDeliveries(id: string, filter: DeliveryFilter, options?: CallOptions): Promise<ReplayedDeliveries> {
    return this.#transport.json('replayDeliveries', { params: { id }, body: filter }, options)
  }

  /** One delivery with its event and every attempt. */
  delivery(id: string, options?: CallOptions): Promise<DeliveryWithEvent> {
    return this.#transport.json('getDelivery', { params: { id } }, options)
  }

  /** Sends a delivery again. */
  replay(deliveryId: string, options?: CallOptions): Promise<Delivery> {
    return this.#transport.json('replayDelivery', { params: { id: deliveryId } }, options)
  }

  /** Abandoned deliveries. */
  deadLetters(query: Query<'listDeadLetters'> = {}, options?: CallOptions): List<DeadLetterList, DeadLetter> {
    return listOf(this.#transport, 'listDeadLetters', (page: DeadLetterList) => page.deadLetters, { query }, options)
  }

  /** Resends one dead letter. */
  replayDeadLetter(id: string, options?: CallOptions): Promise<Delivery> {
    return this.#transport.json('replayDeadLetter', { params: { id } }, options)
  }

  /** Resends all dead letters that match a filter. */
  replayDeadLetters(filter: DeadLetterFilter, options?: CallOptions): Promise<ReplayedDeadLetters> {
    return this.#transport.json('replayDeadLetters', { body: filter }, options)
  }

  deleteDeadLetter(id: string, options?: CallOptions): Promise<Success> {
    return this.#transport.json('deleteDeadLetter', { params: { id } }, options)
  }
}
