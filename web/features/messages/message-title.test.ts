import { expect, test } from 'vitest'
import { messageTitle } from './message-title.ts'

test.each([
  [{ channel: 'email', kind: 'consent-link', recipient: 'e@example.org' }, 'E-mail to e@example.org'],
  [{ channel: 'email', kind: 'consent-link', recipient: 'e@xn--mller-kva.de' }, 'E-mail to e@m\u00fcller.de'],
  [
    { channel: 'sms', kind: 'reminder', recipient: '+447700900123' },
    'Text message to +447700900123, reminder',
  ],
  [{ channel: 'letter', kind: 'letter', recipient: '' }, 'Letter'],
] as const)('%j is called %s', (message, title) => {
  expect(messageTitle(message)).toBe(title)
})
