import { expect, test } from 'vitest'
import { linkStatus, sendMethods, unreachableText } from './link-words.ts'

const now = new Date('2026-11-21T09:00:00Z')
const link = {
  id: 'l',
  createdAt: '2026-11-20T09:00:00.000Z',
  expiresAt: '2026-12-20T09:00:00.000Z',
  revokedAt: null,
  lockedAt: null,
  firstOpenedAt: null,
  sentTo: null,
  channel: null,
  delivery: null,
}
const at = '2026-11-21T08:00:00.000Z'

test.each([
  ['a fresh link works', {}, true, 'Works until 20 Dec 2026'],
  ['a revoked one does not, whatever else is true of it', { revokedAt: at, lockedAt: at }, false, 'Revoked'],
  ['a locked one does not', { lockedAt: at }, false, 'Locked: wrong dates of birth'],
  ['nor one past its time', { expiresAt: at }, false, 'Expired'],
  ['a message that came back is told', { delivery: 'bounced' as const }, true, 'Not delivered'],
  ['a failed message is told', { delivery: 'failed' as const }, true, 'Not delivered'],
])('%s', (_, changes, works, label) => {
  expect(linkStatus({ ...link, ...changes }, 'viewed', now)).toMatchObject({ works, label })
})

test.each([
  ['verbal', 'Works until 20 Dec 2026'],
  ['finalised', 'Read only until 20 Dec 2026'],
  ['withdrawn', 'Read only until 20 Dec 2026'],
] as const)('a link to a %s consent says what it opens', (status, label) => {
  expect(linkStatus(link, status, now)).toMatchObject({ works: true, label })
})

test.each([
  ['nobody chosen yet', null, ['email']],
  ['who is reached by e-mail alone', ['email'], ['email']],
  ['who is reached by both', ['email', 'sms'], ['email', 'sms']],
  ['who likes texts best', ['sms', 'email'], ['sms', 'email']],
  ['who has no address for mail', ['sms'], ['sms']],
  ['whom nothing reaches', [], []],
] as const)('%s is offered these ways', (_who, reachedBy, ways) => {
  expect(sendMethods(reachedBy && { reachedBy: [...reachedBy] })).toEqual(ways)
})

test.each([
  ['no address and no number', '', [], /no e-mail address or mobile number/, /^Show the link/, 'Add an'],
  ['no address', '', ['sms'], /no e-mail address$/, /^Send a text message/, 'Add an'],
  ['an address and no leave', 'a@b.example', [], /not agreed .* or text message$/, /^Show the/, 'Change'],
  ['leave to text alone', 'a@b.example', ['sms'], /not agreed .* by e-mail$/, /^Send a text/, 'Change'],
] as const)(
  'of a patient with %s it is said before sending',
  (_who, email, reachedBy, title, way, remedy) => {
    const text = unreachableText({ email, reachedBy: [...reachedBy] })!
    expect(text.title).toMatch(title)
    expect(text.alternative).toMatch(way)
    expect(text.remedy).toContain(remedy)
  },
)

test('nothing is said of a patient whom an e-mail reaches', () => {
  expect(unreachableText({ email: 'a@b.example', reachedBy: ['email'] })).toBeNull()
})
