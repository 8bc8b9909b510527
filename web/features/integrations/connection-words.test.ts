import { expect, it } from 'vitest'
import { integrationScopes, webhookEvents } from '../../../contract/integration-scopes.ts'
import {
  deliveryBadge,
  eventWords,
  isSwitchable,
  scopeWords,
  webhookBadge,
  type Webhook,
} from './connection-words.ts'

const webhook: Webhook = {
  id: 'one',
  version: 1,
  name: 'Practice system',
  url: 'https://hooks.example.org/',
  events: ['consent.signed'],
  status: 'active',
  requestedBy: null,
  isKeyRevoked: false,
  disabledBecause: null,
  disabledAt: null,
  failingSince: null,
  previousSecretUntil: null,
  createdAt: '2026-11-21T10:00:00Z',
}

it('has words for everything that can be chosen, each its own', () => {
  expect(new Set(integrationScopes.map((scope) => scopeWords[scope])).size).toBe(integrationScopes.length)
  expect(new Set(webhookEvents.map((event) => eventWords[event])).size).toBe(webhookEvents.length)
})

it.each([
  [{}, 'Working'],
  [{ status: 'requested', requestedBy: 'Practice system' }, 'Waiting for approval'],
  [{ failingSince: '2026-11-21T10:00:00Z' }, 'Failing'],
  [{ status: 'disabled', disabledBecause: 'staff' }, 'Switched off'],
  [
    { status: 'disabled', disabledBecause: 'failures', failingSince: '2026-11-21T10:00:00Z' },
    'Switched off after failures',
  ],
] as const)('a webhook with %j is %s', (change, label) =>
  expect(webhookBadge({ ...webhook, ...change }).label).toBe(label),
)

it.each([
  ['active', false, true],
  ['disabled', false, true],
  ['disabled', true, false],
] as const)('a webhook that is %s, its key revoked: %s, can be switched: %s', (status, isKeyRevoked, can) =>
  expect(isSwitchable({ ...webhook, status, isKeyRevoked })).toBe(can),
)

it.each([
  ['queued', 0, 'Sending'],
  ['queued', 2, 'Trying again'],
  ['delivered', 3, 'Delivered'],
  ['failed', 9, 'Failed'],
] as const)('what is %s after %i tries is told as %s', (status, attempts, label) =>
  expect(deliveryBadge({ status, attempts }).label).toBe(label),
)
