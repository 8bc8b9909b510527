import { expect, test } from 'vitest'
import {
  contradictionsOf,
  contradictionText,
  mayBeSamePerson,
  type Contradiction,
} from './patient-name-likeness.ts'

const john = { firstName: 'John', lastName: 'Smith', dateOfBirth: '1971-05-06', preferredName: '' }

test.each<[string, Partial<typeof john>, Partial<typeof john>, Contradiction[]]>([
  ['the same', {}, {}, []],
  ['case', { firstName: 'JOHN', lastName: 'smith' }, {}, []],
  ['an accent', { firstName: 'José' }, { firstName: 'Jose' }, []],
  ['a hyphen for a space', { lastName: 'Smith-Jones' }, { lastName: 'Smith Jones' }, []],
  ['no apostrophe', { lastName: 'O’Brien' }, { lastName: 'OBrien' }, []],
  ['a title in the first name', { firstName: 'Mr. John' }, {}, []],
  ['an initial', { firstName: 'J.' }, {}, []],
  ['two initials', { firstName: 'J.P.' }, { firstName: 'John Paul' }, []],
  ['a middle name more', { firstName: 'John Paul' }, {}, []],
  ['the preferred name', { firstName: 'Jack' }, { preferredName: 'Jack' }, []],
  [
    'words divided otherwise',
    { firstName: 'Maria', lastName: 'de Souza' },
    { firstName: 'Maria de', lastName: 'Souza' },
    [],
  ],
  ['nothing said of the birth date', { dateOfBirth: '' }, {}, []],
  ['another first name', { firstName: 'Jane' }, {}, ['firstName']],
  ['another initial', { firstName: 'P' }, {}, ['firstName']],
  ['another middle initial', { firstName: 'John Q' }, { firstName: 'John Paul' }, ['firstName']],
  ['the middle name alone', { firstName: 'Paul' }, { firstName: 'John Paul' }, ['firstName']],
  ['a married name', { lastName: 'Jones' }, {}, ['lastName']],
  ['a double name for a single one', { lastName: 'Smith-Jones' }, {}, ['lastName']],
  ['another birth date', { dateOfBirth: '1971-06-05' }, {}, ['dateOfBirth']],
  ['names swapped', { firstName: 'Smith', lastName: 'John' }, {}, ['firstName', 'lastName']],
])('what contradicts: %s', (_kind, one, other, found) => {
  expect(contradictionsOf({ ...john, ...one }, { ...john, ...other })).toEqual(found)
  expect(contradictionsOf({ ...john, ...other }, { ...john, ...one })).toEqual(found)
})

test.each<[Contradiction[], string]>([
  [['firstName'], 'another first name'],
  [['firstName', 'lastName'], 'another name'],
  [['lastName', 'dateOfBirth'], 'another last name and date of birth'],
  [['dateOfBirth'], 'another date of birth'],
])('what contradicts in words: %j', (contradictions, text) => {
  expect(contradictionText(contradictions)).toBe(text)
})

test.each<[string, Partial<typeof john>, Partial<typeof john>, boolean]>([
  ['a hyphen for a space', { lastName: 'Smith-Jones' }, { lastName: 'Smith Jones' }, true],
  ['no apostrophe', { lastName: "O'Brien" }, { lastName: 'OBrien' }, true],
  ['an umlaut as two letters', { lastName: 'Mueller' }, { lastName: 'Müller' }, true],
  ['a letter other', { lastName: 'Smyth' }, {}, true],
  ['a letter less', { lastName: 'Smih' }, {}, true],
  ['a letter more at the end', { lastName: 'Smithe' }, {}, true],
  ['two letters changed round', { firstName: 'Jonh' }, {}, true],
  ['names swapped', { firstName: 'Smith', lastName: 'John' }, {}, true],
  ['a letter off in a short name', { firstName: 'Ada' }, { firstName: 'Ida' }, false],
  ['two letters off', { lastName: 'Smythe' }, {}, false],
  ['a letter off in both names', { firstName: 'Joan', lastName: 'Smyth' }, {}, false],
  ['another first name', { firstName: 'Jane' }, {}, false],
  ['another birth date', { dateOfBirth: '1971-05-07' }, {}, false],
])('whether two of one birth date may be one person: %s', (_kind, one, other, may) => {
  expect(mayBeSamePerson({ ...john, ...one }, { ...john, ...other })).toBe(may)
  expect(mayBeSamePerson({ ...john, ...other }, { ...john, ...one })).toBe(may)
})
