import { expect, test } from 'vitest'
import {
  countToPrepare,
  countUntouched,
  neighbourDraft,
  preparedPurpose,
  preparedRemark,
  preparedStatus,
  preparedSummary,
  sendableConsents,
  type PreparedConsent,
} from './prepared-words.ts'

const row = (change: Partial<PreparedConsent> = {}): PreparedConsent => ({
  ...{ appointmentId: 'a', time: '09:00', patientName: 'Robin Vale', clinicianName: 'Tom Hughes' },
  ...{
    treatments: [{ title: 'Crown', teeth: ['46'], area: null }],
    consentId: 'c',
    preparedWith: null,
    state: 'ready',
  },
  ...{ skipReason: '', gaps: [], sendBy: 'email', takesTeethOut: false, isUntouched: true },
  ...change,
})
const gap = (placeholder: string | null, text = '') => ({ placeholder, text })

test('a draft is named by what is planned and where', () => {
  expect(preparedPurpose(row(), 'fdi')).toBe('Crown, 46 (LR6)')
  expect(preparedPurpose(row({ treatments: [] }), 'fdi')).toBe('')
})

test.each<[Partial<PreparedConsent>, string, string]>([
  [{}, 'Ready', ''],
  [{ takesTeethOut: true }, 'Ready', 'Extraction: check tooth and side, and send it from its form.'],
  [{ sendBy: null }, 'Ready', 'The patient cannot be messaged: show the link or QR code.'],
  [
    { state: 'incomplete', gaps: [gap(null, 'Enter the diagnosis.'), gap('prognosis')] },
    '2 missing',
    'Enter the diagnosis. · Prognosis',
  ],
  [{ state: 'sent' }, 'Sent', ''],
  [{ state: 'to-prepare' }, 'Not prepared', ''],
  [
    { state: 'has-consent', skipReason: 'Has a consent already: signed.' },
    'Has consent',
    'Has a consent already: signed.',
  ],
  [{ state: 'skipped', skipReason: 'The patient is archived.' }, 'No draft', 'The patient is archived.'],
])('%o is told as %s', (change, label, remark) => {
  expect(preparedStatus(row(change)).label).toBe(label)
  expect(preparedRemark(row(change))).toBe(remark)
})

test('together are sent those that nothing stands in the way of', () => {
  expect(sendableConsents([row()])).toEqual([row()])
  for (const change of [{ state: 'incomplete' }, { takesTeethOut: true }, { sendBy: null }] as const)
    expect(sendableConsents([row(change)])).toEqual([])
})

test('two appointments that share a consent count once', () => {
  const rows = [row(), row({ appointmentId: 'b', time: '15:00' }), row({ consentId: 'd' })]
  expect(sendableConsents(rows).map(({ appointmentId, consentId }) => [appointmentId, consentId])).toEqual([
    ['a', 'c'],
    ['a', 'd'],
  ])
  expect(countUntouched(rows)).toBe(2)
  expect(preparedSummary(rows)).toBe('2 drafts to send, 2 ready')
})

test('two appointments of a course that wait to be prepared are one consent', () => {
  const rows = [
    row({ appointmentId: 'a', consentId: null, state: 'to-prepare' }),
    row({ appointmentId: 'b', consentId: null, state: 'to-prepare', preparedWith: 'a' }),
    row({ appointmentId: 'd', consentId: null, state: 'to-prepare' }),
  ]
  expect(countToPrepare(rows)).toBe(2)
  expect(preparedSummary(rows)).toBe('2 without a draft')
})

test('the day is told in a line', () => {
  const states = ['ready', 'incomplete', 'sent', 'has-consent'] as const
  const rows = states.map((state) => row({ state, consentId: state }))
  expect(preparedSummary([...rows, row({ state: 'skipped', consentId: null })])).toBe(
    '2 drafts to send, 1 ready, 1 sent, 1 with consent, 1 without a draft',
  )
})

test('next and previous go round, past what is sent and what has no draft', () => {
  const rows = [
    row({ consentId: 'one' }),
    row({ consentId: 'two', state: 'sent' }),
    row({ consentId: null, state: 'skipped' }),
    row({ consentId: 'three', state: 'incomplete' }),
  ]
  expect(neighbourDraft(rows, null)).toBe('one')
  expect(neighbourDraft(rows, 'one')).toBe('three')
  expect(neighbourDraft(rows, 'three')).toBe('one')
  expect(neighbourDraft(rows, 'one', -1)).toBe('three')
  expect(neighbourDraft(rows, 'three', -1)).toBe('one')
  expect(neighbourDraft([row({ consentId: 'one' })], 'one')).toBeNull()
})
