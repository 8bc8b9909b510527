import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Row = { group: string; judged: string; where: string; shown: string }

const page = readFileSync(new URL('../../docs/asvs.md', import.meta.url), 'utf8')

const rows: Row[] = page
  .split('## Requirement by requirement')[1]!
  .split('\n')
  .filter((line) => line.startsWith('| V'))
  .map((line) => line.split('|').slice(1, -1))
  .map(([group, judged, where, shown]) => ({
    group: group!.trim(),
    judged: judged!.trim(),
    where: where!.trim(),
    shown: shown!.trim(),
  }))

/** That such files are there says named-places.test.ts. */
const namesTest = /`[\w./-]+(?:\.test\.tsx?|\.journey\.ts)`|`tools\/prove\//
/** Where a page is what is asked for, or where it is said that no test shows it. */
const isDocumented = ({ where }: Row) =>
  /^by (?:documentation|the code alone): /.test(where) && /\]\([\w./#-]+\)|`[\w./@-]+`/.test(where)

test('each chapter is gone through', () => {
  const chapters = new Set(
    rows.flatMap(({ group }) => Array.from(group.matchAll(/V(\d+)/g), ([, no]) => Number(no))),
  )
  expect([...chapters].toSorted((one, other) => one - other)).toEqual(
    Array.from({ length: 17 }, (_, no) => no + 1),
  )
})

test('each row is judged in one of five ways, and says why', () => {
  const ways = ['met', 'part', 'unmet', 'operator', 'none']
  expect(rows.filter(({ judged }) => !ways.includes(judged))).toEqual([])
  expect(rows.filter(({ where }) => where === '')).toEqual([])
})

test('what is called met is shown by a test, or by the page that it asks for', () => {
  const claimed = rows.filter(({ judged }) => judged === 'met' || judged === 'part')
  expect(claimed.length).toBeGreaterThan(50)
  const isShown = (row: Row) => isDocumented(row) || namesTest.test(row.shown)
  expect(claimed.filter((row) => !isShown(row)).map(({ group }) => group)).toEqual([])
})

test('what is not met stands before the table as well', () => {
  const unmet = rows.filter(({ judged }) => judged === 'unmet').map(({ group }) => group.split(' ')[0]!)
  const first = page.split('## Requirement by requirement')[0]!
  expect(unmet.filter((requirement) => !first.includes(requirement))).toEqual([])
})

test('what is met in part is named at the head, and nothing is unmet', () => {
  const requirements = (text: string) => Array.from(text.matchAll(/V\d+(?:\.\d+)+/g), ([id]) => id)
  const inPart = rows.filter(({ judged }) => judged === 'part').flatMap(({ group }) => requirements(group))
  const [, head] = /^Nothing is unmet\. Met in part: (.*?)\. Of level 3/m.exec(page)!
  expect(requirements(head!)).toEqual(inPart)
  expect(rows.filter(({ judged }) => judged === 'unmet')).toEqual([])
})
