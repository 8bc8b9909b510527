import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { splitStatements } from './sql-statements.ts'

/**
 * What a migration may not contain, since a database that is spread over several servers has to take it: each statement is
 * applied by its form (`spread-migration.ts`), and these have another form there or none.
 */
const obstacles: [what: string, form: RegExp][] = [
  ['a foreign key within a new table; add it afterwards', /^create\s+table\b.*\breferences\b/is],
  [
    'a foreign key with a new column; add it afterwards',
    /^alter\s+table\b.*\badd\s+column\b.*\breferences\b/is,
  ],
  [
    'a block that makes or changes tables, policies or functions; write each as a statement',
    /^do\b.*\b(create|alter|drop)\s+(or\s+replace\s+)?(table|policy|function)\b/is,
  ],
  [
    'a new name for a table or a policy; make another one',
    /^alter\s+(table|policy)\b(?!.*\bcolumn\b).*\brename\s+to\b/is,
  ],
  [
    'several keys in one statement',
    /^alter\s+table\b.*\b(add|drop)\s+constraint\b.*,\s*(add|drop)\s+constraint\b/is,
  ],
  ['a key that clears all of its columns; name them', /\bon\s+delete\s+set\s+(null(?!\s*\()|default)/is],
  ['another practice for a row', /^update\b(?:(?!\bwhere\b).)*\bset\b(?:(?!\bwhere\b).)*\bclinic_id\s*=/is],
  ['a materialised view or a rule', /^create\s+(materialized\s+view|(or\s+replace\s+)?rule)\b/i],
  ['what takes no transaction', /^(create\s+(unique\s+)?index\s+concurrently|vacuum|reindex)\b/i],
]

const obstacleIn = (statement: string): string | undefined =>
  obstacles.find(([, form]) => form.test(statement))?.[0]

/** The first version that could be spread had so many migrations. */
const migrations_of_first = 27

it('finds nothing in later migrations that a spread database cannot take', async () => {
  const folder = new URL('../../migrations/', import.meta.url)
  const { entries } = JSON.parse(await readFile(new URL('meta/_journal.json', folder), 'utf8')) as {
    entries: { tag: string }[]
  }
  const found: string[] = []
  for (const { tag } of entries.slice(migrations_of_first))
    for (const statement of splitStatements(await readFile(new URL(`${tag}.sql`, folder), 'utf8'))) {
      const obstacle = obstacleIn(statement)
      if (obstacle) found.push(`${tag}: ${obstacle}: ${statement.slice(0, 80)}`)
    }
  expect(found).toEqual([])
  expect(entries.length).toBeGreaterThan(migrations_of_first)
})

it.each([
  'create table a (clinic_id uuid references clinics (id))',
  'alter table a add column b uuid references c (id)',
  'do $$ begin create policy p on a using (true); end $$',
  `do $$ begin execute 'create or replace function f()'; end $$`,
  'alter table a rename to b',
  'alter policy p on a rename to q',
  'alter table a add constraint b unique (c), drop constraint d',
  'alter table a add constraint b foreign key (c, d) references e (c, d) on delete set null',
  'update a set clinic_id = b from c',
  'update a set b = 1, clinic_id = c where d',
  'create materialized view a as select 1',
  'create index concurrently a on b (c)',
])('names %s', (statement) => {
  expect(obstacleIn(statement)).toBeDefined()
})

it.each([
  'create table a (clinic_id uuid not null)',
  'alter table a add constraint b foreign key (c, d) references e (c, d) on delete set null (d)',
  'alter table a rename column b to c',
  'alter table a drop constraint b',
  'do $$ begin perform 1; end $$',
  'update a set b = 1 where clinic_id = c',
  'update a set b = 1 where clinic_id = c and exists (select from d where e)',
  'create policy p on a using (clinic_id = b)',
])('takes %s', (statement) => {
  expect(obstacleIn(statement)).toBeUndefined()
})
