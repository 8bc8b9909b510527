import { expect, it } from 'vitest'
import { violatedConstraint } from './constraint-violation.ts'

it('names the constraint that a write broke, among the causes and on any server', () => {
  const broken = (constraint: string) => Object.assign(new Error('duplicate key'), { constraint })
  expect(violatedConstraint(broken('patients_nhs_number'))).toBe('patients_nhs_number')
  const wrapped = new Error('failed', { cause: broken('patients_nhs_number_102357') })
  expect(violatedConstraint(wrapped)).toBe('patients_nhs_number')
  const remote = 'duplicate key value violates unique constraint "patients_nhs_number_102357"'
  expect(violatedConstraint(Object.assign(new Error(remote), { code: '23505' }))).toBe('patients_nhs_number')
  const check = 'new row for relation "fees_1" violates check constraint "fees_amount_102001"'
  expect(violatedConstraint(Object.assign(new Error(check), { code: '23514' }))).toBe('fees_amount')
  // Whatever else says so in its words is none.
  expect(violatedConstraint(new Error(remote))).toBeUndefined()
  expect(violatedConstraint(new Error('failed'))).toBeUndefined()
  expect(violatedConstraint('failed')).toBeUndefined()
})
