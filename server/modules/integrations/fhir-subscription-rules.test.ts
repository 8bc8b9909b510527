import { describe, expect, it } from 'vitest'
import type { FhirSubscription } from '../../../contract/fhir-subscriptions.ts'
import { webhookEvents } from '../../../contract/integration-scopes.ts'
import { eventsOfCriteria, payloadContentUrl, payloadOfChannel } from './fhir-subscription-rules.ts'

describe('criteria', () => {
  it.each([
    ['DocumentReference', ['document.sealed']],
    ['Consent?status=rejected', ['consent.declined']],
    ['Consent?status=rejected,proposed', ['consent.declined', 'consent.sent', 'consent.viewed']],
  ])('%s ask for %j', (criteria, events) => expect(eventsOfCriteria(criteria)).toEqual(events))

  it('ask together for every event that a webhook tells, each once', () => {
    const all = [...eventsOfCriteria('Consent')!, ...eventsOfCriteria('DocumentReference')!]
    expect(all.toSorted()).toEqual([...webhookEvents].toSorted())
    const byStatus = eventsOfCriteria('Consent?status=proposed,active,rejected,inactive,entered-in-error')!
    expect(byStatus.toSorted()).toEqual(eventsOfCriteria('Consent')!.toSorted())
  })

  it.each([
    '',
    'Patient',
    'Consent?',
    'Consent?status=',
    'Consent?status=draft',
    'Consent?patient=1',
    'consent',
  ])('"%s" are none of ours', (criteria) => expect(eventsOfCriteria(criteria)).toBeNull())

  it('name no state by what every object has', () =>
    expect(eventsOfCriteria('Consent?status=constructor')).toBeNull())
})

describe('a channel', () => {
  const subscription = (channel: object, more: object = {}): FhirSubscription => ({
    resourceType: 'Subscription',
    status: 'requested',
    reason: 'Practice system',
    criteria: 'Consent',
    channel: { type: 'rest-hook', endpoint: 'https://hooks.example.org/', ...channel },
    ...more,
  })
  const idOnly = { extension: [{ url: payloadContentUrl, valueCode: 'id-only' }] }
  const json = 'application/fhir+json'

  it.each([
    ['without a payload', {}, 'none'],
    ['of ids', { payload: json, _payload: idOnly }, 'ids'],
    ['of whole resources', { payload: json }, null],
    [
      'that says it is whole',
      { payload: json, _payload: { extension: [{ url: payloadContentUrl, valueCode: 'full-resource' }] } },
      null,
    ],
    ['of another format', { payload: 'application/fhir+xml', _payload: idOnly }, null],
    ['of another kind', { type: 'email' }, null],
    ['with headers of its own', { header: ['Authorization: Bearer secret'] }, null],
  ])('%s', (_what, channel, expected) => expect(payloadOfChannel(subscription(channel))).toBe(expected))

  it('that ends by itself is none of ours', () =>
    expect(payloadOfChannel(subscription({}, { end: '2030-01-01T00:00:00Z' }))).toBeNull())
})
