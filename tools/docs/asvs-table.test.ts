import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Row = { group: string; judged: string; where: string; shown: string }

const rows: Row[] = readFileSync(new URL('../../docs/asvs.md', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| V'))
  .map((line) => line.split('|').slice(1, -1))
  .map(([group, judged, where, shown]) => ({
    group: group!.trim(),
    judged: judged!.trim(),
    where: where!.trim(),
    shown: shown!.trim(),
  }))

/** Requirements that something is written down: what shows them is the page itself. */
const isOfPages = ({ group }: Row) => /Documented|Inventory/.test(group)
/** That such files are there says named-places.test.ts. */
const namesTest = /`[\w./-]+(?:\.test\.tsx?|\.journey\.ts)`|`tools\/prove\//
const namesPage = /\]\([\w./-]+\.md\)|`[\w./-]+`/

test('each chapter is gone through', () => {
  const chapters = new Set(
    rows.flatMap(({ group }) => Array.from(group.matchAll(/V(\d+)/g), ([, no]) => Number(no))),
  )
  expect([...chapters].toSorted((one, other) => one - other)).toEqual(
    Array.from({ length: 17 }, (_, no) => no + 1),
  )
})

test('each group is judged in one of four ways, and says why', () => {
  expect(rows.filter(({ judged }) => !['met', 'part', 'operator', 'none'].includes(judged))).toEqual([])
  expect(rows.filter(({ where }) => where === '')).toEqual([])
})

test('what is called met is shown by a test, or by the page that it asks for', () => {
  const claimed = rows.filter(({ judged }) => judged === 'met' || judged === 'part')
  expect(claimed.length).toBeGreaterThan(50)
  const shown = (row: Row) =>
    isOfPages(row) ? namesPage.test(row.where + row.shown) : namesTest.test(row.shown)
  expect(claimed.filter((row) => !shown(row)).map(({ group }) => group)).toEqual([])
})
