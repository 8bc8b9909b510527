import { expect, test } from 'vitest'
import { missingCodes, type MissingCode } from '../../../contract/readiness.ts'
import { remediesFor } from './remedies.ts'

const clinician = { permissions: ['createConsents', 'finaliseConsents'] as const, isClinician: true }
const nurse = { ...clinician, isClinician: false }
const signer = { permissions: ['finaliseConsents'] as const, isClinician: false }
const of = (code: MissingCode, consentId: string | null = 'one') => ({ code, consentId })

test('everything that can be missing has something to do about it', () => {
  for (const code of missingCodes) expect(remediesFor(of(code), nurse).offered, code).not.toEqual([])
})

test('the clinician who treats is told who checks tooth and side instead', () => {
  expect(remediesFor(of('not-checked', null), nurse)).toEqual({ offered: ['check'], whoCan: '' })
  expect(remediesFor(of('not-checked', null), clinician)).toEqual({
    offered: [],
    whoCan: 'Someone other than the treating clinician must check this.',
  })
})

test('whoever may not is told who can, and is offered what they may', () => {
  expect(remediesFor(of('not-signed'), signer)).toEqual({
    offered: [],
    whoCan: 'Staff who can send consents can do this.',
  })
  expect(remediesFor(of('other-plan'), signer).offered).toEqual(['change', 'link'])
})

test('nothing is done to a consent that is not there yet', () => {
  expect(remediesFor(of('not-talked-through', null), nurse)).toEqual({ offered: [], whoCan: '' })
  expect(remediesFor(of('not-linked', null), nurse).offered).toEqual(['link', 'newConsent'])
})
