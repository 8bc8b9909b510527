import { expect, it } from 'vitest'
import { identifierContradiction, otherIdentifier, systemOf } from './program-patient-rules.ts'

it.each([
  ['dentally|1042', 'dentally'],
  ['1042', ''],
  ['|1042', ''],
  ['dentally|10|42', 'dentally'],
])('the system of %s is “%s”', (identifier, system) => expect(systemOf(identifier)).toBe(system))

it.each([
  ['dentally|7', ['dentally|7'], null],
  ['dentally|7', ['dentally|8'], 'dentally|8'],
  ['dentally|7', ['exact|8', '8'], null],
  ['7', ['dentally|7', '8'], '8'],
])('%s beside %j: %s', (identifier, known, other) => expect(otherIdentifier(identifier, known)).toBe(other))

const known = {
  ...{ firstName: 'Eleanor', lastName: 'Whitcombe', preferredName: 'Nell' },
  ...{ dateOfBirth: '1961-03-14', nhsNumber: '9434765919' },
}
it.each([
  [{ firstName: 'E', lastName: 'WHITCOMBE' }, null],
  [{ firstName: 'Nell', lastName: 'Whitcombe' }, null],
  [{}, null],
  [{ lastName: 'Okafor' }, 'The patient with this identifier has another last name.'],
  [{ dateOfBirth: '1961-03-15' }, 'The patient with this identifier has another date of birth.'],
  [{ nhsNumber: '4010232137' }, 'The patient with this identifier has another NHS number.'],
])('%j contradicts as: %s', (sent, contradiction) =>
  expect(identifierContradiction({ dateOfBirth: '1961-03-14', ...sent }, known)).toBe(contradiction),
)
