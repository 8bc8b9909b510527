import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { consentStatuses, consentTransitions } from '../../contract/states.ts'

const page = readFileSync(new URL('../../docs/states.md', import.meta.url), 'utf8')

/** The cells of the table under a heading, row by row, without its head. */
function tableUnder(heading: string): string[][] {
  const section = page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  const rows = section.split('\n').filter((line) => line.startsWith('|'))
  return rows.slice(2).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

test('docs/states.md prints exactly the moves a consent may make', () => {
  const moves = Object.values(consentTransitions).map(({ from, event, who, to }) => [
    from.join(', '),
    `\`${event}\``,
    who.join(', '),
    to,
  ])
  expect(tableUnder('Consents')).toEqual(moves)
})

test('every state is reached by a move or is where a consent begins', () => {
  const reached = new Set<string>(Object.values(consentTransitions).map(({ to }) => to))
  expect(consentStatuses.filter((status) => !reached.has(status))).toEqual(['draft'])
})
