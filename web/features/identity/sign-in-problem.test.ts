import { expect, test } from 'vitest'
import type { ErrorCode, ErrorEnvelope } from '../../../contract/errors.ts'
import { contract } from '../../../contract/index.ts'
import type { Refusal } from '../../../contract/kit.ts'
import { ApiError } from '../../api.ts'
import { toFormErrors, problemText, signInProblem, signInProblemText } from './sign-in-problem.ts'

const problem = (details: ErrorEnvelope['details'], message = 'Please enter a valid email address.') =>
  new ApiError({ code: 'invalid-argument', message, details }, 400)

test('a refusal stands at the field it is about, in the server’s words', () => {
  expect(toFormErrors(problem({ reason: 'invalid-email' }), { 'invalid-email': 'login' })).toEqual([
    { id: 'login', text: 'Please enter a valid email address.' },
  ])
})

test('a refusal about nothing in particular stands at the form', () => {
  const refused = problem({ reason: 'account-deactivated' }, 'Account is deactivated')
  expect(toFormErrors(refused, { 'invalid-email': 'login' })).toEqual([
    { id: undefined, text: 'Account is deactivated' },
  ])
})

test('faults of the input stand at their fields', () => {
  const fields = [
    { field: 'firstName', message: 'Enter a value' },
    { field: 'token', message: 'Invalid' },
  ]
  const refused = problem({ reason: 'invalid-input', fields }, 'Not valid.')
  expect(toFormErrors(refused, { firstName: 'firstName' })).toEqual([
    { id: 'firstName', text: 'Enter a value' },
  ])
})

test('a fault of a field that is not on the form is still told', () => {
  const refused = problem({ fields: [{ field: 'token', message: 'Invalid' }] }, 'Not valid.')
  expect(toFormErrors(refused, { firstName: 'firstName' })).toEqual([{ id: undefined, text: 'Not valid.' }])
})

test('what is no answer of the server is told in its own words, or in general ones', () => {
  expect(problemText(new Error('The passkey was not used.'))).toBe('The passkey was not used.')
  expect(problemText('?')).toBe('An unexpected error occurred. Please try again.')
})

const failed = 'Authentication failed. Please try again or contact support if the problem persists.'
const tooMany = 'Too many failed login attempts. Please wait a few minutes before trying again.'
const network = 'Network error. Please check your internet connection and try again.'

/** Section 8 of the specification: what somebody who signs in, registers or sets a password is told. */
const catalogue: [status: number, code: ErrorCode, reason: string | undefined, told: string][] = [
  [0, 'internal', undefined, network],
  [0, 'deadline-exceeded', undefined, network],
  [504, 'deadline-exceeded', undefined, network],
  [429, 'resource-exhausted', 'too-many-requests', tooMany],
  [429, 'resource-exhausted', 'rate-limited', tooMany],
  [429, 'resource-exhausted', undefined, tooMany],
  [401, 'unauthenticated', 'unauthenticated', 'Your session has ended. Please sign in again.'],
  [400, 'invalid-argument', 'weak-password', 'Password is too weak. Please choose a stronger password.'],
  [400, 'invalid-argument', 'malformed', failed],
  [400, 'invalid-argument', 'too-large', failed],
  [400, 'invalid-argument', 'toString', failed],
  [403, 'permission-denied', 'permission-denied', failed],
  [403, 'permission-denied', 'foreign-origin', failed],
  [404, 'not-found', 'unknown-address', failed],
  [409, 'aborted', 'key-reused', failed],
  [500, 'internal', undefined, failed],
  [502, 'internal', undefined, failed],
  [503, 'unavailable', 'unavailable', failed],
  [503, 'unavailable', 'busy', failed],
  [503, 'unavailable', 'maintenance', 'The server’s own words'],
]

test.each(catalogue)(
  'signing in, %i %s (%s) is told as the catalogue says: %s',
  (status, code, reason, told) => {
    const details = reason === undefined ? {} : { reason }
    const refused = new ApiError({ code, message: 'The server’s own words', details }, status)
    expect(signInProblemText(refused)).toBe(told)
  },
)

// A colleague attests where somebody is signed in: nobody signs in by it.
const { attest: _attest, ...signingIn } = contract.identity
const refusals = [signingIn, contract.registration].flatMap((operations) =>
  Object.values(operations).flatMap((each) => Object.entries<Refusal>(each['~orpc'].meta.refusals)),
)

test('what signing in, registering and setting a password are refused with keeps its declared words', () => {
  expect(refusals.length).toBeGreaterThan(50)
  // Acting for another clinic of one's own is done by somebody who is signed in.
  for (const [reason, { code, message }] of refusals.filter(([reason]) => reason !== 'not-yours'))
    expect(signInProblemText(new ApiError({ code, message, details: { reason } }, 400)), reason).toBe(message)
})

test('a screen may say in its own words that nothing came of it', () => {
  const fault = new ApiError({ code: 'internal', message: 'Oops', details: {} }, 500)
  expect(signInProblemText(fault, 'Failed to send reset email.')).toBe('Failed to send reset email.')
  expect(signInProblemText(problem({ reason: 'invalid-email' }), 'Failed to send reset email.')).toBe(
    'Please enter a valid email address.',
  )
  expect(signInProblemText(new Error('The passkey was not used.'))).toBe('The passkey was not used.')
  expect(signInProblemText('?')).toBe('An unexpected error occurred. Please try again.')
})

test('beside a button the reference number of a fault stays', () => {
  const fault = new ApiError({ code: 'internal', message: 'Oops', details: { requestId: 'r-1' } }, 500)
  expect(signInProblem(fault)).toEqual({ message: failed, requestId: 'r-1' })
  expect(signInProblem(null)).toBeNull()
})

test('a form of signing in tells faults of fields at their fields, and the rest by the catalogue', () => {
  const fields = [{ field: 'firstName', message: 'Enter a value' }]
  const refused = problem({ reason: 'invalid-input', fields }, 'Some of the values are not valid.')
  const at = { firstName: 'firstName' }
  expect(toFormErrors(refused, at, signInProblemText)).toEqual([{ id: 'firstName', text: 'Enter a value' }])
  expect(toFormErrors(refused, {}, signInProblemText)[0]?.text).toBe('Some of the values are not valid.')
  const fault = new ApiError({ code: 'internal', message: 'Oops', details: {} }, 500)
  expect(toFormErrors(fault, at, signInProblemText)).toEqual([{ id: undefined, text: failed }])
})
