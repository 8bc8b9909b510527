import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { deliveryTransitions, messageStatuses } from '../../contract/delivery-states.ts'
import { consentStatuses, consentTransitions } from '../../contract/consent-states.ts'
import { ticketTransitions, ticketStatuses } from '../../contract/ticket-states.ts'

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

test('docs/states.md prints exactly the moves a message may make', () => {
  const moves = Object.entries(deliveryTransitions).map(([news, { from, who, to }]) => [
    from.join(', '),
    news,
    who.join(', '),
    to,
  ])
  expect(tableUnder('Messages')).toEqual(moves)
})

test('every state of a message is reached by a move or is where one begins', () => {
  const reached = new Set<string>(Object.values(deliveryTransitions).map(({ to }) => to))
  // A queued message may also be put back; a letter begins and ends as printed.
  expect(messageStatuses.filter((status) => !reached.has(status))).toEqual(['printed'])
})

test('docs/states.md prints exactly the moves a support ticket may make', () => {
  const moves = Object.entries(ticketTransitions).map(([move, { from, who, to }]) => [
    from.join(', '),
    move,
    who.join(', '),
    to,
  ])
  expect(tableUnder('Support tickets')).toEqual(moves)
})

test('every state of a support ticket is reached by a move or is where one begins', () => {
  const reached = new Set<string>(Object.values(ticketTransitions).map(({ to }) => to))
  expect(ticketStatuses.filter((status) => !reached.has(status))).toEqual(['open'])
})
