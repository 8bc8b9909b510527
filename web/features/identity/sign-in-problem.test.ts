import { expect, test } from 'vitest'
import type { ErrorEnvelope } from '../../../contract/errors.ts'
import { ApiProblem } from '../../api.ts'
import { formProblems, problemText } from './sign-in-problem.ts'

const problem = (details: ErrorEnvelope['details'], message = 'Please enter a valid email address.') =>
  new ApiProblem({ code: 'invalid-argument', message, details }, 400)

test('a refusal stands at the field it is about, in the server’s words', () => {
  expect(formProblems(problem({ reason: 'invalid-email' }), { 'invalid-email': 'login' })).toEqual([
    { id: 'login', text: 'Please enter a valid email address.' },
  ])
})

test('a refusal about nothing in particular stands at the form', () => {
  const refused = problem({ reason: 'account-deactivated' }, 'Account is deactivated')
  expect(formProblems(refused, { 'invalid-email': 'login' })).toEqual([
    { id: undefined, text: 'Account is deactivated' },
  ])
})

test('faults of the input stand at their fields', () => {
  const fields = [
    { field: 'firstName', message: 'Enter a value' },
    { field: 'token', message: 'Invalid' },
  ]
  const refused = problem({ reason: 'invalid-input', fields }, 'Not valid.')
  expect(formProblems(refused, { firstName: 'firstName' })).toEqual([
    { id: 'firstName', text: 'Enter a value' },
  ])
})

test('a fault of a field that is not on the form is still told', () => {
  const refused = problem({ fields: [{ field: 'token', message: 'Invalid' }] }, 'Not valid.')
  expect(formProblems(refused, { firstName: 'firstName' })).toEqual([{ id: undefined, text: 'Not valid.' }])
})

test('what is no answer of the server is told in its own words, or in general ones', () => {
  expect(problemText(new Error('The passkey was not used.'))).toBe('The passkey was not used.')
  expect(problemText('?')).toBe('An unexpected error occurred. Please try again.')
})
