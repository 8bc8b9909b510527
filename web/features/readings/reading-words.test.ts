import { expect, it } from 'vitest'
import { lengthText, readingSentence } from './reading-words.ts'

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
  [[part(20), part(0, 0, false)], 'Opened 1 of 2 parts, 20 s on the screen'],
  [[part(20), part(80, 5)], 'Opened 2 of 2 parts, 1 min 40 s on the screen, listened to part 2'],
  [[part(20, 20), part(80, 5)], 'Opened 2 of 2 parts, 1 min 40 s on the screen, listened to parts 1, 2'],
])('says in a sentence how it was read', (parts, sentence) => {
  const opened = parts.filter(({ isOpened }) => isOpened).length
  const seconds = parts.reduce((all, one) => all + one.seconds, 0)
  expect(readingSentence({ parts, opened, seconds, visits: [] })).toBe(sentence)
})
