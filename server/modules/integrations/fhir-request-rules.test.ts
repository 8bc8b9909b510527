import { describe, expect, it } from 'vitest'
import { conditionIdentifier, ownIdentifierOf, versionNamed } from './fhir-request-rules.ts'

const nhs = { system: 'https://fhir.nhs.uk/Id/nhs-number', value: '943 476 5919' }
const own = { system: 'https://example.org/patients', value: '1042' }

describe('the identifier of a program', () => {
  it.each([
    ['alone', [own], 'https://example.org/patients|1042'],
    ['beside an NHS number', [nhs, own], 'https://example.org/patients|1042'],
    ['none', [nhs], null],
    ['two', [own, { ...own, value: '7' }], null],
    ['without a system', [{ value: '1042' }], null],
    ['without a value', [{ ...own, value: '' }], null],
    ['whose system could be told in two ways', [{ system: 'a|b', value: '1' }], null],
  ])('%s', (_what, identifier, expected) => {
    expect(ownIdentifierOf({ identifier })).toBe(expected)
  })
})

it.each([
  ['identifier=a%7C1', 'a|1'],
  ['?identifier=a|1', 'a|1'],
  ['identifier=a|1&birthdate=1961-03-14', null],
  ['name=Whitcombe', null],
  ['', null],
])('the condition %s is of the identifier %s', (condition, expected) => {
  expect(conditionIdentifier(condition)).toBe(expected)
})

it.each([
  ['W/"3"', undefined, 3],
  ['"3"', undefined, 3],
  ['', '3', 3],
  // The header is what counts where both say something.
  ['W/"4"', '3', 4],
  ['*', '3', null],
  ['W/"three"', '3', null],
  ['', undefined, null],
  ['', 'three', null],
])('If-Match %s and versionId %s name version %s', (ifMatch, versionId, expected) => {
  expect(versionNamed(ifMatch, { meta: { versionId } })).toBe(expected)
})
