import { expect, it } from 'vitest'
import { lengthText, orderText, readingSentence, visitText } from './reading-words.ts'

it.each([
  [0, '0 s'],
  [59, '59 s'],
  [60, '1 min 0 s'],
  [380, '6 min 20 s'],
])('%i seconds are %s', (seconds, text) => expect(lengthText(seconds)).toBe(text))

const part = (seconds: number, listenedSeconds = 0, isOpened = true) => ({
  ...{ title: 'Part', seconds, listenedSeconds, isOpened },
})

it.each([
  [[part(20), part(0, 0, false)], 'Opened 1 of 2 parts, 20 s on screen'],
  [[part(20), part(80, 5)], 'Opened 2 of 2 parts, 1 min 40 s on screen, listened to part 2'],
  [[part(20, 20), part(80, 5)], 'Opened 2 of 2 parts, 1 min 40 s on screen, listened to parts 1, 2'],
])('says in a sentence how it was read', (parts, sentence) => {
  const opened = parts.filter(({ isOpened }) => isOpened).length
  const seconds = parts.reduce((all, one) => all + one.seconds, 0)
  expect(readingSentence({ parts, opened, seconds, visits: [] })).toBe(sentence)
})

it.each([
  [[1, 2, 3, 4, 5, 6, 7], 'parts 1 to 7'],
  [[3], 'part 3'],
  [[1, 2, 5, 2], 'parts 1 to 2, 5, 2'],
])('parts that follow on are told as one: %j', (order, told) => expect(orderText(order)).toBe(told))

it.each([
  ['2026-11-22T07:23:05Z', '2026-11-22T07:23:50Z', 'Sun 22 Nov 2026, 07:23'],
  ['2026-11-22T07:23:05Z', '2026-11-22T07:41:00Z', 'Sun 22 Nov 2026, 07:23 to 07:41'],
  ['2026-11-22T23:50:00Z', '2026-11-23T00:10:00Z', 'Sun 22 Nov 2026, 23:50 to Mon 23 Nov 2026, 00:10'],
])('a visit says its day once: %s to %s', (from, to, told) => expect(visitText(from, to)).toBe(told))
