import { z } from 'zod'
import { versionMissing } from './fhir-version.ts'
import { aborted, id, invalidArgument, nameText, notFound, route } from './kit.ts'
import { webhook_requests_max } from './limits.ts'
import { secureUrl } from './secure-url.ts'

const access = 'program'
const scope = 'subscriptions:request'
const bodyBytesMax = 16 * 1024

const line = (max: number) => z.string().max(max)

/** Of FHIR R4's Subscription what a webhook has a place for. What a program may not ask for is refused, not passed over. */
const FhirSubscription = z.object({
  resourceType: z.literal('Subscription'),
  id: id.optional(),
  meta: z.object({ versionId: line(20).optional() }).optional(),
  status: z.enum(['requested', 'active', 'error', 'off']),
  /** Shown to whoever switches it on. */
  reason: nameText(80),
  criteria: line(200),
  end: line(40).optional(),
  channel: z.object({
    type: z.enum(['rest-hook', 'websocket', 'email', 'sms', 'message']),
    endpoint: secureUrl,
    payload: line(100).optional(),
    /** Says how much of a payload is sent, as the Subscriptions R5 Backport has it. */
    _payload: z
      .object({
        extension: z.array(z.object({ url: line(300), valueCode: line(40).optional() })).max(5),
      })
      .optional(),
    header: z.array(line(1000)).max(20).optional(),
  }),
})
export type FhirSubscription = z.infer<typeof FhirSubscription>

const unknown = { 'not-found': notFound('Subscription') }
const askingRefusals = {
  'criteria-unsupported': invalidArgument(
    'Send the criteria Consent, Consent?status= with the states to be notified of, or DocumentReference.',
  ),
  'channel-unsupported': invalidArgument(
    'Send a rest-hook channel without header and end, and either without payload, or with application/fhir+json as id-only. Notifications are signed instead.',
  ),
  'private-address': invalidArgument(
    'Send a public internet address as endpoint, not a private network address.',
  ),
  'status-not-writable': aborted(
    'A program asks with the status requested, and ends with the status off. Someone at the practice switches it on.',
  ),
  'too-many': aborted(
    `${webhook_requests_max} subscriptions wait to be switched on. Someone at the practice must decide them first.`,
  ),
}
const example = {
  resourceType: 'Subscription' as const,
  status: 'requested' as const,
  reason: 'Practice system',
  criteria: 'Consent?status=active',
  channel: { type: 'rest-hook' as const, endpoint: 'https://hooks.example.org/fhir' },
}

/** FHIR R4's Subscription: a webhook that a key asks for, and that somebody of the practice switches on. */
export const fhirSubscriptionRoutes = {
  subscription: route('fhir', {
    path: '/api/fhir/Subscription/:id',
    summary: 'One subscription that a key of the practice asked for (FHIR Subscription)',
    access,
    scope,
    audit: { done: 'fhir.subscription_read' },
    params: z.object({ id }),
    refusals: unknown,
    example: { id: ':subscriptionId' },
  }),
  createSubscription: route('fhir', {
    method: 'POST',
    path: '/api/fhir/Subscription',
    summary:
      'Ask to be told of news of consents (FHIR Subscription). Nothing is sent before an administrator of the practice switches it on',
    access,
    scope,
    audit: { done: 'webhook.requested' },
    bodyBytesMax,
    params: z.object({ body: FhirSubscription }),
    refusals: {
      ...askingRefusals,
      'not-in-plan': aborted('The plan of the practice does not include webhooks.'),
    },
    example: { body: example },
  }),
  updateSubscription: route('fhir', {
    method: 'PUT',
    path: '/api/fhir/Subscription/:id',
    summary:
      'Change or switch off a subscription that a key of the practice asked for, from the version that If-Match or meta.versionId names. One that leads elsewhere, or tells more, has to be switched on again',
    access,
    scope,
    audit: { done: 'webhook.requested', partly: 'webhook.changed' },
    bodyBytesMax,
    params: z.object({ id, body: FhirSubscription }),
    refusals: {
      ...unknown,
      ...askingRefusals,
      'version-missing': versionMissing,
      'stale-version': aborted('Someone else changed this subscription. Read it again.'),
    },
    example: { id: ':subscriptionId', body: { ...example, meta: { versionId: '1' } } },
  }),
  removeSubscription: route('fhir', {
    method: 'DELETE',
    path: '/api/fhir/Subscription/:id',
    summary: 'End a subscription that a key of the practice asked for',
    access,
    scope,
    audit: { done: 'webhook.removed' },
    params: z.object({ id }),
    refusals: unknown,
    example: { id: ':subscriptionId' },
  }),
}
