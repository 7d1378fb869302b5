import type { Alert, DeadLetterList, DeliveryList, DeliveryWithEvent, EventType, Webhook } from '@palate/client'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { palate } from '../../api/palate.ts'
import { readAll } from '../../api/read-all.ts'
import { startOfSpan } from './time-spans.ts'

export const webhooksKey = ['webhooks'] as const
export const webhookListKey = [...webhooksKey, 'list'] as const
export const deadLettersKey = ['dead-letters'] as const
export const alertsKey = ['alerts'] as const

const pageSize = 50
/** The number of deliveries that determine an endpoint's health. */
const healthDeliveries = 20
/** Polling interval while deliveries are pending. */
const pendingPauseMs = 2_000

export function useWebhooks() {
  return useQuery<readonly Webhook[]>({
    queryKey: webhookListKey,
    queryFn: ({ signal }) => readAll(palate.webhooks.list({}, { signal })),
  })
}

export function useWebhook(id: string) {
  return useQuery<Webhook>({
    queryKey: [...webhooksKey, id],
    queryFn: ({ signal }) => palate.webhooks.get(id, { signal }),
  })
}

/** The last deliveries, newest first. */
export function useLastDeliveries(id: string) {
  return useQuery<DeliveryList>({
    queryKey: [...webhooksKey, id, 'last-deliveries'],
    queryFn: async ({ signal }) => palate.webhooks.deliveries(id, { limit: healthDeliveries }, { signal }),
    refetchInterval: ({ state }) => (hasPending(state.data) ? pendingPauseMs : false),
  })
}

export interface DeliveryFilter {
  readonly status: string
  readonly eventType: string
  /** One of `timeSpans`. */
  readonly span: string
}

export function useDeliveries(id: string, { status, eventType, span }: DeliveryFilter) {
  const query = {
    limit: pageSize,
    ...(status !== '' && { status: status as 'pending' | 'delivered' | 'dead' }),
    ...(eventType !== '' && { eventType: eventType as EventType['type'] }),
  }
  return useInfiniteQuery({
    queryKey: [...webhooksKey, id, 'deliveries', query, span],
    queryFn: async ({ pageParam, signal }): Promise<DeliveryList> => {
      const since = startOfSpan(span)
      const range = { ...(since !== undefined && { since }), ...(pageParam !== undefined && { cursor: pageParam }) }
      return palate.webhooks.deliveries(id, { ...query, ...range }, { signal })
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: ({ state }) => (state.data?.pages.some(hasPending) ? pendingPauseMs : false),
  })
}

export function useDelivery(id: string) {
  return useQuery<DeliveryWithEvent>({
    queryKey: ['delivery', id],
    queryFn: ({ signal }) => palate.webhooks.delivery(id, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? pendingPauseMs : false),
  })
}

export function useDeadLetters(webhookId: string, eventType: string) {
  const query = {
    limit: pageSize,
    ...(webhookId !== '' && { webhookId }),
    ...(eventType !== '' && { eventType: eventType as EventType['type'] }),
  }
  return useInfiniteQuery({
    queryKey: [...deadLettersKey, query],
    queryFn: async ({ pageParam, signal }): Promise<DeadLetterList> =>
      palate.webhooks.deadLetters({ ...query, ...(pageParam !== undefined && { cursor: pageParam }) }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
}

export function useAlerts() {
  return useQuery<readonly Alert[]>({
    queryKey: alertsKey,
    queryFn: ({ signal }) => readAll(palate.alerts.list({}, { signal })),
  })
}

function hasPending(page: DeliveryList | undefined): boolean {
  return page?.deliveries.some(({ status }) => status === 'pending') ?? false
}
