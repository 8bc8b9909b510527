import { describe, expect, it } from 'vitest'
import {
  reusablePlaceholdersOf,
  reusableOptions,
  reflectionEnd,
  reflectionHoursOf,
  sendRefusals,
  validityEnd,
  type SendFacts,
} from './consent-rules.ts'

const ready: SendFacts = {
  diagnosis: 'Infected nerve',
  missing: [],
  hasPrompts: false,
  patientStatus: 'active',
  contactEnded: null,
  isWordingUnadopted: false,
  wordingConfirmed: false,
  risks: [],
  undecided: 0,
  hasUncertainAnnotation: false,
  waivesReflection: false,
  mayWaive: false,
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
    ['marks-on-other-side', { hasUncertainAnnotation: true }],
    ['risks-undecided', { undecided: 1 }],
    // What a rule stops goes ahead for a reason, of somebody who may override.
    ['risk-stopped', { risks: stop('') }],
    ['risk-stopped', { risks: stop(''), mayOverride: true }],
    ['risk-stopped', { risks: stop('Done together with the hospital') }],
    [null, { risks: stop('Done together with the hospital'), mayOverride: true }],
    ['waiver-not-allowed', { waivesReflection: true }],
    [null, { waivesReflection: true, mayWaive: true }],
    ['diagnosis-required', { diagnosis: '' }],
    ['placeholder-missing', { missing: ['price'] }],
    // Wording that the practice has not adopted is sent only by whoever confirms it.
    ['wording-unconfirmed', { isWordingUnadopted: true }],
    [null, { isWordingUnadopted: true, wordingConfirmed: true }],
    [null, { isWordingUnadopted: false, wordingConfirmed: true }],
    // What is still to be written comes first: nobody confirms half a text.
    ['placeholder-missing', { isWordingUnadopted: true, missing: ['price'] }],
    // A tick opens nothing else.
    ['prompts-left', { isWordingUnadopted: true, wordingConfirmed: true, hasPrompts: true }],
  ])('%s: %o', (refusal, change) => {
    expect(sendRefusals({ ...ready, ...change })[0] ?? null).toBe(refusal)
  })

  it('names everything that a draft lacks, and nothing else of a patient who is written to no more', () => {
    const lacking = { ...ready, diagnosis: '', missing: ['price'], isWordingUnadopted: true }
    expect(sendRefusals(lacking)).toEqual([
      'diagnosis-required',
      'placeholder-missing',
      'wording-unconfirmed',
    ])
    expect(sendRefusals({ ...lacking, contactEnded: 'patient-left' })).toEqual(['patient-left'])
  })
})

it.each([
  ['nobody asks for any', [0], { usualHours: 0, leastHours: 0 }, 0],
  ['the wording advises', [24], { usualHours: 48, leastHours: 0 }, 24],
  ['is usual, where the wording says nothing', [0], { usualHours: 48, leastHours: 0 }, 48],
  ['is the least, whatever the wording says', [24], { usualHours: 0, leastHours: 72 }, 72],
  ['the longest of several wordings advises', [24, 336], { usualHours: 0, leastHours: 0 }, 336],
  ['is usual where one of several says nothing', [24, 0], { usualHours: 48, leastHours: 0 }, 48],
])('the time to think is what %s', (_what, advised, policy, hours) => {
  expect(reflectionHoursOf(advised, policy)).toBe(hours)
})

it('one treatment holds for the days of the practice, a course for its own', () => {
  const now = new Date('2026-01-01T09:00:00Z')
  const policy = { days: 90, courseDays: 365 }
  const treatment = {
    ...{ title: 'Crown', treatmentType: '', templateId: 'a', templateVersionId: 'b', templateVersion: '1' },
    ...{ teeth: [], area: null, material: '', pricePence: null, band: null },
  }
  const until = (treatments?: (typeof treatment)[]) =>
    validityEnd(now, treatments ? { treatments } : {}, policy).toISOString()
  expect(until()).toBe('2026-04-01T09:00:00.000Z')
  expect(until([treatment])).toBe('2026-04-01T09:00:00.000Z')
  expect(until([treatment, treatment])).toBe('2027-01-01T09:00:00.000Z')
})

describe('what is offered for the next consent of a template', () => {
  it('is the practice’s way of doing it, never what was weighed for one patient', () => {
    const entered = { visits: '2 visits', duration: '', reason: 'it hurts', prognosis: 'poor' } as const
    const weighed = { individualRisks: 'you smoke', clinicianFigure: '95%', sedationType: 'in a vein' }
    expect(reusablePlaceholdersOf({ ...entered, ...weighed, crownWithin: '4 weeks' })).toEqual({
      visits: '2 visits',
      crownWithin: '4 weeks',
    })
  })

  it('is every option that suited that patient, without its price', () => {
    const option = { kind: 'treatment', benefit: '', risk: '', lasts: '', visits: '' } as const
    const crown = { ...option, title: 'Crown', pricePence: 45_000, band: null, notSuitable: '' }
    const unsuited = { ...crown, title: 'Bridge', notSuitable: 'No tooth' }
    expect(reusableOptions([crown, unsuited])).toEqual([{ ...option, title: 'Crown', notSuitable: '' }])
  })
})

describe('the time to think', () => {
  const at = (text: string) => new Date(text)
  it.each([
    ['counts from the first opening', '2026-03-02T09:00:00Z', null, 24, '2026-03-03T09:00:00Z'],
    [
      'counts from the paper where nothing was opened',
      null,
      '2026-03-01T09:00:00Z',
      24,
      '2026-03-02T09:00:00Z',
    ],
    [
      'counts from the paper that came first',
      '2026-03-02T09:00:00Z',
      '2026-03-01T09:00:00Z',
      24,
      '2026-03-02T09:00:00Z',
    ],
    [
      'counts from the opening that came first',
      '2026-03-01T09:00:00Z',
      '2026-03-02T09:00:00Z',
      24,
      '2026-03-02T09:00:00Z',
    ],
    ['loses no hour to summer time', null, '2026-03-28T20:00:00Z', 24, '2026-03-29T20:00:00Z'],
    ['gains none from winter time', null, '2026-10-24T20:00:00Z', 24, '2026-10-25T20:00:00Z'],
    ['has not begun while the patient has no text', null, null, 24, null],
    ['is not asked for', '2026-03-02T09:00:00Z', '2026-03-01T09:00:00Z', 0, null],
  ] as const)('%s', (_what, viewed, given, reflectionHours, end) => {
    const times = { viewedAt: viewed && at(viewed), paperGivenAt: given && at(given), reflectionHours }
    expect(reflectionEnd(times)).toEqual(end && at(end))
  })
})
