import { getTableColumns } from 'drizzle-orm'
import { pgTable } from 'drizzle-orm/pg-core'
import { expect, it } from 'vitest'
import { packedJson, packProperty, unpackProperties, unpackRow } from './packed-column.ts'

const points = Array.from({ length: 200 }, (_, at) => ({ x: at * 1.37, y: 120 - at / 3, time: at * 8.3125 }))
const drawn = { kind: 'drawn', width: 640, strokes: [{ points }] }

it('stores a long part small, and reads it as it was', () => {
  const stored = packProperty(drawn, 'strokes')
  expect(JSON.stringify(stored).length).toBeLessThan(JSON.stringify(drawn).length / 2)
  expect(stored).toMatchObject({ kind: 'drawn', width: 640 })
  expect(unpackProperties(stored)).toEqual(drawn)
})

it.each([
  ['what is short', { kind: 'drawn', strokes: [{ points: points.slice(0, 2) }] }],
  ['what has no such part', { kind: 'typed', typed: 'Eleanor Whitcombe' }],
])('stores %s as it is', (_what, value) => {
  expect(packProperty(value, 'strokes')).toBe(value)
})

it.each([
  ['whole, as it was stored before', drawn],
  ['null', null],
  ['a list', [drawn]],
])('reads %s as it is', (_what, value) => {
  expect(unpackProperties(value)).toBe(value)
})

it('reads a row past its table, each of its values whole', () => {
  const row = { id: 'one', mark: packProperty(drawn, 'strokes'), declined: [], help: null }
  expect(unpackRow(row)).toEqual({ ...row, mark: drawn })
})

it('is a column of its table', () => {
  const { mark } = getTableColumns(pgTable('signed', { mark: packedJson<typeof drawn>('mark', 'strokes') }))
  const stored = mark.mapToDriverValue(drawn) as string
  expect(JSON.parse(stored)).toEqual(packProperty(drawn, 'strokes'))
  expect(mark.mapFromDriverValue(JSON.parse(stored))).toEqual(drawn)
  expect(mark.mapFromDriverValue(stored)).toEqual(drawn)
  expect(mark.getSQLType()).toBe('jsonb')
})
