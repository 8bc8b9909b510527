import { expect, it } from 'vitest'
import { documentName, type NamedDocument } from './document-name.ts'

const document: NamedDocument = {
  kind: 'signed',
  patient: { firstName: 'Eleanor', lastName: 'Whitcombe' },
  treatment: 'Root canal',
  teeth: ['46'],
  signedAt: new Date('2026-11-21T12:00:00Z'),
  timeZone: 'Europe/London',
}
const nameOf = (change: Partial<NamedDocument>) => documentName({ ...document, ...change })

it('names who, what, where and when, and nobody’s birth date', () => {
  expect(nameOf({})).toBe('Whitcombe_Eleanor_Root-canal_46_2026-11-21.pdf')
  expect(nameOf({ kind: 'finalised' })).toBe('Whitcombe_Eleanor_Root-canal_46_2026-11-21_countersigned.pdf')
  expect(nameOf({ teeth: [] })).toBe('Whitcombe_Eleanor_Root-canal_2026-11-21.pdf')
  expect(nameOf({ teeth: ['11', '21'] })).toBe('Whitcombe_Eleanor_Root-canal_11-21_2026-11-21.pdf')
  expect(nameOf({ teeth: ['11', '12', '13', '21', '22'] })).toContain('_5-teeth_')
})

it('goes by the day of the practice', () => {
  const signedAt = new Date('2026-07-31T23:30:00Z')
  expect(nameOf({ signedAt })).toContain('_2026-08-01.pdf')
  expect(nameOf({ signedAt, timeZone: 'Atlantic/Azores' })).toContain('_2026-07-31.pdf')
})

it.each([
  [{ firstName: 'Siân', lastName: "O'Brien-Ó Súilleabháin" }, 'OBrien-Ó-Súilleabháin_Siân_'],
  [{ firstName: 'Aïsha', lastName: 'خان' }, 'خان_Aïsha_'],
  [{ firstName: '../../etc', lastName: 'a/b\\c:d*e?"<>|\u0000\r\n' }, 'a-b-c-d-e_etc_'],
  [{ firstName: '', lastName: '...' }, 'Root-canal_'],
])('keeps to letters and digits: %j', (patient, start) => {
  const name = nameOf({ patient })
  expect(name.startsWith(start)).toBe(true)
  expect(name).toMatch(/^[\p{L}\p{M}\p{N}_-]+\.pdf$/u)
})

it('stays short enough for every disk', () => {
  const long = 'Ω'.repeat(400)
  const name = nameOf({ patient: { firstName: long, lastName: long }, treatment: long })
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
  expect(name).toMatch(/_46_2026-11-21\.pdf$/)
})
