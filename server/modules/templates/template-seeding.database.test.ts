import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import libraryFile from '../../../build/content/templates.json' with { type: 'json' }
import type { LibraryTemplate } from '../../../build/content/types.d.ts'
import { systemClock } from '../../platform/clock.ts'
import { cloneDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { seedTemplates } from './index.ts'

const library = libraryFile as unknown as LibraryTemplate[]

let database: TestDatabase
let owner: pg.Client
beforeAll(async () => {
  database = await cloneDatabase()
  owner = new pg.Client(database.logins.owner)
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

/** Every row with the transactions that wrote it and that locked it last. */
async function rowsOf(table: 'templates' | 'template_versions') {
  const { rows } = await owner.query(`select id, xmin::text, xmax::text from ${table} order by id`)
  return rows
}

/** What is said to the database while `work` runs. */
async function recordStatements(work: () => Promise<void>): Promise<string[]> {
  const query = vi.spyOn(owner, 'query')
  await work()
  const said = query.mock.calls.map(([statement]) => (statement as { text?: string }).text ?? statement)
  query.mockRestore()
  return said
}

const seed = (entries: readonly LibraryTemplate[]) => seedTemplates(owner, entries, systemClock.now())

test('a second start asks what is there, and writes and locks no row', async () => {
  const before = [await rowsOf('templates'), await rowsOf('template_versions')]
  expect(before.map((rows) => rows.length)).toEqual([library.length, library.length])
  const said = await recordStatements(() => seed(library))
  expect(said).toHaveLength(4)
  expect(said[0]).toMatch(/^begin/i)
  expect(said.at(-1)).toMatch(/^commit/i)
  expect(said.filter((statement) => /insert|update|delete/i.test(statement))).toEqual([])
  expect([await rowsOf('templates'), await rowsOf('template_versions')]).toEqual(before)
})

test('a changed text costs the statements of that one template', async () => {
  const [first, ...others] = library
  const changed = { ...first!, hash: 'c'.repeat(64), version: '9.0' }
  const said = await recordStatements(() => seed([changed, ...others]))
  expect(said.filter((statement) => /^insert/i.test(statement))).toHaveLength(1)
  expect((await rowsOf('template_versions')).length).toBe(library.length + 1)
  const { rows } = await owner.query(
    `select v.label, v.words from templates t join template_versions v on v.id = t.current_version_id where library_id = $1`,
    [first!.id],
  )
  expect(rows).toEqual([{ label: '9.0', words: expect.any(Number) }])
})
