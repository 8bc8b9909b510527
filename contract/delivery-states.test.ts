import { expect, test } from 'vitest'
import { nextMessageStatus, deliveryStateOf } from './delivery-states.ts'

test.each([
  ['what was taken is being sent', 'queued', 'take', 'sending'],
  ['an answer settles it', 'sending', 'accept', 'sent'],
  ['a report may come before our own answer was written down', 'sending', 'deliver', 'delivered'],
  ['whose answer then changes nothing', 'delivered', 'accept', null],
  ['nor does a fault of the connection', 'delivered', 'lose', null],
  ['a bounce counts after a delivery', 'delivered', 'bounce', 'bounced'],
  ['a delivery does not count after a bounce', 'bounced', 'deliver', null],
  ['nor after a failure', 'failed', 'deliver', null],
  ['a failure does not count after a delivery', 'delivered', 'fail', null],
  ['a report settles what nobody knew', 'unconfirmed', 'deliver', 'delivered'],
  ['what nobody knows is not sent again', 'unconfirmed', 'take', null],
  ['a letter is printed, and no provider knows of it', 'printed', 'deliver', null],
] as const)('%s', (_what, status, news, after) => {
  expect(nextMessageStatus(status, news)).toBe(after)
})

test('an opened link proves that its message came', () => {
  expect(deliveryStateOf('bounced', true)).toBe('opened')
  expect(deliveryStateOf('bounced', false)).toBe('bounced')
})
