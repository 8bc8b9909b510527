import { describe, expect, it, test } from 'vitest'
import type { ConditionName, MissingCode } from '../../../contract/readiness.ts'
import {
  matchConsents,
  isRefusedByPatient,
  readinessOf,
  type AppointmentFacts,
  type ConsentFacts,
  type Planned,
} from './appointment-readiness-rules.ts'

const zone = 'Europe/London'
const startsAt = new Date('2026-06-10T09:00:00Z')
const at = new Date('2026-06-10T08:55:00Z')

const crown: Planned = {
  templateId: 'crown',
  title: 'Porcelain Crown',
  teeth: ['46'],
  area: null,
  pricePence: 65_000,
  isExtraction: false,
  isSedation: false,
}
const extraction: Planned = { ...crown, templateId: 'out', title: 'Simple Extraction', isExtraction: true }
const sedation: Planned = { ...crown, templateId: 'sedation', title: 'Sedation', isSedation: true }

const appointment = (change: Partial<AppointmentFacts> = {}): AppointmentFacts => ({
  patientId: 'eleanor',
  clinicianId: 'tom',
  startsAt,
  needsConsent: true,
  treatments: [crown],
  siteCheck: null,
  asksSecondCheck: true,
  notation: 'names',
  ...change,
})

const consent = (change: Partial<ConsentFacts> = {}): ConsentFacts => ({
  id: 'one',
  patientId: 'eleanor',
  status: 'signed',
  treatment: 'Porcelain Crown',
  teeth: ['46'],
  treatments: [{ ...crown, isDeclined: false, isWithdrawn: false }],
  agreedAt: new Date('2026-06-01T10:00:00Z'),
  isSignatureRequired: false,
  isUnderstood: true,
  check: null,
  openQuestions: [],
  reflectionHours: 24,
  reflectionEndsAt: new Date('2026-06-02T10:00:00Z'),
  reflectionWaived: '',
  confirmedAt: new Date('2026-06-10T08:50:00Z'),
  reconfirmSince: null,
  changes: [],
  validUntil: new Date('2026-08-30T10:00:00Z'),
  startedAt: null,
  ...change,
})
const about = (treatment: Planned) => ({
  treatments: [{ ...treatment, isDeclined: false, isWithdrawn: false }],
})

const missingOf = (booked: AppointmentFacts, consents: readonly ConsentFacts[], seenAt = at) => {
  const { light, conditions } = readinessOf(booked, consents, { at: seenAt, zone })
  return { light, missing: conditions.filter((condition) => condition.state === 'missing') }
}

test('with everything as it should be, it is ready', () => {
  const { light, conditions } = readinessOf(appointment(), [consent()], { at, zone })
  expect(light).toBe('ready')
  expect(Object.fromEntries(conditions.map(({ name, state }) => [name, state]))).toEqual({
    'patient-and-tooth': 'met',
    'second-check': 'not-needed',
    consent: 'met',
    understanding: 'met',
    questions: 'met',
    reflection: 'met',
    cost: 'met',
    confirmed: 'met',
    unchanged: 'met',
  })
})

type Row = [
  string,
  ConditionName,
  'attention' | 'not-ready',
  MissingCode,
  Partial<AppointmentFacts>,
  Partial<ConsentFacts>,
  string,
]

const change = (kind: 'price' | 'tooth' | 'treatment' | 'age') => [{ kind, before: 'before', after: 'after' }]
const since = new Date('2026-06-05T10:00:00Z')

const checked = {
  ...{ hasBegun: true, isDone: true, isExplained: false, needsTalk: false },
  ...{ unclear: [], answeredAt: since },
}

test.each([
  ['gone through without a gap', {}],
  ['talked through before all was answered', { isDone: false, isExplained: true }],
])('a check %s needs no other conversation', (_what, change) => {
  const answered = consent({ isUnderstood: false, check: { ...checked, ...change } })
  expect(missingOf(appointment(), [answered])).toEqual({ light: 'ready', missing: [] })
})

const decisions: Row[] = [
  [
    'another tooth',
    'patient-and-tooth',
    'not-ready',
    'other-plan',
    { treatments: [{ ...crown, teeth: ['47'] }] },
    {},
    '(47)',
  ],
  [
    'another patient',
    'patient-and-tooth',
    'not-ready',
    'other-patient',
    {},
    { patientId: 'owen' },
    'another patient',
  ],
  [
    'a treatment not agreed to',
    'patient-and-tooth',
    'not-ready',
    'other-plan',
    { treatments: [crown, { ...sedation, isSedation: false, title: 'Bridge' }] },
    {},
    'Bridge is planned',
  ],
  ['a draft', 'consent', 'not-ready', 'not-sent', {}, { status: 'draft' }, 'draft'],
  ['sent alone', 'consent', 'not-ready', 'not-signed', {}, { status: 'sent' }, 'not opened'],
  ['opened alone', 'consent', 'not-ready', 'not-signed', {}, { status: 'viewed' }, 'not yet signed'],
  ['declined', 'consent', 'not-ready', 'refused', {}, { status: 'declined' }, 'declined'],
  ['withdrawn', 'consent', 'not-ready', 'refused', {}, { status: 'withdrawn' }, 'withdrew'],
  ['expired', 'consent', 'not-ready', 'ended', {}, { status: 'expired' }, 'expired'],
  ['void', 'consent', 'not-ready', 'ended', {}, { status: 'voided' }, 'void'],
  ['replaced', 'consent', 'not-ready', 'ended', {}, { status: 'superseded' }, 'replaced'],
  [
    'by mouth where a signature is asked for',
    'consent',
    'not-ready',
    'signature-required',
    {},
    { status: 'verbal', isSignatureRequired: true },
    'signature',
  ],
  [
    'too old',
    'consent',
    'not-ready',
    'ended',
    {},
    { validUntil: new Date('2026-06-09T10:00:00Z') },
    'until 9 Jun',
  ],
  [
    'one treatment declined',
    'consent',
    'not-ready',
    'refused',
    {},
    { treatments: [{ ...crown, isDeclined: true, isWithdrawn: false }] },
    'declined Porcelain Crown',
  ],
  [
    'a question that signing waited for',
    'questions',
    'not-ready',
    'answer-required',
    {},
    { openQuestions: [{ about: 'Risks', isBlocking: true }] },
    'about “Risks”, to be answered before signing',
  ],
  [
    'questions that it did not wait for',
    'questions',
    'attention',
    'not-answered',
    {},
    {
      openQuestions: [
        { about: 'Risks', isBlocking: false },
        { about: '', isBlocking: false },
      ],
    },
    'Not answered yet: about “Risks”; about the whole form',
  ],
  [
    'no conversation',
    'understanding',
    'attention',
    'not-talked-through',
    {},
    { isUnderstood: false },
    'check of understanding',
  ],
  [
    'what is not clear',
    'understanding',
    'attention',
    'not-talked-through',
    {},
    { isUnderstood: false, check: { ...checked, needsTalk: true, unclear: ['Is it for good?'] } },
    'To discuss: “Is it for good?”',
  ],
  [
    'the wish to talk',
    'understanding',
    'attention',
    'not-talked-through',
    {},
    { isUnderstood: false, check: { ...checked, needsTalk: true } },
    'prefers to talk',
  ],
  [
    'questions left out',
    'understanding',
    'attention',
    'not-talked-through',
    {},
    { isUnderstood: false, check: { ...checked, isDone: false } },
    'Signed without finishing the questions',
  ],
  [
    'questions not begun',
    'understanding',
    'attention',
    'not-talked-through',
    {},
    { isUnderstood: false, check: { ...checked, isDone: false, hasBegun: false } },
    'check of understanding',
  ],
  [
    'time to think',
    'reflection',
    'not-ready',
    'thinking-time',
    {},
    { reflectionEndsAt: new Date('2026-06-10T13:30:00Z') },
    '14:30 on 10 Jun',
  ],
  ['never opened', 'reflection', 'not-ready', 'not-received', {}, { reflectionEndsAt: null }, '24 hours'],
  [
    'another price planned',
    'cost',
    'attention',
    'price-differs',
    { treatments: [{ ...crown, pricePence: 70_000 }] },
    {},
    '£650.00 agreed, £700.00',
  ],
  [
    'not confirmed today',
    'confirmed',
    'attention',
    'not-confirmed',
    {},
    { confirmedAt: new Date('2026-06-09T12:00:00Z') },
    'still agrees',
  ],
  [
    'the tooth changed',
    'unchanged',
    'attention',
    'changed',
    {},
    { reconfirmSince: since, changes: change('tooth') },
    'the tooth',
  ],
  [
    'the treatment changed',
    'unchanged',
    'not-ready',
    'new-consent-required',
    {},
    { reconfirmSince: since, changes: change('treatment') },
    'the treatment',
  ],
  [
    'grown too old',
    'unchanged',
    'not-ready',
    'new-consent-required',
    {},
    { reconfirmSince: since, changes: change('age') },
    'too old',
  ],
]

describe('each condition alone turns the light and is named', () => {
  it.each(decisions)('%s', (_what, name, light, code, booked, given, words) => {
    const found = missingOf(appointment(booked), [consent(given)])
    expect(found.missing.map((condition) => condition.name)).toEqual([name])
    expect(found.missing[0]!.words).toContain(words)
    expect(found.missing[0]!.missing.code).toBe(code)
    expect(found.light).toBe(light)
  })
})

test('a changed price names cost and change', () => {
  const given = consent({ reconfirmSince: since, changes: change('price') })
  const { light, missing } = missingOf(appointment(), [given])
  expect(missing.map(({ name }) => name)).toEqual(['cost', 'unchanged'])
  expect(light).toBe('attention')
})

test('without any consent nothing may begin, unless none is needed', () => {
  expect(missingOf(appointment(), []).missing.map(({ name }) => name)).toEqual([
    'patient-and-tooth',
    'consent',
    'understanding',
  ])
  expect(missingOf(appointment(), []).light).toBe('not-ready')
  expect(missingOf(appointment({ needsConsent: false }), [])).toEqual({ light: 'ready', missing: [] })
})

describe('taking a tooth out', () => {
  const booked = (siteCheck: AppointmentFacts['siteCheck']) =>
    appointment({ treatments: [extraction], siteCheck })
  const given = consent(about(extraction))

  it.each([
    ['nobody looked', null],
    ['the clinician looked alone', { staffId: 'tom', teeth: ['46'] }],
    ['somebody looked at another tooth', { staffId: 'priya', teeth: ['36'] }],
  ])('asks for a second look where %s', (_who, siteCheck) => {
    const { light, missing } = missingOf(booked(siteCheck), [given])
    expect(missing.map(({ name }) => name)).toEqual(['second-check'])
    expect(missing[0]!.words).toContain('lower right first molar (46)')
    expect(light).toBe('attention')
    const inCodes = { ...booked(siteCheck), notation: 'palmer' as const }
    expect(missingOf(inCodes, [given]).missing[0]!.words).toContain('LR6 (46)')
  })

  it('asks for none where the practice has decided so', () => {
    const alone = appointment({ treatments: [extraction], asksSecondCheck: false })
    expect(missingOf(alone, [given])).toEqual({ light: 'ready', missing: [] })
  })

  it('is content with a second person who looked at the same teeth', () => {
    expect(missingOf(booked({ staffId: 'priya', teeth: ['46'] }), [given]).light).toBe('ready')
  })
})

describe('time to think', () => {
  it('is over with its last hour, to the minute', () => {
    const given = consent({ reflectionEndsAt: new Date('2026-06-10T08:55:00Z') })
    expect(missingOf(appointment(), [given], new Date('2026-06-10T08:54:59Z')).light).toBe('not-ready')
    expect(missingOf(appointment(), [given], new Date('2026-06-10T08:55:00Z')).light).toBe('ready')
  })

  it('may be waived with a reason, which is shown', () => {
    const given = consent({ reflectionEndsAt: null, reflectionWaived: 'In severe pain' })
    const { light, conditions } = readinessOf(appointment(), [given], { at, zone })
    expect(light).toBe('ready')
    expect(conditions.find(({ name }) => name === 'reflection')!.words).toBe('Waived: In severe pain')
  })

  it('is asked of sedation as a day: the evening before will do, the same morning will not', () => {
    const booked = appointment({ treatments: [sedation] })
    const on = (moment: string) =>
      consent({ ...about(sedation), reflectionHours: 0, reflectionEndsAt: null, agreedAt: new Date(moment) })
    // 23:30 in London is 22:30 in summer by the world's clock.
    expect(missingOf(booked, [on('2026-06-09T22:30:00Z')]).light).toBe('ready')
    const { missing } = missingOf(booked, [on('2026-06-09T23:30:00Z')])
    expect(missing.map(({ name }) => name)).toEqual(['reflection'])
  })
})

describe('today is the day of the clinic', () => {
  const confirmedOn = (moment: string, day: string, zoneOfClinic = zone) => {
    const booked = appointment({ startsAt: new Date(day) })
    const given = consent({ confirmedAt: new Date(moment) })
    const { conditions } = readinessOf(booked, [given], { at: new Date(day), zone: zoneOfClinic })
    return conditions.find(({ name }) => name === 'confirmed')!.state
  }

  it.each([
    // Clocks go forward on 29 March 2026 at 01:00, and back on 25 October at 02:00.
    [
      'before midnight, as clocks go forward',
      '2026-03-28T23:59:00Z',
      '2026-03-29T08:00:00Z',
      zone,
      'missing',
    ],
    ['after midnight, as clocks go forward', '2026-03-29T00:01:00Z', '2026-03-29T08:00:00Z', zone, 'met'],
    ['before midnight, as clocks go back', '2026-10-24T22:59:00Z', '2026-10-25T09:00:00Z', zone, 'missing'],
    ['after midnight, as clocks go back', '2026-10-24T23:01:00Z', '2026-10-25T09:00:00Z', zone, 'met'],
    [
      'late, as clocks go back: the day has 25 hours',
      '2026-10-25T23:59:00Z',
      '2026-10-25T09:00:00Z',
      zone,
      'met',
    ],
    [
      'yesterday in another zone',
      '2026-06-10T03:00:00Z',
      '2026-06-10T14:00:00Z',
      'America/New_York',
      'missing',
    ],
    ['today in another zone', '2026-06-10T04:30:00Z', '2026-06-10T14:00:00Z', 'America/New_York', 'met'],
  ])('%s', (_when, moment, day, zoneOfClinic, state) => {
    expect(confirmedOn(moment, day, zoneOfClinic)).toBe(state)
  })

  it('counts a consent given the same day as confirmed', () => {
    const given = consent({ agreedAt: new Date('2026-06-10T07:00:00Z'), confirmedAt: null })
    expect(missingOf(appointment(), [given]).light).toBe('ready')
  })

  it('asks nothing anew of a treatment that is under way', () => {
    const given = consent({ confirmedAt: null, startedAt: new Date('2026-06-03T09:00:00Z') })
    expect(missingOf(appointment(), [given]).light).toBe('ready')
  })
})

describe('the consent of an appointment is found', () => {
  it('where exactly one open consent fits treatment and tooth', () => {
    const other = consent({
      id: 'two',
      treatments: [{ ...crown, teeth: ['16'], isDeclined: false, isWithdrawn: false }],
    })
    expect(matchConsents([crown], [other, consent()]).map(({ id }) => id)).toEqual(['one'])
  })

  it('and is left to people where two fit, or none does', () => {
    expect(matchConsents([crown], [consent(), consent({ id: 'two' })])).toEqual([])
    expect(matchConsents([extraction], [consent()])).toEqual([])
  })

  it('and is the one that was said no to, where nothing else is open', () => {
    const withdrawn = consent({ id: 'gone', status: 'withdrawn' })
    expect(matchConsents([crown], [withdrawn]).map(({ id }) => id)).toEqual(['gone'])
    expect(matchConsents([crown], [withdrawn, consent()]).map(({ id }) => id)).toEqual(['one'])
    expect(matchConsents([crown], [consent({ status: 'voided' })])).toEqual([])
  })
})

test('what a patient said no to is not a matter of readiness alone', () => {
  expect(isRefusedByPatient(appointment(), [consent({ status: 'withdrawn' })])).toBe(true)
  expect(isRefusedByPatient(appointment(), [consent({ status: 'declined' })])).toBe(true)
  const partly = consent({
    treatments: [
      { ...crown, isDeclined: false, isWithdrawn: false },
      { ...extraction, isDeclined: true, isWithdrawn: false },
    ],
  })
  expect(isRefusedByPatient(appointment({ treatments: [extraction] }), [partly])).toBe(true)
  expect(isRefusedByPatient(appointment({ treatments: [crown] }), [partly])).toBe(false)
  expect(isRefusedByPatient(appointment(), [consent({ status: 'sent' })])).toBe(false)
})
