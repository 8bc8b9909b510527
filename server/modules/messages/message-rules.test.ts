import { expect, test } from 'vitest'
import { statusAfterDeliveryError, composeMail, give_up_minutes, messageText } from './message-rules.ts'
import { shippedText } from './message-text-rules.ts'

const values = {
  practiceName: 'Riverside Dental',
  practicePhone: '020 7946 0018',
  link: 'https://consent.example.org/sign-consent/Abc-_1',
  expires: '21 December 2026',
  greetingName: 'Eleanor',
}

const consentLink = shippedText({ kind: 'consent-link', channel: 'email', language: 'en' })!

test.each(['invitation', 'patient-home', 'template-review'] as const)(
  '%s says all there is to say, in text and in HTML',
  (kind) => {
    const { subject, text, html } = messageText(kind, values)
    expect(subject).toMatch(/^Riverside Dental: /)
    const { practicePhone, expires, ...always } = values
    const said = kind === 'template-review' ? always : values
    for (const value of Object.values(said)) expect(text).toContain(value)
    expect(text).not.toContain('{{')
    expect(html).toContain(`<a href="${values.link}">${values.link}</a>`)
    expect(html.match(/<a /g)).toHaveLength(1)
  },
)

test('greets nobody by name without leaving a blank', () => {
  expect(composeMail(consentLink, { ...values, greetingName: '' }).text).toMatch(/^Hello\n\n/)
})

test('a value can neither break its line, nor ask for another value, nor write HTML', () => {
  const crafted = {
    ...values,
    practiceName: 'River\r\nBcc: thief@example.org\u2028{{link}}',
    greetingName: '<script>alert("1")</script>',
    link: 'https://consent.example.org/a?b="><img>',
  }
  const { subject, text, html } = messageText('patient-home', crafted)
  expect(subject).not.toMatch(/[\r\n\u2028]/)
  expect(subject).toContain('River Bcc: thief@example.org {{link}}')
  expect(text).toContain('<script>')
  expect(html).not.toMatch(/<script|<img/)
  expect(html).toContain('href="https://consent.example.org/a?b=&quot;&gt;&lt;img&gt;"')
})

test('a value that is missing is a fault, not a gap in the text', () => {
  const without = { ...values, link: undefined as unknown as string }
  expect(() => messageText('patient-home', without)).toThrow('link')
})

test('what was not taken waits, and fails in the end; what may have been taken is left to people', () => {
  expect(statusAfterDeliveryError('not-taken', 0)).toEqual({ status: 'queued', failure: null })
  expect(statusAfterDeliveryError('not-taken', give_up_minutes).status).toBe('failed')
  expect(statusAfterDeliveryError('refused', 0).status).toBe('failed')
  expect(statusAfterDeliveryError('unknown', 0).status).toBe('unconfirmed')
  expect(statusAfterDeliveryError('unknown', give_up_minutes * 2).status).toBe('unconfirmed')
})
