import { expect, test } from 'vitest'
import { consentTransitions } from '../../../contract/states.ts'
import { eventReason, eventWords } from './consent-event-words.ts'

test.each([
  [
    'consent.created',
    { template: 'Molar Root Canal', version: '1.0' },
    'Draft made from “Molar Root Canal”, version 1.0',
  ],
  ['consent.sent', { by: 'email' }, 'Text frozen and sent by e-mail'],
  ['consent.sent', { by: 'sms' }, 'Text frozen and sent by text message'],
  ['consent.sent', { by: 'link' }, 'Text frozen, to be handed over as a link or QR code'],
  ['consent.signed', {}, 'Signed'],
  ['consent.signed', { name: 'Eleanor Whitcombe' }, 'Signed by Eleanor Whitcombe'],
  ['consent.viewed', { kiosk: true }, 'Opened by the patient on a tablet of the practice'],
  [
    'consent.signed',
    { name: 'Eleanor Whitcombe', kiosk: true },
    'Signed by Eleanor Whitcombe on a tablet of the practice',
  ],
  [
    'consent.finalised',
    { name: 'Amara Okafor', gdcNumber: '123456' },
    'Countersigned by Amara Okafor, GDC number 123456',
  ],
  [
    'consent.reassigned',
    { from: 'Tom Hughes', to: 'Priya Nair' },
    'Handed over from Tom Hughes to Priya Nair',
  ],
  ['capacity.assessed', { result: 'lacks' }, 'Found that the patient cannot decide this'],
  ['capacity.decided', { choice: 'go-ahead' }, 'Decided for the patient: the treatment goes ahead'],
  ['consent.signed', { kind: 'decided' }, 'The decision took the place of the patient’s signature'],
  ['document.sealed', { kind: 'signed' }, 'PDF of the signed record sealed'],
  ['document.sealed', { kind: 'finalised' }, 'PDF with both signatures sealed'],
  [
    'question.asked',
    { about: 'Risks', blocking: true },
    'Question about “Risks”, to be answered before signing',
  ],
  ['question.added', { about: 'Risks', blocking: false }, 'Asked on about “Risks”'],
  ['question.answered', { mode: 'call' }, 'Question about the whole form answered in a call'],
  [
    'understanding.checked',
    { right: 5, questions: 6, finished: true },
    'Questions of the form gone through: 5 of 6 right',
  ],
  [
    'understanding.checked',
    { right: 1, questions: 6, finished: false },
    'Questions of the form gone through: 1 of 6 right, not finished',
  ],
  ['understanding.explained', {}, 'What was not clear was talked through'],
  ['viewing.watched', { part: 1 }, 'The video of part 1 was watched'],
  ['viewing.read_instead', { part: 2 }, 'The transcript of the video of part 2 was read instead'],
  ['question.settled', { why: 'have-answer' }, 'The patient has their answer'],
  ['form.folded_by-post', {}, 'Form folded by post'],
])('%s %o', (event, details, words) => {
  expect(eventWords({ event, details })).toBe(words)
})

test.each(Object.values(consentTransitions).map(({ event }) => event))('%s has words of its own', (event) => {
  const unknown = event.replace('.', ' ').replace(/^c/, 'C')
  expect(eventWords({ event, details: { by: 'email' } })).not.toBe(unknown)
})

test('a reason is shown only where it is text', () => {
  expect(eventReason({ details: { reason: 'I want to think about it' } })).toBe('I want to think about it')
  expect(eventReason({ details: { reason: 4 } })).toBe('')
})
