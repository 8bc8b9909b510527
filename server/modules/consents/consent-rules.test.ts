import { describe, expect, it } from 'vitest'
import { sendRefusal, type SendFacts } from './consent-rules.ts'

const ready: SendFacts = {
  teeth: ['46'],
  diagnosis: 'Infected nerve',
  missing: [],
  hasPrompts: false,
  patientStatus: 'active',
  recipient: 'eleanor@example.org',
  contactEnded: null,
  emailRefused: null,
  by: 'email',
  isWordingOpen: false,
  wordingConfirmed: false,
  template: { requiresTooth: true, requiresDiagnosis: true, isInUse: true },
}

describe('sending a draft', () => {
  it.each<[string | null, Partial<SendFacts>]>([
    [null, {}],
    ['patient-archived', { patientStatus: 'archived' }],
    ['patient-left', { contactEnded: 'patient-left', by: 'link' }],
    ['contact-declined', { emailRefused: 'contact-declined' }],
    [null, { emailRefused: 'contact-declined', by: 'link' }],
    ['template-not-in-use', { template: { ...ready.template, isInUse: false } }],
    ['prompts-left', { hasPrompts: true }],
    ['tooth-required', { teeth: [] }],
    ['diagnosis-required', { diagnosis: '' }],
    ['placeholder-missing', { missing: ['price'] }],
    ['no-email', { recipient: '' }],
    [null, { recipient: '', by: 'link' }],
    // Wording that the practice has not adopted is sent only by whoever confirms it.
    ['wording-unconfirmed', { isWordingOpen: true }],
    [null, { isWordingOpen: true, wordingConfirmed: true }],
    [null, { isWordingOpen: false, wordingConfirmed: true }],
    // What is still to be written comes first: nobody confirms half a text.
    ['placeholder-missing', { isWordingOpen: true, missing: ['price'] }],
    // A tick opens nothing else.
    ['prompts-left', { isWordingOpen: true, wordingConfirmed: true, hasPrompts: true }],
    ['no-email', { isWordingOpen: true, wordingConfirmed: true, recipient: '' }],
  ])('%s: %o', (refusal, change) => {
    expect(sendRefusal({ ...ready, ...change })).toBe(refusal)
  })
})
