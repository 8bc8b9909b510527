import { expect, it, test } from 'vitest'
import type { BreachEntry, BreachGap } from '../../../contract/data-protection.ts'
import {
  notificationDeadline,
  validateBreachEntry,
  gapsOf,
  isOverdue,
  affectedPeopleCount,
  latestRisk,
} from './breach-rules.ts'
import { listSubProcessors } from './sub-processors.ts'

test.each([
  ['2026-11-20T09:30:00Z', '2026-11-23T09:30:00.000Z'],
  // Over both changes of the clocks, and over Christmas: hours are hours.
  ['2026-03-28T12:00:00Z', '2026-03-31T12:00:00.000Z'],
  ['2026-10-24T12:00:00Z', '2026-10-27T12:00:00.000Z'],
  ['2026-12-24T16:00:00Z', '2026-12-27T16:00:00.000Z'],
])('discovered %s, the commissioner is told by %s', (at, by) =>
  expect(notificationDeadline(new Date(at)).toISOString()).toBe(by),
)

const assessmentEntry = (risk: 'unlikely' | 'risk' | 'high'): BreachEntry => ({
  kind: 'assessed',
  risk,
  reason: 'x',
})
const commissionerNotified: BreachEntry = {
  kind: 'commissioner-told',
  at: '2026-11-21T09:00:00Z',
  reference: '',
  delay: '',
}
const measures: BreachEntry = { kind: 'measures', measures: 'x' }
const peopleNotified: BreachEntry = { kind: 'people-told', how: 'x' }
const peopleNotNotified: BreachEntry = { kind: 'people-not-told', reason: 'x' }

test.each<[string, BreachEntry[], BreachGap[]]>([
  ['nothing', [], ['assessment', 'measures']],
  ['an unlikely risk', [assessmentEntry('unlikely'), measures], []],
  ['a risk', [assessmentEntry('risk')], ['commissioner', 'measures']],
  ['a risk, told', [assessmentEntry('risk'), commissionerNotified, measures], []],
  ['a high risk', [assessmentEntry('high'), measures], ['commissioner', 'people']],
  ['a high risk, told', [assessmentEntry('high'), commissionerNotified, measures], ['people']],
  ['a high risk, all told', [assessmentEntry('high'), commissionerNotified, peopleNotified, measures], []],
  [
    'a high risk, people not told for a reason',
    [assessmentEntry('high'), commissionerNotified, peopleNotNotified, measures],
    [],
  ],
  ['a risk that was judged anew', [assessmentEntry('high'), assessmentEntry('unlikely'), measures], []],
  [
    'a risk that grew',
    [assessmentEntry('unlikely'), measures, assessmentEntry('high')],
    ['commissioner', 'people'],
  ],
])('what is open after %s', (_what, entries, gaps) => expect(gapsOf(entries)).toEqual(gaps))

it('the newest facts and judgement hold', () => {
  const facts = (people: number): BreachEntry => ({
    kind: 'facts',
    facts: 'x',
    effects: 'y',
    people,
    records: null,
  })
  expect(affectedPeopleCount([facts(3), measures, facts(12)])).toBe(12)
  expect(affectedPeopleCount([])).toBeNull()
  expect(latestRisk([assessmentEntry('high'), assessmentEntry('risk')])).toBe('risk')
})

const discoveredAt = new Date('2026-11-20T09:30:00Z')
test.each<[BreachGap[], string, boolean]>([
  [['assessment'], '2026-11-23T09:30:00Z', false],
  [['assessment'], '2026-11-23T09:30:01Z', true],
  [['commissioner', 'measures'], '2026-11-24T00:00:00Z', true],
  [['people', 'measures'], '2026-11-24T00:00:00Z', false],
  [[], '2026-11-24T00:00:00Z', false],
])('with %j open at %s: overdue %s', (gaps, now, expected) =>
  expect(isOverdue(gaps, discoveredAt, new Date(now))).toBe(expected),
)

const notifiedAt = (at: string, delay = ''): BreachEntry => ({
  kind: 'commissioner-told',
  at,
  reference: '',
  delay,
})
const commissionerNotNotified: BreachEntry = { kind: 'commissioner-not-told', reason: 'x' }
test.each<[string, BreachEntry, BreachEntry[], string | null]>([
  ['told in time', notifiedAt('2026-11-21T09:30:00Z'), [], null],
  ['told before it was discovered', notifiedAt('2026-11-19T09:30:00Z'), [], 'before-discovery'],
  ['told tomorrow', notifiedAt('2026-11-26T09:30:00Z'), [], 'in-future'],
  ['told late', notifiedAt('2026-11-24T09:30:00Z'), [], 'delay-unexplained'],
  ['told late with the reason', notifiedAt('2026-11-24T09:30:00Z', 'Over a weekend'), [], null],
  ['not told before anybody judged', commissionerNotNotified, [], 'not-assessed'],
  ['not told of a risk', commissionerNotNotified, [assessmentEntry('risk')], 'must-tell'],
  ['not told of an unlikely risk', commissionerNotNotified, [assessmentEntry('unlikely')], null],
])('%s', (_what, said, earlier, fault) =>
  expect(validateBreachEntry(said, earlier, { discoveredAt, now: new Date('2026-11-25T09:30:00Z') })).toBe(
    fault,
  ),
)

const disabled = { off: true } as const
const bare = {
  database: { embedded: true } as const,
  ...{
    mail: disabled,
    sms: disabled,
    objectStore: disabled,
    timestamps: disabled,
    languageModel: disabled,
    billing: disabled,
  },
}
it('names the services that the settings name, and no secret of theirs', () => {
  expect(listSubProcessors(bare).map(({ service }) => service)).toEqual(['E-mail'])
  const found = listSubProcessors({
    ...{ database: { embedded: false, appUrl: 'postgres://candour:secret@db.example.org/candour' } },
    mail: { off: false, url: 'smtps://user:secret@mail.example.org:465' },
    sms: { off: false, api: 'https://api.example.com' },
    objectStore: { off: false, endpoint: 'https://files.example.org', region: 'eu-west-2' },
    timestamps: { off: false, url: 'https://stamp.example.org' },
    languageModel: { off: false, provider: 'anthropic', baseUrl: 'https://model.example.org/v1' },
    billing: { off: false, api: 'https://pay.example.org' },
  })
  expect(found.map(({ who }) => who)).toEqual([
    ...['db.example.org', 'files.example.org, eu-west-2', 'mail.example.org', 'api.example.com'],
    ...['stamp.example.org', 'anthropic, model.example.org', 'pay.example.org'],
  ])
  expect(JSON.stringify(found)).not.toContain('secret')
})
