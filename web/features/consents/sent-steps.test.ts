import { describe, expect, test } from 'vitest'
import { deliveryProblem, sentSteps, sentTitle, type SentFacts } from './sent-steps.ts'

type Message = SentFacts['messages'][number]
const at = (minute: number) => `2026-11-21T10:0${minute}:00.000Z`
const news = (...statuses: Message['news'][number]['status'][]) =>
  statuses.map((status, minute) => ({ status, at: at(minute) }))

const mail = (changes: Partial<Message>): Message => ({
  ...{ kind: 'consent-link', channel: 'email', state: 'sent', failure: null, openedAt: null, news: [] },
  ...changes,
})
const link = (firstOpenedAt: string | null) => ({ createdAt: at(0), firstOpenedAt })
const facts = (changes: Partial<SentFacts>): SentFacts => ({
  ...{ status: 'sent', sentAt: at(0), signedAt: null, messages: [], links: [link(null)] },
  ...changes,
})
/** Each step as 'Sent done 10:00' or 'Opened next Not yet'. */
const said = (known: SentFacts) =>
  sentSteps(known).map(({ label, state, at: moment, detail }) =>
    [label, state, moment?.slice(11, 16) ?? detail].filter(Boolean).join(' '),
  )
const waiting = ['Opened open Not yet', 'Signed open Not yet']

describe('sent by message', () => {
  test.each<[string, Message, string[]]>([
    [
      'waiting to be sent',
      mail({ state: 'queued', news: news('queued') }),
      ['Sent next Waiting to be sent', 'Delivered open Not yet', ...waiting],
    ],
    [
      'sent',
      mail({ news: news('queued', 'sending', 'sent') }),
      ['Sent done 10:02', 'Delivered next Not confirmed yet', ...waiting],
    ],
    [
      'delivered',
      mail({ state: 'delivered', news: news('sent', 'delivered') }),
      ['Sent done 10:00', 'Delivered done 10:01', 'Opened next Not yet', 'Signed open Not yet'],
    ],
    [
      'delivered before it was said to be sent',
      mail({ state: 'delivered', news: news('delivered') }),
      ['Sent done 10:00', 'Delivered done 10:00', 'Opened next Not yet', 'Signed open Not yet'],
    ],
    [
      'bounced after it was sent',
      mail({ state: 'bounced', news: news('sent', 'bounced') }),
      ['Sent done 10:00', 'Delivered unusual Not delivered', ...waiting],
    ],
    [
      'never sent',
      mail({ state: 'failed', news: news('failed') }),
      ['Sent unusual Not sent', 'Delivered unusual Not delivered', ...waiting],
    ],
    [
      'perhaps sent',
      mail({ state: 'unconfirmed', news: news('unconfirmed') }),
      ['Sent unusual May not have been sent', 'Delivered open Not yet', ...waiting],
    ],
  ])('%s', (_name, message, steps) => expect(said(facts({ messages: [message] }))).toEqual(steps))

  test('opened: it arrived, whatever the provider says', () => {
    const opened = mail({ state: 'opened', news: news('sent'), openedAt: at(3) })
    const known = facts({ status: 'viewed', messages: [opened], links: [link(at(3))] })
    expect(said(known)).toEqual([
      'Sent done 10:00',
      'Delivered done The patient opened it',
      'Opened done 10:03',
      'Signed next Not yet',
    ])
  })

  test('the newest link counts, and neither reminders nor letters', () => {
    const messages = [
      mail({ state: 'bounced', news: news('bounced') }),
      mail({ channel: 'sms', news: news('sent') }),
      mail({ kind: 'reminder', state: 'failed' }),
      mail({ channel: 'letter', state: 'printed' }),
    ]
    expect(said(facts({ messages }))[1]).toBe('Delivered next Not confirmed yet')
    expect(sentTitle(facts({ messages }), 'Eleanor Whitcombe')).toBe(
      'Sent to Eleanor Whitcombe by text message',
    )
  })
})

test('a link that was shown has no delivery', () => {
  expect(said(facts({}))).toEqual(['Link created done 10:00', 'Opened next Not yet', 'Signed open Not yet'])
  expect(sentTitle(facts({}), 'Eleanor Whitcombe')).toBe('Link for Eleanor Whitcombe')
})

test.each<[SentFacts['status'], string]>([
  ['sent', 'Signed open Not yet'],
  ['viewed', 'Signed next Not yet'],
  ['verbal', 'Signed open Agreed verbally'],
  ['signed', 'Signed done 10:05'],
  ['finalised', 'Signed done 10:05'],
  ['declined', 'Signed unusual Declined'],
  ['withdrawn', 'Signed unusual Withdrawn'],
  ['expired', 'Signed unusual Expired'],
  ['voided', 'Signed unusual Voided'],
  ['superseded', 'Signed unusual Superseded'],
])('the last step of a consent that is %s', (status, step) => {
  const isOpened = status !== 'sent'
  const known = facts({ status, signedAt: at(5), links: [link(null), link(isOpened ? at(3) : null)] })
  expect(said(known).at(-1)).toBe(step)
})

describe('what went wrong', () => {
  const bounced = mail({ state: 'bounced', failure: 'No such mailbox' })
  test.each<[string, SentFacts, string | undefined]>([
    ['bounced', facts({ messages: [bounced] }), 'Not delivered. Show the QR code instead.'],
    ['failed', facts({ messages: [mail({ state: 'failed' })] }), 'Not delivered. Show the QR code instead.'],
    [
      'unconfirmed',
      facts({ messages: [mail({ state: 'unconfirmed' })] }),
      'It may not have been sent. Show the QR code instead.',
    ],
    ['sent', facts({ messages: [mail({})] }), undefined],
    ['opened by another link', facts({ messages: [bounced], links: [link(null), link(at(4))] }), undefined],
    ['answered meanwhile', facts({ status: 'verbal', messages: [bounced] }), undefined],
    ['no message', facts({}), undefined],
  ])('%s', (_name, known, title) => expect(deliveryProblem(known)?.title).toBe(title))

  test('with the reason', () =>
    expect(deliveryProblem(facts({ messages: [bounced] }))?.reason).toBe('No such mailbox'))
})
