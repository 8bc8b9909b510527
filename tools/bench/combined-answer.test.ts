import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { expect, it } from 'vitest'
import { prepareCombined, toCombinable } from '../../server/platform/database/combined-select.ts'
import { subselectsIn, subselectRows, insertedItems } from './combined-answer.ts'

const things = pgTable('things', { id: integer('id'), name: text('name'), thingOf: text('thing_of') })

it('reads from the text of a combined select what its subselects are, and their rows', () => {
  const tx = drizzle.mock() as never as Parameters<typeof prepareCombined>[0]
  const computed = sql`coalesce(${things.name}, 'a, b) from ')`.mapWith(things.name).as('shown')
  const selects = [
    tx.select({ id: things.id, computed }).from(things),
    tx
      .select({ of: things.thingOf })
      .from(things)
      .where(sql`${things.id} in (select 1 from "things")`),
  ].map((select) => toCombinable(select)!)
  const sent: string[] = []
  const recording = {
    select: (fields: never) => ({
      from: (once: never) => ({
        prepare: () => {
          sent.push(tx.select(fields).from(once).toSQL().sql)
          return {}
        },
      }),
    }),
  }
  prepareCombined(
    recording as never,
    'name',
    selects.map((select) => ({ select, sets: {} })),
  )
  const subselects = subselectsIn(sent[0]!)
  expect(subselects.map(({ columns }) => columns)).toEqual([['id', 'shown'], ['thing_of']])
  expect(subselects[1]!.text).toContain('from "things" where')
  expect(
    subselectRows(subselects, [
      [
        [1, 'a'],
        [2, null],
      ],
      [],
    ]),
  ).toEqual([
    [
      { id: 1, shown: 'a' },
      { id: 2, shown: null },
    ],
    [],
  ])
  expect(subselectsIn('select 1')).toEqual([])
})

it('reads what a statement puts into a table, wherever in it that is', () => {
  const inserts = `with "a" as (insert into "first" ("id", "at") values (default, $1) returning "id") insert into "next" ("id", "of", "n") values ((select "id", 1 from "a"), $2, $3)`
  expect(insertedItems(inserts, 'first')).toEqual({ id: 'default', at: '$1' })
  expect(insertedItems(inserts, 'next')).toEqual({ id: '(select "id", 1 from "a")', of: '$2', n: '$3' })
})
