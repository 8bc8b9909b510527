import { describe, expect, it } from 'vitest'
import { consentStatuses, type ConsentStatus } from '../../../contract/consent-states.ts'
import { actionRules, hasRecords, isExpired, type ActionFacts } from './consent-action-rules.ts'

const now = new Date('2026-03-02T09:00:00Z')
const [before, later] = [new Date(now.getTime() - 1), new Date(now.getTime() + 1)]

/** Signed, with everything there that countersigning asks for. */
const signed: ActionFacts = {
  now,
  kind: 'consent',
  status: 'signed',
  expiresAt: null,
  startedAt: null,
  paperGivenAt: null,
  isOnPaper: false,
  changes: [],
  isRegistered: true,
  mayCountersign: true,
  isCountersignAsked: false,
  discussionCount: 1,
  unansweredCount: 0,
  awaitedCosigners: [],
  hasRecords: false,
}
const sent: ActionFacts = { ...signed, status: 'sent', expiresAt: later }

it.each<[ConsentStatus, Date | null, boolean]>([
  ['sent', before, true],
  ['sent', now, true],
  ['viewed', before, true],
  ['sent', later, false],
  ['sent', null, false],
  ['signed', before, false],
  ['draft', before, false],
])('a consent that is %s, with its end at %s, has run out: %s', (status, expiresAt, has) => {
  expect(isExpired({ status, expiresAt }, now)).toBe(has)
})

describe('countersigning', () => {
  it.each<[string, Partial<ActionFacts>, string | null]>([
    ['is open where all is there', {}, null],
    ['waits for the signature', { status: 'viewed' }, 'wrong-state'],
    ['is no receptionist’s', { isRegistered: false }, 'not-registered'],
    ['needs a conversation', { discussionCount: 0 }, 'discussion-missing'],
    ['needs every question answered', { unansweredCount: 1 }, 'matters-unanswered'],
    ['waits for who signs besides', { awaitedCosigners: ['A'] }, 'cosigner-missing'],
    ['says first who may not', { isRegistered: false, discussionCount: 0 }, 'not-registered'],
  ])('%s', (_what, facts, refused) => {
    expect(actionRules.countersign({ ...signed, ...facts })).toBe(refused)
  })

  it('is asked for once, by who may not do it, of what is signed', () => {
    const ask = (facts: Partial<ActionFacts>) =>
      actionRules.askCountersign({ ...signed, mayCountersign: false, ...facts })
    expect(ask({})).toBeNull()
    expect(ask({ mayCountersign: true })).toBe('may-countersign')
    expect(ask({ isCountersignAsked: true })).toBe('already-asked')
    expect(ask({ status: 'sent' })).toBe('wrong-state')
  })
})

it.each(['link', 'remind', 'letter', 'paper', 'giveOut', 'kiosk'] as const)(
  'what has run out is open to no %s, what has time is',
  (action) => {
    expect(actionRules[action](sent)).toBeNull()
    expect(actionRules[action]({ ...sent, expiresAt: now })).toBe('wrong-state')
    expect(actionRules[action]({ ...sent, status: 'withdrawn' })).toBe('wrong-state')
  },
)

it('gives out paper once, and takes a scan of what was signed on it alone', () => {
  expect(actionRules.giveOut({ ...sent, paperGivenAt: before })).toBe('already-given')
  expect(actionRules.addScan({ ...signed, isOnPaper: true })).toBeNull()
  expect(actionRules.addScan(signed)).toBe('not-on-paper')
  expect(actionRules.addScan({ ...sent, isOnPaper: true })).toBe('wrong-state')
})

it('changes a draft alone, and discards one alone that nothing was put on record of', () => {
  for (const status of consentStatuses) {
    const refused = status === 'draft' ? null : 'wrong-state'
    expect(actionRules.edit({ ...signed, status }), status).toBe(refused)
    expect(actionRules.discard({ ...signed, status }), status).toBe(refused)
  }
  expect(actionRules.discard({ ...signed, status: 'draft', hasRecords: true })).toBe('has-records')
  expect(hasRecords([{ event: 'consent.created' }, { event: 'consent.reassigned' }])).toBe(false)
  expect(hasRecords([{ event: 'consent.created' }, { event: 'discussion.recorded' }])).toBe(true)
})

it('confirms what is agreed and not begun, and adds to what the patient signed', () => {
  expect(actionRules.confirm(signed)).toBeNull()
  expect(actionRules.confirm({ ...signed, startedAt: before })).toBe('wrong-state')
  expect(actionRules.confirm(sent)).toBe('wrong-state')
  expect(actionRules.addendum(signed)).toBeNull()
  expect(actionRules.addendum({ ...signed, kind: 'addendum' })).toBe('not-signed')
  expect(actionRules.addendum(sent)).toBe('not-signed')
  expect(actionRules.recordDone(signed)).toBeNull()
  expect(actionRules.recordDone({ ...signed, kind: 'refusal' })).toBe('wrong-state')
  expect(actionRules.recordDone(sent)).toBe('wrong-state')
})
