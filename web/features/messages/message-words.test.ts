import { expect, test } from 'vitest'
import { messageTimeline, formatTimeInSentence, type ConsentMessage } from './message-words.ts'

const clock = (moment: string) => moment.slice(11, 16)
const at = (time: string) => `2026-11-21T${time}:00.000Z`
const told = (...news: [ConsentMessage['news'][number]['status'], string][]) =>
  news.map(([status, time]) => ({ status, at: at(time) }))

test.each<[string, ConsentMessage['news'], string | null, string]>([
  ['waiting', told(['queued', '10:00']), null, ''],
  ['sent', told(['queued', '10:00'], ['sending', '10:01'], ['sent', '10:01']), null, 'sent 10:01'],
  ['bounced', told(['sent', '10:01'], ['bounced', '10:02']), null, 'sent 10:01, bounced 10:02'],
  [
    'opened',
    told(['sent', '10:03'], ['delivered', '10:04']),
    at('12:30'),
    'sent 10:03, delivered 10:04, opened 12:30',
  ],
  [
    'opened before it was reported',
    told(['sent', '10:03'], ['delivered', '13:00']),
    at('12:30'),
    'sent 10:03, opened 12:30, delivered 13:00',
  ],
  ['never heard of again', told(['unconfirmed', '10:03']), null, 'interrupted 10:03'],
])('a message that is %s', (_what, news, openedAt, story) => {
  expect(messageTimeline({ news, openedAt }, clock)).toBe(story)
})

test.each([
  ['2026-11-21T10:03:00Z', '10:03'],
  ['2026-11-20T10:03:00Z', 'yesterday'],
  ['2026-11-18T10:03:00Z', '18 Nov'],
])('%s is said as %s', (moment, said) => {
  expect(formatTimeInSentence(moment, new Date('2026-11-21T12:00:00Z'))).toBe(said)
})
