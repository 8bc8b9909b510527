import { describe, expect, it } from 'vitest'
import { formatGroupLevels, parseConnectionForm, parseGroupLevels } from './single-sign-on-form.ts'

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

describe('the form of a connection', () => {
  it('names what is missing', () => {
    const found = parseConnectionForm(new FormData())
    expect(Array.isArray(found) && found.map(({ id }) => id)).toEqual([
      'name',
      'issuer',
      'clientId',
      'groupClaim',
    ])
  })
})
