import { contract } from '../../../contract/index.ts'
import type { WebhookEvent } from '../../../contract/integration-scopes.ts'
import { webhook_endpoints_max } from '../../../contract/limits.ts'
import { sliceOf } from '../../platform/database/list-slice.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { handle } from '../../platform/http/operations.ts'
import type { OutboundHttp } from '../../platform/http/outbound-http.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Keyring } from '../../platform/keys/keyring.ts'
import { entitlements } from '../clinics/index.ts'
import { deliveryDeadline } from './webhook-rules.ts'
import { webhookSecrets } from './webhook-secrets.ts'
import {
  findRequesters,
  findWebhook,
  insertWebhook,
  listAttempts,
  listDeliveries,
  listWebhooks,
  lockDelivery,
  lockWebhook,
  updateDelivery,
  updateWebhook,
  webhookDetails,
  type AttemptRow,
  type DeliveryRow,
  type Requester,
  type WebhookRow,
} from './webhook-store.ts'

const isoOf = (at: Date | null): string | null => at?.toISOString() ?? null

const requesterOf = (webhook: WebhookRow, requesters: ReadonlyMap<string, Requester>) =>
  webhook.requestedBy === null ? undefined : requesters.get(webhook.requestedBy)

const viewOf = (webhook: WebhookRow, requesters: ReadonlyMap<string, Requester> = new Map()) => ({
  id: webhook.id,
  version: webhook.version,
  name: webhook.name,
  url: webhook.url,
  events: webhook.events,
  status: webhook.status === 'removed' ? ('disabled' as const) : webhook.status,
  requestedBy: requesterOf(webhook, requesters)?.name ?? null,
  isKeyRevoked: requesterOf(webhook, requesters)?.isRevoked ?? false,
  disabledBecause: webhook.disabledBecause,
  disabledAt: isoOf(webhook.disabledAt),
  failingSince: isoOf(webhook.failingSince),
  previousSecretUntil: isoOf(webhook.previousSecretUntil),
  createdAt: webhook.createdAt.toISOString(),
})

const viewIn = async (scope: ClinicScope, webhook: WebhookRow) =>
  viewOf(webhook, await findRequesters(scope, [webhook]))

const attemptView = ({ number, at, statusCode, durationMs, failure }: AttemptRow) => ({
  number,
  at: at.toISOString(),
  statusCode,
  durationMs,
  failure,
})

const deliveryView = (delivery: DeliveryRow, attempts: readonly AttemptRow[]) => ({
  id: delivery.id,
  event: delivery.event,
  consentId: delivery.consentId,
  occurredAt: delivery.occurredAt.toISOString(),
  status: delivery.status,
  nextAttemptAt: isoOf(delivery.nextAttemptAt),
  attempts: attempts.filter(({ deliveryId }) => deliveryId === delivery.id).map(attemptView),
})

type WebhookState = Pick<WebhookRow, 'status' | 'disabledBecause' | 'disabledAt' | 'failingSince'>

/** How a webhook stands once people have switched it on or off; switched on anew, it has failed at nothing yet. */
function webhookStateAfter(before: WebhookRow, newStatus: 'active' | 'disabled', now: Date): WebhookState {
  const { status, disabledBecause, disabledAt, failingSince } = before
  if (newStatus === status) return { status, disabledBecause, disabledAt, failingSince }
  return newStatus === 'active'
    ? { status: 'active', disabledBecause: null, disabledAt: null, failingSince: null }
    : { status: 'disabled', disabledBecause: 'staff', disabledAt: now, failingSince }
}

/** Whether nothing changes of where news goes, and which: of what a key asked for, that is the program's to change. */
const leadsTheSameWay = (
  before: WebhookRow,
  { url, events }: { url: string; events: readonly WebhookEvent[] },
): boolean =>
  url === before.url &&
  new Set([...events, ...before.events]).size === new Set(before.events).size &&
  new Set(events).size === new Set(before.events).size

/** Whether a practice has as many webhooks as it may; what waits to be switched on is none yet. */
const isFull = async (scope: ClinicScope): Promise<boolean> =>
  (await listWebhooks(scope)).filter(({ status }) => status !== 'requested').length >= webhook_endpoints_max

type WebhookHandlerDeps = { keyring: Keyring; outside: OutboundHttp }

/** The operations on webhooks. */
export function webhookHandlers({ keyring, outside }: WebhookHandlerDeps) {
  const secrets = webhookSecrets(keyring)
  return {
    listWebhooks: handle(contract.integrations.listWebhooks, async (scope) => {
      const rows = await listWebhooks(scope)
      const requesters = await findRequesters(scope, rows)
      return { answer: rows.map((row) => viewOf(row, requesters)) }
    }),

    createWebhook: handle(contract.integrations.createWebhook, async (scope, { name, url, events }) => {
      if (!(await entitlements(scope)).hasIntegrations) return refuse('not-in-plan')
      if (outside.isPrivate(url)) return refuse('private-address')
      if (await isFull(scope)) return refuse('too-many')
      const { shown, kept } = secrets.make()
      const made = await insertWebhook(scope, {
        ...{ name, url, events: [...new Set(events)], secret: kept, createdBy: scope.staffId },
      })
      return {
        answer: { webhook: viewOf(made), secret: shown },
        subject: made.id,
        details: webhookDetails(made),
      }
    }),

    changeWebhook: handle(contract.integrations.changeWebhook, async (scope, input) => {
      const before = await lockWebhook(scope, input.webhookId)
      if (!before) return refuse('not-found')
      if (before.status === 'requested') return refuse('not-approved')
      if (before.requestedBy !== null && !leadsTheSameWay(before, input)) return refuse('of-a-program')
      const requester = requesterOf(before, await findRequesters(scope, [before]))
      if (input.status === 'active' && requester?.isRevoked) return refuse('key-revoked')
      if (outside.isPrivate(input.url)) return refuse('private-address')
      const after = await updateWebhook(scope, before.id, {
        ...{ name: input.name, url: input.url, events: [...new Set(input.events)] },
        ...webhookStateAfter(before, input.status, scope.now),
      })
      return {
        answer: await viewIn(scope, after),
        subject: after.id,
        details: { before: webhookDetails(before), after: webhookDetails(after) },
        before,
      }
    }),

    approveWebhook: handle(contract.integrations.approveWebhook, async (scope, { webhookId, version }) => {
      const before = await lockWebhook(scope, webhookId)
      if (!before) return refuse('not-found')
      if (before.status !== 'requested') return refuse('not-requested')
      if (before.version !== version) return refuse('stale-version')
      if (!(await entitlements(scope)).hasIntegrations) return refuse('not-in-plan')
      if (await isFull(scope)) return refuse('too-many')
      const { shown, kept } = secrets.make()
      const after = await updateWebhook(scope, webhookId, {
        ...{ status: 'active', approvedAt: scope.now, secret: kept, failingSince: null },
        ...{ previousSecret: null, previousSecretUntil: null },
      })
      const webhook = await viewIn(scope, after)
      const details = { ...webhookDetails(after), requestedBy: webhook.requestedBy }
      return { answer: { webhook, secret: shown }, subject: webhookId, details }
    }),

    removeWebhook: handle(contract.integrations.removeWebhook, async (scope, { webhookId }) => {
      const before = await lockWebhook(scope, webhookId)
      if (!before) return refuse('not-found')
      await updateWebhook(scope, webhookId, { status: 'removed', disabledBecause: null, disabledAt: null })
      return { answer: {}, subject: webhookId, details: webhookDetails(before) }
    }),

    rotateSecret: handle(contract.integrations.rotateSecret, async (scope, { webhookId }) => {
      const before = await lockWebhook(scope, webhookId)
      if (!before) return refuse('not-found')
      const { shown, kept } = secrets.make()
      const after = await updateWebhook(scope, webhookId, secrets.replaced(before, kept, scope.now))
      return { answer: { webhook: await viewIn(scope, after), secret: shown }, subject: webhookId }
    }),

    ...deliveryHandlers,
  }
}

const deliveryHandlers = {
  listDeliveries: handle(
    contract.integrations.listDeliveries,
    async (scope, { webhookId, status, page, pageSize }) => {
      if (!(await findWebhook(scope, webhookId))) return refuse('not-found')
      const { rows, total } = await listDeliveries(scope, { webhookId, status }, sliceOf({ page, pageSize }))
      const attempts = await listAttempts(
        scope,
        rows.map(({ id }) => id),
      )
      return { answer: { rows: rows.map((row) => deliveryView(row, attempts)), total, page, pageSize } }
    },
  ),

  replayDelivery: handle(contract.integrations.replayDelivery, async (scope, { deliveryId }) => {
    const delivery = await lockDelivery(scope, deliveryId)
    const webhook = delivery && (await findWebhook(scope, delivery.webhookId))
    if (!webhook) return refuse('not-found')
    if (webhook.status !== 'active') return refuse('webhook-off')
    const again = await updateDelivery(scope, deliveryId, {
      status: 'queued',
      nextAttemptAt: scope.now,
      giveUpAt: deliveryDeadline(scope.now),
      tries: 0,
    })
    scope.enqueue('integrations.deliver', { clinicId: scope.clinicId, deliveryId })
    return {
      answer: deliveryView(again, await listAttempts(scope, [deliveryId])),
      subject: delivery.webhookId,
      details: { deliveryId, event: delivery.event },
    }
  }),
}
