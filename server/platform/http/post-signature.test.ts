import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { isPostSignatureValid, isTwilioSignatureValid } from './post-signature.ts'

const secret = 'a-secret-of-at-least-32-characters'
const body = Buffer.from('{"messageId":"x","event":"bounced"}')
const now = new Date('2026-11-21T09:00:00Z')
const seconds = now.getTime() / 1000

const sign = (at: number, text: Buffer | string = body, key = secret) =>
  `t=${at},v1=${createHmac('sha256', key).update(`${at}.`).update(text).digest('hex')}`
const isSigned = (signature: string, given: Buffer = body) =>
  isPostSignatureValid(signature, { body: given, secret, now, windowSeconds: 300 })

test.each<[string, string, Buffer, boolean]>([
  ['signed now', sign(seconds), body, true],
  ['signed at the window’s edges', sign(seconds - 300), body, true],
  ['signed too long ago', sign(seconds - 301), body, false],
  ['signed for later', sign(seconds + 301), body, false],
  ['signed with another secret', sign(seconds, body, 'another'), body, false],
  ['another body', sign(seconds), Buffer.from('{}'), false],
  ['another time under the same signature', sign(seconds).replace(/t=\d+/, `t=${seconds - 1}`), body, false],
  ['no signature', '', body, false],
  ['a signature that is too short', `t=${seconds},v1=ab`, body, false],
  ['nonsense', 'sha256=1', body, false],
])('a post that is %s: %s', (_what, signature, given, genuine) => {
  expect(isSigned(signature, given)).toBe(genuine)
})

// The example of Twilio's own documentation of its request signatures.
const twilio = {
  url: 'https://example.com/myapp.php?foo=1&bar=2',
  authToken: '12345',
  body: Buffer.from(
    'CallSid=CA1234567890ABCDE&Caller=%2B14158675310&Digits=1234&From=%2B14158675310&To=%2B18005551212',
  ),
}

test('Twilio’s own example is genuine, and nothing that differs from it', () => {
  const signature = 'L/OH5YylLD5NRKLltdqwSvS0BnU='
  expect(isTwilioSignatureValid(signature, twilio)).toBe(true)
  expect(isTwilioSignatureValid(signature, { ...twilio, authToken: '12346' })).toBe(false)
  expect(
    isTwilioSignatureValid(signature, { ...twilio, url: 'https://example.com/myapp.php?foo=1&bar=3' }),
  ).toBe(false)
  expect(isTwilioSignatureValid(signature, { ...twilio, body: Buffer.from('Digits=1234') })).toBe(false)
  expect(isTwilioSignatureValid('', twilio)).toBe(false)
})
