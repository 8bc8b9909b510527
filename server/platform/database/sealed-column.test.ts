import { createSecretKey, randomBytes } from 'node:crypto'
import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { expect, it } from 'vitest'
import { deriveCellKey } from '../keys/cell-cipher.ts'
import { newRowId } from './row-id.ts'
import {
  destroyed_text,
  openRow,
  openRows,
  sealChange,
  sealedColumnsOf,
  sealedJson,
  sealedText,
  sealRow,
  SealedCell,
} from './sealed-column.ts'

const notes = pgTable('notes', {
  clinicId: uuid('clinic_id').notNull(),
  id: uuid('id').notNull(),
  kind: text('kind').notNull(),
  text: sealedText('said_text').notNull(),
  teeth: sealedJson<string[] | null>('teeth', null),
})
const key = deriveCellKey(createSecretKey(randomBytes(32)), 'key')
const scope = {
  clinicId: 'practice',
  cellKeys: { current: { keyId: 'key', key }, find: (id: string) => (id === 'key' ? key : undefined) },
}
const plain = { clinicId: 'practice', kind: 'allergy', text: 'penicillin', teeth: ['46'] }

it('encrypts these columns of a row and no others, and gives the row its id', () => {
  expect(sealedColumnsOf(notes)).toEqual(['said_text', 'teeth'])
  const row = sealRow(scope, notes, plain as never)
  expect(row).toMatchObject({ clinicId: 'practice', kind: 'allergy', id: /^[\da-f-]{36}$/ })
  expect(JSON.stringify([row.text.stored, row.teeth!.stored])).not.toMatch(/penicillin|46"/)
  expect(openRow(scope, notes, row as never)).toEqual({ ...plain, id: row.id })
})

it('refuses values that another row has brought', () => {
  const [one, other] = [sealRow(scope, notes, plain as never), sealRow(scope, notes, plain as never)]
  expect(() => openRows(scope, notes, [{ ...one, text: other.text }] as never)).toThrow(
    expect.objectContaining({ reason: 'altered' }),
  )
})

it('leaves what is empty as it is, and reads what is from before', () => {
  const row = sealRow(scope, notes, { ...plain, text: '', teeth: null } as never)
  expect([row.text.stored, row.teeth]).toEqual(['', null])
  const old = { id: newRowId(), text: new SealedCell('as it was'), teeth: new SealedCell(['11']) }
  expect(openRow(scope, notes, old)).toMatchObject({ text: 'as it was', teeth: ['11'] })
})

it('encrypts a change for its row, of what is changed alone', () => {
  const row = sealRow(scope, notes, plain as never)
  const change = sealChange(scope, notes, { id: row.id, text: 'latex' })
  expect(Object.keys(change)).toEqual(['text'])
  expect(openRow(scope, notes, { ...row, ...change } as never)).toMatchObject({ text: 'latex' })
})

it('says what can no longer be read', () => {
  const { id, text, teeth } = sealRow(scope, notes, plain as never)
  const read = (cell: SealedCell<unknown>, column: { mapFromDriverValue(value: never): unknown }) =>
    column.mapFromDriverValue(cell.stored as never)
  const row = { id, text: read(text, notes.text), teeth: read(teeth!, notes.teeth) }
  const cellKeys = { current: null, find: () => null }
  expect(openRow({ ...scope, cellKeys }, notes, row)).toEqual({ id, text: destroyed_text, teeth: null })
})

it('makes ids that grow, each once', () => {
  const ids = Array.from({ length: 10_000 }, newRowId)
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids[0]).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  const born = Number.parseInt(ids[0]!.replace('-', '').slice(0, 12), 16)
  expect(Math.abs(Date.now() - born)).toBeLessThan(60_000)
})
