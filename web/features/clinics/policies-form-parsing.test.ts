import { expect, test } from 'vitest'
import { PoliciesFormError, parsePoliciesForm } from './policies-form-parsing.ts'

const practice = { nation: 'scotland' as const, version: 4 }

function filled(changes: Record<string, string> = {}): FormData {
  const form = new FormData()
  const usual = {
    'reflection-usualHours': '24',
    'reflection-leastHours': '0',
    'reflection-waivedBy': 'overrideConsents',
    'validity-days': '90',
    'validity-courseDays': ' 365 ',
    linkDays: '30',
    'retention-years': '',
    'retention-childUntilAge': '30',
    toothNotation: 'palmer',
    understandingCheck: 'before-signing',
    'kiosk-resetMinutes': '3',
    'wayIn-proof': 'birth-date-and-code',
    'wayIn-callBack': ' 01632 960417 ',
    'notices-questions': 'on',
    ownFigures: 'on',
  }
  for (const [name, value] of Object.entries({ ...usual, ...changes })) form.set(name, value)
  form.append('languages', 'cy')
  form.append('languages', 'pl')
  form.append('additionalConsents', 'photos-teaching')
  return form
}

test('a filled form becomes policies; an unticked box means no, an empty retention what the nation asks for', () => {
  expect(parsePoliciesForm(filled(), practice)).toEqual({
    reflection: { usualHours: 24, leastHours: 0, waivedBy: 'overrideConsents' },
    validity: { days: 90, courseDays: 365 },
    linkDays: 30,
    extractionSecondCheck: false,
    retention: { years: null, childUntilAge: 30 },
    toothNotation: 'palmer',
    understandingCheck: 'before-signing',
    languages: ['cy', 'pl'],
    ownFigures: true,
    additionalConsents: ['photos-teaching'],
    kiosk: { resetMinutes: 3 },
    wayIn: { proof: 'birth-date-and-code', callBack: '01632 960417' },
    notices: { questions: true },
    version: 4,
  })
  expect(parsePoliciesForm(filled({ extractionSecondCheck: 'on' }), practice).extractionSecondCheck).toBe(
    true,
  )
})

test.each<[Record<string, string>, string]>([
  [{ linkDays: '' }, 'linkDays'],
  [{ linkDays: 'a week' }, 'linkDays'],
  [{ linkDays: '91' }, 'linkDays'],
  [{ linkDays: '0' }, 'linkDays'],
  [{ 'reflection-leastHours': '2.5' }, 'reflection-leastHours'],
  [{ 'retention-years': 'x' }, 'retention-years'],
  // Scotland asks for 10.
  [{ 'retention-years': '9' }, 'retention-years'],
  [{ 'retention-childUntilAge': '25' }, 'retention-childUntilAge'],
  [{ 'kiosk-resetMinutes': '31' }, 'kiosk-resetMinutes'],
])('%o is refused at its field', (changes, field) => {
  try {
    parsePoliciesForm(filled(changes), practice)
    expect.unreachable()
  } catch (error) {
    expect((error as PoliciesFormError).fields.map((fault) => fault.field)).toEqual([field])
  }
})
