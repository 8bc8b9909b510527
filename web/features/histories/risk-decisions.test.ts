import { describe, expect, test } from 'vitest'
import type { RiskOfPatient } from '../../../contract/histories.ts'
import { decideFinding, validateDecisions, riskIds, currentDecision } from './risk-decisions.ts'

const finding = (given: Partial<RiskOfPatient> = {}): RiskOfPatient => ({
  ruleId: 'R010',
  severity: 'confirm',
  statement: 'Your bone medicine can stop the jaw from healing.',
  forStaff: '',
  because: ['Bisphosphonate', 'tooth 48'],
  patientReasons: ['you take a bone medicine'],
  teeth: ['48'],
  missing: [],
  source: { reference: 'Guidance', note: 'Note', isChecked: true, reviewDue: '2027-11-21' },
  attach: '',
  bands: [],
  offersCapacityTest: false,
  treatments: [],
  ...given,
})
const stop = finding({ ruleId: 'R012', severity: 'stop' })
const gap = finding({ ruleId: 'R102', statement: 'This matters to you: {{what}}.' })
const faults = (one: RiskOfPatient, made?: ReturnType<typeof decideFinding>, mayOverride = true) =>
  validateDecisions({ findings: [one] }, made ? { [one.ruleId]: made } : {}, mayOverride)

describe('a finding', () => {
  const accepted = decideFinding(finding(), 'accepted')
  const edited = { ...decideFinding(finding(), 'edited'), statement: 'In our words.' }
  const leftOut = decideFinding(finding(), 'left-out')
  const overridden = { ...decideFinding(stop, 'accepted'), reason: 'The specialist advised it.' }
  const ids = riskIds('R010')

  test.each<[string, RiskOfPatient, ReturnType<typeof decideFinding> | undefined, string | undefined]>([
    ['nobody decided', finding(), undefined, ids.decision],
    ['accepted', finding(), accepted, undefined],
    ['edited', finding(), edited, undefined],
    ['edited to nothing', finding(), { ...edited, statement: ' ' }, ids.statement],
    ['left out without a reason', finding(), leftOut, ids.reason],
    ['left out with one', finding(), { ...leftOut, reason: 'Stopped years ago.' }, undefined],
    ['that stops, accepted without a reason', stop, decideFinding(stop, 'accepted'), riskIds('R012').reason],
    ['that stops, with a reason to go ahead', stop, overridden, undefined],
    ['accepted with a detail missing', gap, decideFinding(gap, 'accepted'), riskIds('R102').decision],
    ['edited with a detail missing', gap, decideFinding(gap, 'edited'), riskIds('R102').statement],
    [
      'with a detail missing, left out',
      gap,
      { ...decideFinding(gap, 'left-out'), reason: 'Not so.' },
      undefined,
    ],
  ])('%s', (_name, one, made, at) => {
    expect(faults(one, made).map(({ id }) => id)).toEqual(at === undefined ? [] : [at])
  })

  test('that stops is decided by nobody who may not override', () => {
    expect(faults(stop, overridden, false)).toEqual([
      { id: riskIds('R012').decision, text: expect.stringContaining('can override') as string },
    ])
    expect(faults(finding(), accepted, false)).toEqual([])
  })

  test('is decided anew once it is another: for other reasons, teeth, gravity or words', () => {
    const made = { R010: accepted }
    expect(currentDecision(finding(), made)).toBe(accepted)
    for (const other of [
      { patientReasons: ['you take another medicine'] },
      { teeth: ['38'] },
      { severity: 'stop' as const },
      { statement: 'Other words.' },
    ])
      expect(currentDecision(finding(other), made)).toBeUndefined()
    // Words of one's own do not change with the rule's.
    expect(currentDecision(finding({ statement: 'Other words.' }), { R010: edited })).toBe(edited)
  })

  test('keeps words and reason while somebody tries the three ways', () => {
    const reasoned = { ...edited, reason: 'Asked the doctor.' }
    const back = decideFinding(finding(), 'edited', decideFinding(finding(), 'edited', reasoned))
    expect(back).toEqual(reasoned)
    expect(decideFinding(finding(), 'accepted', reasoned)).toMatchObject({
      statement: finding().statement,
      reason: 'Asked the doctor.',
    })
  })
})
