import { describe, expect, it } from 'vitest'
import { parseFilter, patchedGroup, userChangeOf } from './scim-rules.ts'

const one = '0199d6f2-7c1e-7b3a-9a52-4f1de8a0c311'
const two = '0199d6f2-7c1e-7b3a-9a52-4f1de8a0c312'

describe('a filter', () => {
  it('is one attribute and one value', () => {
    expect(parseFilter('userName eq "a@b.example"')).toEqual({ attribute: 'username', value: 'a@b.example' })
    expect(parseFilter(' EXTERNALID EQ "x" ')).toEqual({ attribute: 'externalid', value: 'x' })
    for (const other of ['userName co "a"', 'userName eq a', 'a eq "b" and c eq "d"', 'a eq "b\\"c"'])
      expect(parseFilter(other)).toBeNull()
  })
})

describe('a change of a user', () => {
  it('is read from every form in which providers write it', () => {
    expect(userChangeOf([{ op: 'replace', path: 'active', value: 'False' }])).toEqual({ active: false })
    expect(
      userChangeOf([
        { op: 'replace', value: { active: true, name: { givenName: ' Nia ' }, 'name.familyName': 'Owen' } },
      ]),
    ).toEqual({ active: true, givenName: 'Nia', familyName: 'Owen' })
  })

  it('leaves aside what is not kept, and takes nothing for a change that it does not understand', () => {
    expect(userChangeOf([{ op: 'add', path: 'roles', value: [{ value: 'admin' }] }])).toEqual({})
    expect(userChangeOf([{ op: 'remove', path: 'active' }])).toEqual({})
    expect(userChangeOf([{ op: 'replace', path: 'active', value: 'maybe' }])).toBeNull()
    expect(userChangeOf([{ op: 'replace', value: 'text' }])).toBeNull()
  })
})

describe('a change of a group', () => {
  const group = { displayName: 'Dentists', externalId: null, members: [one] }
  it('adds, replaces and removes people', () => {
    const members = (operation: Parameters<typeof patchedGroup>[1][number]) =>
      patchedGroup(group, [operation])?.members
    expect(members({ op: 'add', path: 'members', value: [{ value: two }, { value: one }] })).toEqual([
      one,
      two,
    ])
    expect(members({ op: 'replace', value: { members: [{ value: two }] } })).toEqual([two])
    expect(members({ op: 'remove', path: `members[value eq "${one}"]` })).toEqual([])
    expect(members({ op: 'remove', path: 'members', value: [{ value: two }] })).toEqual([one])
    expect(members({ op: 'remove', path: 'members' })).toEqual([])
  })

  it('is not taken with ids that are none, or paths that are not known', () => {
    expect(patchedGroup(group, [{ op: 'add', path: 'members', value: [{ value: 'x' }] }])).toBeNull()
    expect(patchedGroup(group, [{ op: 'add', path: 'owners', value: [] }])).toBeNull()
    expect(patchedGroup(group, [{ op: 'replace', path: 'displayName', value: '' }])).toBeNull()
  })
})
