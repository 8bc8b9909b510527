import { describe, expect, it } from 'vitest'
import { sendRefusal, type SendFacts } from './consent-rules.ts'

const ready: SendFacts = {
  diagnosis: 'Infected nerve',
  missing: [],
  hasPrompts: false,
  patientStatus: 'active',
  contactEnded: null,
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
    ['patient-left', { contactEnded: 'patient-left' }],
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
    // Wording that the practice has not adopted is sent only by whoever confirms it.
    ['wording-unconfirmed', { isWordingOpen: true }],
    [null, { isWordingOpen: true, wordingConfirmed: true }],
    [null, { isWordingOpen: false, wordingConfirmed: true }],
    // What is still to be written comes first: nobody confirms half a text.
    ['placeholder-missing', { isWordingOpen: true, missing: ['price'] }],
    // A tick opens nothing else.
    ['prompts-left', { isWordingOpen: true, wordingConfirmed: true, hasPrompts: true }],
  ])('%s: %o', (refusal, change) => {
    expect(sendRefusal({ ...ready, ...change })).toBe(refusal)
  })
})
