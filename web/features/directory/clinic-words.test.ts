import { describe, expect, it } from 'vitest'
import { clinicStatuses } from '../../../contract/clinic-states.ts'
import { describeChange, statusChangeEffects, planText, formatStorage } from './clinic-words.ts'

it('names a plan with its trial', () => {
  expect(planText('growth-pro', 'none', null)).toBe('Growth Pro')
  expect(planText('starter', 'running', '2027-01-31')).toBe('Starter, trial until 31 Jan 2027')
  expect(planText('starter', 'ended', '2026-01-31')).toBe('Starter, trial ended on 31 Jan 2026')
})

it('tells room in units that people know', () => {
  expect(formatStorage(0)).toBe('0 MB')
  expect(formatStorage(1024 ** 2 * 480.26)).toBe('480.3 MB')
  expect(formatStorage(1024 ** 3 * 10)).toBe('10 GB')
})

describe('what a change of state does', () => {
  it('says of every move what becomes of staff, patients and mail', () => {
    for (const from of clinicStatuses)
      for (const to of clinicStatuses.filter((status) => status !== from)) {
        const said = statusChangeEffects(from, to).join(' ')
        expect(said).toMatch(/staff/i)
        expect(said).toMatch(/e-mail/)
        if (to !== 'active') expect(said).toMatch(/Patients can still open their links/)
      }
  })

  it('promises no mail where none is sent', () => {
    expect(statusChangeEffects('suspended', 'inactive')).toContain('No e-mail is sent.')
    expect(statusChangeEffects('active', 'suspended').join(' ')).toContain('signed out immediately')
  })
})

it('tells a change in the words of the screen', () => {
  const changes = [
    { field: 'plan', before: 'starter', after: 'growth' },
    { field: 'trialUntil', before: '2027-01-31', after: '' },
    { field: 'address', before: '', after: '2 Cliff Road\nWhitby' },
  ]
  const of = { at: '', by: '', reason: null, changes }
  expect(describeChange({ ...of, what: 'plan' })).toEqual({
    title: 'Plan changed',
    lines: [
      'Plan: Starter to Growth',
      'Trial until: 31 Jan 2027 to none',
      'Address: none to 2 Cliff Road, Whitby',
    ],
  })
  expect(describeChange({ ...of, what: 'created' }).lines).toEqual([
    'Plan: Growth',
    'Address: 2 Cliff Road, Whitby',
  ])
})
