import { describe, expect, it } from 'vitest'
import {
  formatGroupLevels,
  formatPracticeLevels,
  parseConnectionForm,
  parseGroupConnectionForm,
  parseGroupLevels,
  parsePracticeLevels,
} from './single-sign-on-form.ts'

describe('groups and their levels', () => {
  it('are read as they are written', () => {
    const groups = [
      { group: 'Dentists', level: 2 as const },
      { group: 'a=b', level: 4 as const },
    ]
    expect(parseGroupLevels(`\n${formatGroupLevels(groups)}\n\n`)).toEqual(groups)
    expect(parseGroupLevels('')).toEqual([])
  })

  it.each(['Dentists', 'Dentists = 5', '= 2', 'Dentists = two'])('are not read from %s', (line) => {
    expect(parseGroupLevels(line)).toBeNull()
  })
})

describe('groups with practices and levels', () => {
  const practices = [
    { id: 'a', name: 'Harbour Dental' },
    { id: 'b', name: 'Quay, Sons & Co' },
    { id: 'c', name: 'Twin' },
    { id: 'd', name: 'Twin' },
  ]
  it('are read as they are written', () => {
    const levels = [
      { group: 'Harbour dentists', practiceId: 'a', level: 2 },
      { group: 'Managers', practiceId: 'b', level: 4 },
    ]
    expect(parsePracticeLevels(`${formatPracticeLevels(levels, practices)}\n`, practices)).toEqual(levels)
    expect(parsePracticeLevels('x = harbour dental, 1', practices)).toMatchObject([{ practiceId: 'a' }])
    const named = { group: 'CN=Dentists,OU=Groups,DC=x', practiceId: 'a', level: 2 as const }
    expect(parsePracticeLevels(formatPracticeLevels([named], practices), practices)).toEqual([named])
  })

  it.each([
    ['Dentists = 2', /practice and a level/],
    ['Dentists = Harbour Dental, 5', /practice and a level/],
    ['Dentists = Elsewhere, 2', /No practice of the group is called/],
    ['Dentists = Twin, 2', /More than one practice/],
  ])('are not read from %s', (line, problem) => {
    expect(parsePracticeLevels(line, practices)).toMatch(problem)
    const typed = new FormData()
    typed.set('groupLevels', line)
    expect(parseGroupConnectionForm(typed, practices)).toContainEqual({
      ...{ id: 'groupLevels', text: expect.stringMatching(problem) },
    })
  })
})

describe('the form of a connection', () => {
  const missing = (fields: Record<string, string>) => {
    const typed = new FormData()
    for (const [name, value] of Object.entries(fields)) typed.set(name, value)
    const found = parseConnectionForm(typed)
    return Array.isArray(found) ? found.map(({ id }) => id) : found
  }
  it('names what is missing, of the protocol that was chosen', () => {
    expect(missing({})).toEqual(['name', 'groupClaim', 'issuer', 'clientId'])
    expect(missing({ protocol: 'saml' })).toEqual([
      'name',
      'groupClaim',
      'samlIssuer',
      'signInAddress',
      'certificates',
    ])
  })

  it('asks for metadata or for its parts', () => {
    const policy = { protocol: 'saml', name: 'A', groupClaim: 'groups' }
    expect(missing({ ...policy, metadata: '<x/>' })).toMatchObject({ saml: { metadata: '<x/>', issuer: '' } })
    const parts = { samlIssuer: 'urn:a', signInAddress: 'https://a.example', certificates: 'PEM' }
    expect(missing({ ...policy, ...parts })).toMatchObject({ saml: { metadata: '', issuer: 'urn:a' } })
    expect(
      missing({ ...policy, protocol: 'oidc', issuer: 'https://a.example', clientId: 'c' }),
    ).toMatchObject({
      oidc: { clientId: 'c', clientSecret: '' },
    })
  })
})
