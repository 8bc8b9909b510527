import { expect, it } from 'vitest'
import { evidenceFileName } from './evidence-file-name.ts'

it('names the patient and the day', () => {
  expect(evidenceFileName({ firstName: 'Margaret', lastName: 'Hollis' }, '2026-11-28')).toBe(
    'Consent evidence – Hollis, Margaret – 2026-11-28.zip',
  )
  expect(evidenceFileName({ firstName: 'Zoë', lastName: "O'Brien-Łaski" }, '2026-11-28')).toBe(
    "Consent evidence – O'Brien-Łaski, Zoë – 2026-11-28.zip",
  )
})

it('holds nothing that a file system or a header refuses', () => {
  const name = evidenceFileName({ firstName: 'A/../..\r\n"x"', lastName: '<C:\\>|*?.' }, '2026-11-28')
  expect(name).toBe('Consent evidence – C, A .. .. x – 2026-11-28.zip')
  const long = evidenceFileName({ firstName: 'é'.repeat(400), lastName: '李'.repeat(400) }, '2026-11-28')
  expect(Buffer.byteLength(long)).toBeLessThan(255)
  expect(evidenceFileName({ firstName: '', lastName: '' }, '2026-11-28')).toBe(
    'Consent evidence – 2026-11-28.zip',
  )
})
