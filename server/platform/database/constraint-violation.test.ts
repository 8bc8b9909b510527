import { expect, it } from 'vitest'
import { violatedConstraint } from './constraint-violation.ts'

it('names the constraint that a write broke, among the causes and on any server', () => {
  const broken = (constraint: string) => Object.assign(new Error('duplicate key'), { constraint })
  expect(violatedConstraint(broken('patients_nhs_number'))).toBe('patients_nhs_number')
  const wrapped = new Error('failed', { cause: broken('patients_nhs_number_102357') })
  expect(violatedConstraint(wrapped)).toBe('patients_nhs_number')
  expect(violatedConstraint(new Error('failed'))).toBeUndefined()
  expect(violatedConstraint('failed')).toBeUndefined()
})
