import { expect, test } from 'vitest'
import { consentTransitions } from '../../../contract/consent-states.ts'
import { describeEvent } from './consent-event-words.ts'

test.each([
  [
    'consent.created',
    { template: 'Molar Root Canal', version: '1.0' },
    'Draft created from “Molar Root Canal”, version 1.0',
  ],
  ['consent.sent', { by: 'email' }, 'Text frozen and sent by e-mail'],
  ['consent.sent', { by: 'sms' }, 'Text frozen and sent by text message'],
  ['consent.sent', { by: 'link' }, 'Text frozen, to be handed over as a link or QR code'],
  [
    'consent.sent',
    { by: 'sms', prices: [{ templateId: 't', pricePence: 1, listPricePence: 2 }] },
    'Text frozen and sent by text message; price differs from the fee list',
  ],
  [
    'consent.sent',
    { by: 'email', unasked: ['Do you take warfarin?', 'Are you pregnant?'] },
    'Text frozen and sent by e-mail; 2 questions not asked yet',
  ],
  [
    'consent.sent',
    { by: 'email', unasked: ['Do you take warfarin?'] },
    'Text frozen and sent by e-mail; 1 question not asked yet',
  ],
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
  ['consent.signed', { kind: 'decided' }, 'Decision recorded in place of the patient’s signature'],
  ['document.sealed', { kind: 'signed' }, 'PDF of the signed record sealed'],
  ['document.sealed', { kind: 'finalised' }, 'PDF with both signatures sealed'],
  ['form.folded_by-post', {}, 'Form folded by post'],
])('%s %o', (event, details, words) => {
  expect(describeEvent({ event, details }, () => undefined)).toBe(words)
})

test.each(Object.values(consentTransitions).map(({ event }) => event))('%s has words of its own', (event) => {
  const unknown = event.replace('.', ' ').replace(/^c/, 'C')
  expect(describeEvent({ event, details: { by: 'email' } }, () => undefined)).not.toBe(unknown)
})
