import { expect, test } from 'vitest'
import { identifyPerson } from './patient-home-rules.ts'

const mia = { id: 'mia', firstName: 'Mia', dateOfBirth: '2015-06-02' }
const zoe = { id: 'zoe', firstName: 'Zoë', dateOfBirth: '2012-01-09' }
const ava = { id: 'ava', firstName: 'Ava-Rose', dateOfBirth: '2018-11-30' }
const leo = { id: 'leo', firstName: 'Leo', dateOfBirth: '2018-11-30' }
const family = [mia, zoe, ava, leo]

const who = (dateOfBirth: string, firstName = '', people = family) => {
  const found = identifyPerson(people, { dateOfBirth, firstName })
  return typeof found === 'string' ? found : found.id
}

test('people of one address are told apart by the birth date, and no name is asked for', () => {
  expect(who('2015-06-02')).toBe('mia')
  expect(who('2012-01-09')).toBe('zoe')
  expect(who('2012-01-09', 'Somebody Else')).toBe('zoe')
})

test('twins are told apart by the first name, however it is typed', () => {
  expect(who('2018-11-30')).toBe('first-name-needed')
  expect(who('2018-11-30', 'leo')).toBe('leo')
  expect(who('2018-11-30', ' AVA–ROSE ')).toBe('ava')
  expect(who('2018-11-30', 'Mia')).toBe('wrong-first-name')
})

test('a birth date of nobody is wrong, whatever name comes with it', () => {
  expect(who('2015-06-03')).toBe('wrong-birth-date')
  expect(who('2015-06-03', 'Mia')).toBe('wrong-birth-date')
  expect(who('2015-06-02', '', [])).toBe('wrong-birth-date')
})

test('two records of one person are no twins: the one changed last is opened', () => {
  const older = { ...zoe, id: 'older', firstName: 'zoe' }
  expect(who(zoe.dateOfBirth, '', [zoe, older])).toBe('zoe')
})
