import { globSync, readFileSync } from 'node:fs'
import { getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { sealedTables } from '../../server/modules/data-keys/data-key-table-store.ts'
import { sealedColumnsOf } from '../../server/platform/database/sealed-column.ts'

const page = readFileSync(new URL('../../docs/data-protection-levels.md', import.meta.url), 'utf8')
const levels = ['secret', 'health', 'personal', 'internal']

/** The cells of each row below a heading. */
const rowsOf = (heading: string): string[][] =>
  page
    .split(`## ${heading}\n`)[1]!
    .split('\n## ')[0]!
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
const named = (cell: string) => Array.from(cell.matchAll(/`([^`]+)`/g), ([, name]) => name!)

const sources = globSync('server/**/*.ts')
  .filter((file) => !/\.test\.ts$|^server\/testing\//.test(file))
  .map((file) => readFileSync(file, 'utf8'))

/** The first capture of each match in the code, once each. */
const inCode = (pattern: RegExp): string[] =>
  [...new Set(sources.flatMap((text) => Array.from(text.matchAll(pattern), ([, name]) => name!)))].toSorted()

test('every table has one level, and no other has any', () => {
  const [snapshot] = globSync('server/migrations/meta/*_snapshot.json').toSorted().slice(-1)
  const { tables } = JSON.parse(readFileSync(snapshot!, 'utf8')) as { tables: object }
  const rows = rowsOf('Tables')
  expect(rows.map(([level]) => level)).toEqual(levels)
  const listed = rows.flatMap(([, cell]) => named(cell!))
  expect(listed.toSorted()).toEqual(
    Object.keys(tables)
      .map((name) => name.replace(/^public\./, ''))
      .toSorted(),
  )
})

type Snapshot = { tables: Record<string, { columns: Record<string, { type: string }> }> }

test('every column of text of a health table is encrypted, or says why it is not', () => {
  const [file] = globSync('server/migrations/meta/*_snapshot.json').toSorted().slice(-1)
  const { tables } = JSON.parse(readFileSync(file!, 'utf8')) as Snapshot
  const health = rowsOf('Tables').flatMap(([level, cell]) => (level === 'health' ? named(cell!) : []))
  const columns = health.flatMap((table) =>
    Object.entries(tables[`public.${table}`]!.columns)
      .filter(([, { type }]) => /text|json|char/.test(type))
      .map(([column]) => `${table}.${column}`),
  )
  const listed = rowsOf('Columns of health tables').flatMap(([table, ...cells]) =>
    cells.flatMap((cell) => named(cell).map((column) => `${named(table!)[0]}.${column}`)),
  )
  expect(listed.toSorted()).toEqual(columns.toSorted())
})

test('the columns that are listed as encrypted are those that the code encrypts', async () => {
  const listed = rowsOf('Columns of health tables').flatMap(([table, encrypted]) =>
    named(encrypted!).map((column) => `${named(table!)[0]}.${column}`),
  )
  const within = ['consent_events.details', 'idempotency_keys.answer']
  const schemas = globSync('server/modules/*/*-schema.ts').filter((path) =>
    /sealed(Text|Json)/.test(readFileSync(path, 'utf8')),
  )
  const inCode = new Set<string>()
  for (const path of schemas) {
    const made = (await import(/* @vite-ignore */ new URL(`../../${path}`, import.meta.url).href)) as Record<
      string,
      unknown
    >
    for (const table of Object.values(made)) {
      if (!is(table, PgTable)) continue
      for (const column of sealedColumnsOf(table)) inCode.add(`${getTableName(table)}.${column}`)
    }
  }
  expect(listed.toSorted()).toEqual([...inCode, ...within].toSorted())
  // What is from before is encrypted in each of them.
  const looked = sealedTables.flatMap((table) =>
    sealedColumnsOf(table).map((column) => `${getTableName(table)}.${column}`),
  )
  expect(looked.toSorted()).toEqual([...inCode].toSorted())
})

test('every kind of file that is stored has a level', () => {
  const rows = rowsOf('Files')
  expect(rows.filter(([, level]) => !levels.includes(level!))).toEqual([])
  // A file of the store is named by its folder, and a hash or a time behind it.
  const kinds = inCode(/`([a-z]+(?:-[a-z]+)*)\/\$\{(?:sha256|photo|createHash\(|at\.getTime\()/g)
  expect(kinds).toContain('documents')
  expect(rows.flatMap(([kind]) => named(kind!)).toSorted()).toEqual(kinds)
})

test('everything in the data directory has a level', () => {
  const rows = rowsOf('The data directory')
  expect(rows.filter(([, level]) => !levels.includes(level!))).toEqual([])
  expect(rows.flatMap(([name]) => named(name!)).toSorted()).toEqual(
    inCode(/path\.join\(dataDir, '([\w.-]+)'/g),
  )
})

test('what is of health is encrypted in the store', () => {
  const plain = rowsOf('Files').filter(([, level, how]) => level === 'health' && !/encrypted/.test(how!))
  expect(plain).toEqual([])
})
