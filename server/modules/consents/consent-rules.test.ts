import { describe, expect, it } from 'vitest'
import { habitsOf, optionsToOffer, sendRefusal, type SendFacts } from './consent-rules.ts'

const ready: SendFacts = {
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
  risks: [],
  undecided: 0,
  mayOverride: false,
  templates: [{ requiresTooth: true, requiresDiagnosis: true, isInUse: true, hasPlace: true }],
}

const template = (change: Partial<SendFacts['templates'][number]>) => ({
  templates: [...ready.templates, { ...ready.templates[0]!, ...change }],
})
const stop = (reason: string): SendFacts['risks'] => [
  {
    ruleId: 'R001',
    severity: 'stop',
    decision: 'accepted',
    statement: 'Bleeding that is hard to stop.',
    reason,
    because: ['Haemophilia'],
    teeth: [],
  },
]

describe('sending a draft', () => {
  it.each<[string | null, Partial<SendFacts>]>([
    [null, {}],
    ['patient-archived', { patientStatus: 'archived' }],
    ['patient-left', { contactEnded: 'patient-left', by: 'link' }],
    ['contact-declined', { emailRefused: 'contact-declined' }],
    [null, { emailRefused: 'contact-declined', by: 'link' }],
    ['template-not-in-use', template({ isInUse: false })],
    ['prompts-left', { hasPrompts: true }],
    ['tooth-required', template({ hasPlace: false })],
    [null, template({ hasPlace: false, requiresTooth: false })],
    ['risks-undecided', { undecided: 1 }],
    // What a rule stops goes ahead for a reason, of somebody who may override.
    ['risk-stopped', { risks: stop('') }],
    ['risk-stopped', { risks: stop(''), mayOverride: true }],
    ['risk-stopped', { risks: stop('Done together with the hospital') }],
    [null, { risks: stop('Done together with the hospital'), mayOverride: true }],
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

describe('what is offered for the next consent of a template', () => {
  it('is the practice’s way of doing it, never what was weighed for one patient', () => {
    const entered = { visits: '2 visits', duration: '', reason: 'it hurts', prognosis: 'poor' } as const
    expect(habitsOf({ ...entered, individualRisks: 'you smoke', crownWithin: '4 weeks' })).toEqual({
      visits: '2 visits',
      crownWithin: '4 weeks',
    })
  })

  it('is every way to go but those that did not suit that patient', () => {
    const option = { kind: 'treatment', benefit: '', risk: '', lasts: '', visits: '' } as const
    const crown = { ...option, title: 'Crown', pricePence: 45_000, band: null, notSuitable: '' }
    expect(optionsToOffer([crown, { ...crown, title: 'Bridge', notSuitable: 'No tooth' }])).toEqual([crown])
  })
})
