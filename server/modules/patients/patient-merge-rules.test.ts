import { expect, test } from 'vitest'
import { duplicateReason, isSimilarName, undoObstacle } from './patient-merge-rules.ts'

test.each([
  ['Catherine', 'Katherine', true],
  ['Siân', 'Sian', true],
  ['Jon', 'Jonathan', true],
  ['Smith', 'Smyth', true],
  ['Whitcombe', 'Whitcomb', true],
  ['Whitcombe', 'Wihtcombe', true],
  ['O’Brien', 'OBrien', true],
  ['O’Brien-Hart', 'Hart', true],
  ['Anne-Marie', 'Marie', true],
  ['Ann', 'Ian', false],
  ['Al', 'Alan', false],
  ['Li', 'Li', true],
  ['Lee', 'Leo', false],
  ['Patel', 'Khan', false],
  ['', 'Smith', false],
])('%s and %s may be one name: %s', (one, other, similar) => {
  expect(isSimilarName(one, other)).toBe(similar)
  expect(isSimilarName(other, one)).toBe(similar)
})

const eleanor = {
  firstName: 'Eleanor',
  lastName: 'Whitcombe',
  preferredName: '',
  dateOfBirth: '1961-03-14',
  phone: '07700 900101',
  otherPhone: '',
}

test.each([
  ['the same again', {}, 'name-and-birth-date'],
  ['a slip in the name', { lastName: 'Whitcomb', phone: '' }, 'name-and-birth-date'],
  ['called by another name', { firstName: 'Nell', preferredName: 'Eleanor' }, 'name-and-birth-date'],
  ['names the other way round', { firstName: 'Whitcombe', lastName: 'Eleanor' }, 'name-and-birth-date'],
  ['married since', { lastName: 'Hart', phone: '+44 7700 900101' }, 'phone-and-birth-date'],
  ['another birth date by mistake', { dateOfBirth: '1961-03-15' }, 'phone-and-name'],
  [
    'the number is the other’s second',
    { lastName: 'Hart', phone: '', otherPhone: '07700 900101' },
    'phone-and-birth-date',
  ],
  ['a twin at the same number', { firstName: 'Grace' }, null],
  ['a daughter at the same number', { firstName: 'Grace', dateOfBirth: '1990-01-01' }, null],
  ['a namesake', { dateOfBirth: '1972-08-01', phone: '' }, null],
  ['born on the same day', { firstName: 'Owen', lastName: 'Llewellyn', phone: '' }, null],
])('%s: %s', (_what, change, reason) => {
  expect(duplicateReason(eleanor, { ...eleanor, ...change })).toBe(reason)
})

const at = new Date('2026-11-01T10:00:00Z')
const merge = { at, undoneAt: null, survivorVersion: 4 }
const asked = { version: 4, hasChanged: false, now: new Date('2026-11-20T10:00:00Z') }

test.each([
  ['nothing was added since', {}, {}, null],
  ['it was undone', { undoneAt: at }, {}, 'undone'],
  ['the thirtieth day ends', {}, { now: new Date('2026-12-01T10:00:00Z') }, null],
  ['it is past', {}, { now: new Date('2026-12-01T10:00:01Z') }, 'too-late'],
  ['the details changed', {}, { version: 5 }, 'changed-since'],
  ['something was added', {}, { hasChanged: true }, 'changed-since'],
])('a merge where %s', (_what, merged, change, obstacle) => {
  expect(undoObstacle({ ...merge, ...merged }, { ...asked, ...change })).toBe(obstacle)
})
