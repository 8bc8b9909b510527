import type { FhirSubscription } from '../../../contract/fhir-subscriptions.ts'
import { files } from '../../../contract/index.ts'
import { webhook_requests_max } from '../../../contract/limits.ts'
import type { ProgramScope } from '../../platform/database/transaction.ts'
import { handleRoute, type HandledRoute } from '../../platform/http/operations.ts'
import type { OutboundHttp } from '../../platform/http/outbound-http.ts'
import { refuse, Refusal } from '../../platform/http/refusal.ts'
import type { Keyring } from '../../platform/keys/keyring.ts'
import { entitlements } from '../clinics/index.ts'
import { findKeyCreator } from './api-key-store.ts'
import { versionNamed } from './fhir-request-rules.ts'
import { subscriptionResource, subscriptionTag } from './fhir-subscription-resources.ts'
import { eventsOfCriteria, payloadOfChannel } from './fhir-subscription-rules.ts'
import { webhookSecrets } from './webhook-secrets.ts'
import {
  endQueuedDeliveries,
  findWebhook,
  insertWebhook,
  listWebhooks,
  lockWebhook,
  updateWebhook,
  webhookDetails,
  type WebhookRow,
} from './webhook-store.ts'

const { subscription, createSubscription, updateSubscription, removeSubscription } = files.fhirSubscriptions

type Deps = { keyring: Keyring; outside: OutboundHttp; address: string }

/** Programs are told of what programs asked for, by whichever key of the practice; of webhooks that people made, nothing. */
const askedFor = (webhook: WebhookRow | undefined): WebhookRow | undefined =>
  webhook?.requestedBy ? webhook : undefined

/** Whether as many wait to be switched on as people look through. */
const isFull = async (scope: ProgramScope): Promise<boolean> =>
  (await listWebhooks(scope)).filter(({ status }) => status === 'requested').length >= webhook_requests_max

/** Subscriptions: webhooks that keys ask for, and that people switch on. */
export function fhirSubscriptionHandlers({ keyring, outside, address }: Deps): HandledRoute[] {
  const secrets = webhookSecrets(keyring)

  /** What is asked for, as a webhook has it; or why no program may ask for it. */
  function wantedOf(body: FhirSubscription) {
    const events = eventsOfCriteria(body.criteria)
    if (!events) return refuse('criteria-unsupported')
    const payload = payloadOfChannel(body)
    if (!payload) return refuse('channel-unsupported')
    const { reason: name, criteria, channel } = body
    if (outside.isPrivate(channel.endpoint)) return refuse('private-address')
    return { name, url: channel.endpoint, events, subscription: { criteria, payload } }
  }

  const answerOf = (webhook: WebhookRow, status: 200 | 201 = 200) => {
    const location = `${address}/api/fhir/Subscription/${webhook.id}/_history/${webhook.version}`
    const headers = { etag: subscriptionTag(webhook), location }
    return {
      answer: { document: subscriptionResource(webhook), status, headers },
      subject: webhook.id,
      details: webhookDetails(webhook),
    }
  }

  return [
    handleRoute(subscription, async (scope, { id }) => {
      const found = askedFor(await findWebhook(scope, id))
      if (!found) return refuse('not-found')
      const headers = { etag: subscriptionTag(found) }
      return { answer: { document: subscriptionResource(found), headers }, subject: id }
    }),

    handleRoute(createSubscription, async (scope, { body }) => {
      if (body.status !== 'requested') return refuse('status-not-writable')
      const wanted = wantedOf(body)
      if (wanted instanceof Refusal) return wanted
      if (!(await entitlements(scope)).hasIntegrations) return refuse('not-in-plan')
      if (await isFull(scope)) return refuse('too-many')
      const made = await insertWebhook(scope, {
        ...wanted,
        // Nobody is shown this one: switching it on makes another.
        ...{ secret: secrets.make().kept, status: 'requested', requestedBy: scope.keyId },
        createdBy: await findKeyCreator(scope),
      })
      return answerOf(made, 201)
    }),

    handleRoute(updateSubscription, async (scope, { id, body }, { ifMatch }) => {
      const before = askedFor(await lockWebhook(scope, id))
      if (!before || (body.id !== undefined && body.id !== id)) return refuse('not-found')
      const version = versionNamed(ifMatch, body)
      if (version === null) return refuse('version-missing')
      if (version !== before.version) return refuse('stale-version')
      const isOn = before.status === 'active'
      if (body.status === 'off') {
        if (before.status === 'requested') return refuse('status-not-writable')
        if (!isOn) return { ...answerOf(before), as: 'nothing' as const }
        const off = { status: 'disabled', disabledBecause: 'staff', disabledAt: scope.now } as const
        return { ...answerOf(await updateWebhook(scope, id, off)), as: 'partly' as const }
      }
      if (body.status !== 'requested' && !isOn) return refuse('status-not-writable')
      const wanted = wantedOf(body)
      if (wanted instanceof Refusal) return wanted
      const isSame =
        wanted.url === before.url &&
        wanted.subscription.criteria === before.subscription!.criteria &&
        wanted.subscription.payload === before.subscription!.payload
      if (isSame && isOn) {
        if (wanted.name === before.name) return { ...answerOf(before), as: 'nothing' as const }
        const renamed = await updateWebhook(scope, id, { name: wanted.name })
        return { ...answerOf(renamed), as: 'partly' as const }
      }
      if (before.status !== 'requested' && (await isFull(scope))) return refuse('too-many')
      // Elsewhere, or of something else: somebody of the practice decides again, and nothing is sent meanwhile; nor is
      // what was queued for the address and criteria before.
      await endQueuedDeliveries(scope, id)
      const after = await updateWebhook(scope, id, {
        ...wanted,
        ...{ status: 'requested', approvedAt: null, disabledBecause: null, disabledAt: null },
        ...{ failingSince: null, requestedBy: scope.keyId },
      })
      return answerOf(after)
    }),

    handleRoute(removeSubscription, async (scope, { id }) => {
      const before = askedFor(await lockWebhook(scope, id))
      if (!before) return refuse('not-found')
      await updateWebhook(scope, id, { status: 'removed', disabledBecause: null, disabledAt: null })
      return { answer: { document: null }, subject: id, details: webhookDetails(before) }
    }),
  ]
}
