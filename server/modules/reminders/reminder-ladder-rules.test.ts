import { expect, test } from 'vitest'
import type { MessageChannel, MessageStatus } from '../../../contract/delivery-states.ts'
import type { ContactChannel } from '../../../contract/patients.ts'
import {
  isSuperseded,
  nextRung,
  triedRungs,
  workingChannel,
  type ContactStep,
} from './reminder-ladder-rules.ts'

const reach = {
  ...{ email: 'a@example.org', mobile: '+447700900123', address: '4 Mill Lane', mayContact: true },
  agreed: ['email', 'sms', 'phone', 'post'] as ContactChannel[],
}
const all = { sms: true, call: true, letter: true }

test.each<[string, ContactStep[], Partial<typeof reach>, Partial<typeof all>, ContactStep | null]>([
  ['after an e-mail comes a text', ['email'], {}, {}, 'sms'],
  ['after a text comes a call', ['email', 'sms'], {}, {}, 'call'],
  ['after a call comes a letter', ['email', 'sms', 'call'], {}, {}, 'letter'],
  ['after a letter comes nothing', ['email', 'sms', 'call', 'letter'], {}, {}, null],
  ['whose text failed first is sent an e-mail', ['sms'], {}, {}, 'email'],
  ['without an address for mail the call follows', ['sms'], { email: '' }, {}, 'call'],
  ['without a mobile number the call follows', ['email'], { mobile: '' }, {}, 'call'],
  ['a practice may send no texts', ['email'], {}, { sms: false }, 'call'],
  ['a practice may make no calls', ['email', 'sms'], {}, { call: false }, 'letter'],
  ['a practice may write no letters', ['email', 'sms', 'call'], {}, { letter: false }, null],
  ['a letter needs an address', ['email', 'sms', 'call'], { address: '' }, {}, null],
  ['a call is made where nothing is on file', [], { email: '', mobile: '', address: '' }, {}, 'call'],
  [
    'a practice may have switched all of it off',
    ['email'],
    {},
    { sms: false, call: false, letter: false },
    null,
  ],
  ['who agrees to no texts is phoned', ['email'], { agreed: ['email', 'phone', 'post'] }, {}, 'call'],
  ['who agrees to no calls is written to', ['email', 'sms'], { agreed: ['email', 'post'] }, {}, 'letter'],
  ['who agrees to e-mail alone is left alone', ['email'], { agreed: ['email'] }, {}, null],
  ['who is not to be written to is not phoned either', ['email'], { mayContact: false }, {}, null],
])('%s', (_what, tried, known, policy, rung) => {
  expect(nextRung(new Set(tried), { ...reach, ...known }, { ...all, ...policy })).toBe(rung)
})

const minute = (minutes: number) => new Date(Date.UTC(2026, 0, 15, 10, minutes))
const message = (id: number, channel: MessageChannel, status: MessageStatus) => ({
  id: String(id),
  channel,
  status,
  createdAt: minute(id),
})
const failed = message(1, 'email', 'bounced')

test.each<[string, ReturnType<typeof message>[], boolean]>([
  ['nothing came after it', [failed], false],
  ['a text is on its way', [failed, message(2, 'sms', 'queued')], true],
  ['a text arrived', [failed, message(2, 'sms', 'delivered')], true],
  ['the text failed too', [failed, message(2, 'sms', 'failed')], false],
  ['a letter was printed, which may lie about', [failed, message(2, 'letter', 'printed')], false],
  ['what arrived came before it', [message(0, 'sms', 'delivered'), failed], false],
])('whether a later message may still arrive: %s', (_what, messages, overtaken) => {
  expect(isSuperseded(failed, messages)).toBe(overtaken)
})

test('what was tried is what failed last on each channel, and what followed from this failure', () => {
  const old = { kind: 'call', createdAt: minute(0) } as const
  const call = { kind: 'call', createdAt: minute(2) } as const
  expect([...triedRungs(failed, [failed], [old])]).toEqual(['email'])
  expect([...triedRungs(failed, [message(0, 'sms', 'failed'), failed], [call])]).toEqual([
    'email',
    'sms',
    'call',
  ])
  expect([
    ...triedRungs(failed, [message(0, 'sms', 'failed'), failed, message(2, 'sms', 'sent')], []),
  ]).toEqual(['email'])
  expect([...triedRungs(failed, [failed], [{ kind: 'answer', createdAt: minute(2) }])]).toEqual(['email'])
})

test('a reminder goes where the last message did not fail', () => {
  expect(workingChannel(['email', 'sms'], [])).toBe('email')
  expect(workingChannel(['email', 'sms'], [failed])).toBe('sms')
  expect(workingChannel(['email'], [failed])).toBe('email')
  expect(workingChannel(['email', 'sms'], [failed, message(2, 'email', 'sent')])).toBe('email')
  expect(workingChannel([], [])).toBeUndefined()
})
