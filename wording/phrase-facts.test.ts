import { expect, test } from 'vitest'
import {
  beginsLikeName,
  findPatientFact,
  nameFormsIn,
  normalisedPhrase,
  possibleNames,
  type PhraseFact,
} from './phrase-facts.ts'

const names = new Set(["O'Connor", 'Jane', 'Whitcombe-Hill', 'Żaneta', 'White'].flatMap(nameFormsIn))
const everydayWords = new Set(['a', 'filling', 'has', 'pain', 'white'])
const factIn = (text: string, gap = 'diagnosis') => findPatientFact(text, { gap, names, everydayWords })

test.each<[string, PhraseFact]>([
  ['decay that hurts Jane', 'name'],
  ['Jane has deep decay', 'name'],
  ['jane’s crown has come off', 'name'],
  ['as o’connor told us', 'name'],
  ['a tooth that oconnor broke', 'name'],
  ['whitcombe broke a tooth', 'name'],
  ['a crown for zaneta', 'name'],
  ['White has pain', 'name'],
  ['a White filling', 'name'],
  ['a ja\u200Bne filling', 'name'],
  ['decay, as her mother Sarah said', 'name'],
  ['seen with MARGARET', 'name'],
  ['sent by Dr Bell', 'name'],
  ['sent by dr bell', 'name'],
  ['Mrs Smith has a cracked tooth', 'name'],
  ['asked by mr jones', 'name'],
  ['a referral from Miss Patel', 'name'],
  ['decay found on 12/03/2026', 'date'],
  ['decay found on 12.3.26', 'date'],
  ['pain since 14 March', 'date'],
  ['pain since march', 'date'],
  ['pain since May', 'date'],
  ['a filling lost on Tuesday', 'date'],
  ['a filling lost on tues', 'date'],
  ['a crown from sept', 'date'],
  ['pain since last week', 'date'],
  ['it broke yesterday', 'date'],
  ['a crown placed in 2019', 'date'],
  ['come at 14:30', 'date'],
  ['decay in 3 teeth', 'number'],
  ['decay in UL6', 'number'],
  ['a patient with ７ fillings', 'number'],
  ['half of it, ½ of the crown', 'number'],
  ['it costs £ less', 'number'],
  ['call 07700 900123', 'number'],
  ['write to anna@example.org', 'contact'],
  ['see www.example.org', 'contact'],
  ['see https://example.org', 'contact'],
  ['see brightsmile.co.uk', 'contact'],
])('%j is refused: it has a %s', (text, fact) => {
  expect(factIn(text)).toBe(fact)
})

test.each<[string, string, PhraseFact]>([
  ['visits', '2 visits from 3 June', 'date'],
  ['visits', '2 visits at 3pm', 'date'],
  ['visits', '2 visits for UL6', 'number'],
  ['duration', '12 months, aged 45', 'number'],
  ['duration', 'for a 45-year-old', 'number'],
  ['duration', '6 weeks, call 01234567890', 'number'],
  ['crownWithin', '4 weeks of 12-03-26', 'date'],
  ['visits', '2 visits, £450', 'number'],
  ['material', '2 crowns', 'number'],
  ['crownWithin', 'crown on 16 within 4 weeks', 'number'],
  ['crownWithin', '16 within 4 weeks', 'number'],
  ['visits', '2 visits from 12-03', 'number'],
  ['visits', '2 visits for 11 to 13', 'number'],
  ['visits', '2 visits, 46', 'number'],
  ['visits', '46 and 47, 2 visits', 'number'],
  ['visits', 'UL6 weeks', 'number'],
  ['visits', '2 crowns', 'number'],
  ['visits', '2', 'number'],
  ['duration', '46,5 weeks', 'number'],
  ['duration', '123 weeks', 'number'],
  ['retainerPlan', 'every night until 2031', 'date'],
])('for %s %j is refused too: it has a %s', (gap, text, fact) => {
  expect(factIn(text, gap)).toBe(fact)
})

test.each([
  ['diagnosis', 'a large part of the tooth has broken away'],
  ['diagnosis', 'a white filling'],
  ['diagnosis', 'Irreversible pulpitis'],
  ['diagnosis', 'X-rays show a shadow at the tip of the root'],
  ['diagnosis', 'dead bone after a medicine (MRONJ)'],
  ['prognosis', 'guarded: the tooth may still need to come out'],
  ['prognosis', 'good if you do not miss your check-ups'],
  ['reason', 'you may march through life without pain, second to none'],
  ['prognosis', 'fair, though this may need a crown in time'],
  ['reason', 'a specialist has more time for this, whitening aside'],
  ['visits', '2 to 3 visits'],
  ['visits', '2-3 visits'],
  ['duration', 'about 12 months'],
  ['visits', '2 or 3 visits'],
  ['visits', '2–3 visits'],
  ['visits', '1 long visit, and a check after 3 months'],
  ['visits', '3 appointments (2 hours)'],
  ['duration', '90 minutes to 2 hours'],
  ['duration', '3 to 6 months'],
  ['duration', '1.5 hours'],
  ['retainerPlan', 'a 12-month plan, then 1 night a week for 2 years, 30 days at most'],
  ['crownWithin', '4 weeks'],
  ['retainerPlan', 'every night for 12 months, then 2 nights a week'],
])('for %s %j may be offered', (gap, text) => {
  expect(factIn(text, gap)).toBeNull()
})

test('phrases are the same however they are typed', () => {
  for (const typed of ['Deep decay', ' deep  decay. ', 'DEEP\u00A0DECAY..', 'deep\ndecay .'])
    expect(normalisedPhrase(typed)).toBe('deep decay')
  expect(normalisedPhrase('deep decay, a crack')).not.toBe(normalisedPhrase('deep decay a crack'))
})

test('what could be a name is told in every form, and no word that everybody uses in small letters', () => {
  expect(possibleNames("a white filling for Anne-Marie O'Neill’s mum", everydayWords)).toEqual(
    expect.arrayContaining(['for', 'anne', 'marie', 'anne-marie', 'oneill', 'neill', 'mum']),
  )
  expect(possibleNames('a white filling', everydayWords)).toEqual([])
  expect(possibleNames('White filling', everydayWords)).toEqual(['white'])
})

test.each([
  ['Marchetti had it', true],
  ['O’Connor says so', true],
  ['White filling', false],
  ['NHS filling', false],
  ['marchetti had it', false],
  ['', false],
])('%s begins like a name: %s', (text, isLike) => expect(beginsLikeName(text, everydayWords)).toBe(isLike))
