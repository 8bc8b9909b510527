import { expect, test } from 'vitest'
import { invitedStaffIdIn, staffListInput, staffListQuery, editedStaffIdIn } from './staff-list-query.ts'

const id = '0197f3a2-6a52-7c11-9d3e-0d1b7f6a4c22'
const read = (query: string) => staffListQuery(new URLSearchParams(query))

test('the address holds search, view, order and page', () => {
  const asked = { search: 'tom', view: 'invited', sort: '-login', page: 2 }
  expect(read('q=tom&view=invited&sort=-login&page=2')).toEqual(asked)
})

test.each(['', 'view=deleted&page=0', 'sort=phone', 'page=2.5'])(
  'what is absent or malformed falls back: %s',
  (query) => {
    expect(read(query)).toEqual({ search: '', view: 'active', sort: 'name', page: 1 })
  },
)

test('the matrix of rights asks for active people', () => {
  const asked = { search: 'tom', sort: 'name', page: 1, status: 'active' }
  expect(staffListInput(read('view=rights&q=tom&sort=-role'))).toEqual(asked)
  const everybody = { search: '', sort: '-role', page: 1, status: 'all' }
  expect(staffListInput(read('view=all&sort=-role'))).toEqual(everybody)
})

test('an address names somebody only by a real id', () => {
  expect(editedStaffIdIn(new URLSearchParams({ edit: id }))).toBe(id)
  expect(editedStaffIdIn(new URLSearchParams('edit=../clinics'))).toBeUndefined()
  expect(invitedStaffIdIn(new URLSearchParams({ invited: id }))).toBe(id)
  expect(invitedStaffIdIn(new URLSearchParams())).toBeUndefined()
})
