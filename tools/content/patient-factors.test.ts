import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import {
  applyRiskRules,
  factorsOfRule,
  regionsOfTooth,
  type Fact,
  type Facts,
  type PlannedTreatment,
} from '../../contract/risk-rules.ts'
import { toothCodes } from '../../contract/teeth.ts'
import { loadContent } from './content-loader.ts'
import { emitContent } from './content-emission.ts'
import type { LibraryFactorBook, LibraryProperties, LibraryQuestions } from './library-types.ts'

const root = join(import.meta.dirname, '../..')
const { content } = loadContent(root)
const book = content.factors!
const yes: Fact = { answer: 'yes' }
const adult: PlannedTreatment = { properties: [], teeth: [], ageYears: 40, day: '2026-11-21' }
const propertiesOf = (id: string) => content.procedures!.treatments.find((one) => one.id === id)!.properties

const apply = (facts: Facts, planned: Partial<PlannedTreatment>) =>
  applyRiskRules(book, facts, { ...adult, ...planned })
const matchedRuleIds = (facts: Facts, planned: Partial<PlannedTreatment>) =>
  apply(facts, planned).findings.map(({ rule }) => rule.id)

type Rule = LibraryFactorBook['rules'][number]
const allProperties = [
  ...new Set(book.rules.flatMap(({ when }) => (when.properties === 'all' ? [] : when.properties))),
]

/** A patient and a treatment for whom a rule holds, and nothing else is known. */
function factsFor({ when }: Rule): { facts: Record<string, Fact>; planned: Partial<PlannedTreatment> } {
  const fields: Record<string, string> = {}
  const [first] = when.anyOf ?? []
  if (first) fields[first.field] = 'atLeast' in first ? String(first.atLeast) : '2020-01-01'
  const tooth = toothCodes.find((fdi) => regionsOfTooth(fdi).some((region) => when.regions?.includes(region)))
  const asked = book.factors.find(({ id }) => id === when.factor)
  return {
    facts: Object.fromEntries(
      [when.factor ?? [], when.withFactors ?? []].flat().map((name) => [name, { answer: 'yes', fields }]),
    ),
    planned: {
      properties: when.properties === 'all' ? [] : when.properties.slice(0, 1),
      teeth: tooth ? [tooth] : [],
      ageYears: when.ageMin ?? when.ageMax ?? asked?.ageMax ?? 40,
    },
  }
}

it('asks nobody what their age answers, and holds what was answered at any age', () => {
  const askedAt = (ageYears: number | null, factor: string) =>
    apply({}, { properties: allProperties, ageYears }).open.some(
      (one) => one.about === 'factor' && one.factor === factor,
    )
  const ages = [5, 14, 40, 80, null]
  const agesAsked = (factor: string) => ages.filter((age) => askedAt(age, factor))
  expect(agesAsked('pregnancy')).toEqual([14, 40, null])
  expect(agesAsked('growth-incomplete')).toEqual([5, 14, null])
  expect(agesAsked('cognitive')).toEqual([40, 80, null])
  expect(agesAsked('warfarin')).toEqual(ages)
  const grown = { properties: ['grown-only'], ageYears: 40 }
  expect(matchedRuleIds({ 'growth-incomplete': yes }, grown)).toContain('R090')
  expect(matchedRuleIds({ 'growth-incomplete': { answer: 'unknown' } }, grown)).not.toContain('R090')
})

const rulesWithoutCombination = book.rules.filter(({ when }) => !when.rulesHeld)
describe.each(rulesWithoutCombination.map((rule) => [rule.id, rule] as const))('%s', (id, rule) => {
  const { facts, planned } = factsFor(rule)
  const { factor, properties, regions, ageMin, ageMax } = rule.when

  it('holds for each of its properties, and says why', () => {
    for (const name of properties === 'all' ? ['gloves'] : properties)
      expect(matchedRuleIds(facts, { ...planned, properties: [name] })).toContain(id)
    const found = apply(facts, planned).findings.find((finding) => finding.rule.id === id)!
    expect(found.because.length).toBeGreaterThan(0)
    if (factor) expect(found.because[0]).toBe(book.factors.find((one) => one.id === factor)!.label)
    expect(book.sources[found.rule.source]).toBeDefined()
    expect(Date.parse(book.reviewDue)).toBeGreaterThan(Date.parse(book.checkedOn))
  })

  it('does not hold without its fact, and asks for it', () => {
    for (const other of rule.when.orFactors ?? [])
      expect(matchedRuleIds({ [other]: yes }, planned)).toContain(id)
    for (const other of rule.when.withFactors ?? [])
      expect(matchedRuleIds({ ...facts, [other]: { answer: 'no' } }, planned)).not.toContain(id)
    if (factor) {
      expect(matchedRuleIds({ ...facts, [factor]: { answer: 'no' } }, planned)).not.toContain(id)
      for (const unknown of [{}, { [factor]: { answer: 'unknown' } as const }]) {
        expect(matchedRuleIds(unknown, planned)).not.toContain(id)
        const asked = apply(unknown, planned).open.find(
          (one) => one.about === 'factor' && one.factor === factor,
        )
        expect(asked?.ruleIds).toContain(id)
      }
    } else {
      const { findings, open } = apply(facts, { ...planned, ageYears: null })
      expect(findings.map((finding) => finding.rule.id)).not.toContain(id)
      expect(open.find(({ about }) => about === 'age')?.ruleIds).toContain(id)
    }
  })

  it('does not hold for other treatments, places and ages, and asks nothing then', () => {
    const others: Partial<PlannedTreatment>[] = []
    if (properties !== 'all')
      others.push({ properties: allProperties.filter((name) => !properties.includes(name)) })
    if (regions) {
      const elsewhere = toothCodes.find((fdi) => !regionsOfTooth(fdi).some((one) => regions.includes(one)))!
      others.push({ teeth: [elsewhere] })
    }
    if (ageMin !== undefined) others.push({ ageYears: ageMin - 1 })
    if (ageMax !== undefined) others.push({ ageYears: ageMax + 1 })
    for (const other of others) {
      const known = apply(facts, { ...planned, ...other })
      const unknown = apply({}, { ...planned, ...other })
      expect(known.findings.map((finding) => finding.rule.id)).not.toContain(id)
      expect(unknown.open.flatMap(({ ruleIds }) => ruleIds)).not.toContain(id)
    }
  })
})

test('what is special about one patient adds up, each with its own reason', () => {
  const facts: Facts = {
    warfarin: { answer: 'yes', fields: { inrValue: '2.6', inrDate: '2026-11-20', inrStable: 'no' } },
    'antiresorptive-low': { answer: 'yes', fields: { started: '2024-05-01' } },
    'near-ian': { answer: 'yes', teeth: ['48'] },
    smoker: { answer: 'no' },
  }
  const planned = {
    properties: propertiesOf('surgical-wisdom-tooth-extraction'),
    teeth: ['48'],
    ageYears: 61,
  }
  const { findings } = apply(facts, planned)
  expect(findings.map(({ rule }) => rule.id)).toEqual(['R001', 'R112', 'R010', 'R060', 'R097'])
  expect(findings.map(({ rule }) => rule.severity)).toEqual(['confirm', 'info', 'confirm', 'confirm', 'info'])
  expect(findings[3]).toMatchObject({ teeth: ['48'], missing: [] })
  expect(findings[3]!.because[1]).toBe('tooth 48')
  expect(findings[4]!.because).toEqual(['age 61', 'tooth 48'])
})

describe('an INR', () => {
  const planned = { properties: ['bleeding-higher'] }
  const asked = (fields: Record<string, string>) => apply({ warfarin: { answer: 'yes', fields } }, planned)
  test.each<[string, Record<string, string>, string[]]>([
    ['low and from yesterday', { inrValue: '3.9', inrDate: '2026-11-20' }, ['R001']],
    ['of 4', { inrValue: '4', inrDate: '2026-11-20' }, ['R001', 'R002']],
    ['two days old', { inrValue: '2', inrDate: '2026-11-19' }, ['R001', 'R002']],
    ['three days old and stable', { inrValue: '2', inrDate: '2026-11-18', inrStable: 'yes' }, ['R001']],
    [
      'four days old and stable',
      { inrValue: '2', inrDate: '2026-11-17', inrStable: 'yes' },
      ['R001', 'R002'],
    ],
    ['high, whatever its date', { inrValue: '4.5' }, ['R001', 'R002']],
  ])('%s', (_name, fields, expected) => {
    expect(asked(fields).findings.map(({ rule }) => rule.id)).toEqual(expected)
  })

  test('that nobody knows is asked for, and stands as missing', () => {
    const { findings, open } = asked({})
    expect(findings).toMatchObject([{ rule: { id: 'R001' }, missing: ['inrValue', 'inrDate'] }])
    expect(open).toContainEqual({ about: 'field', factor: 'warfarin', field: 'inrValue', ruleIds: ['R002'] })
    expect(asked({ inrValue: 'about three', inrDate: 'last week' }).findings).toHaveLength(1)
  })

  test.each<[string, Record<string, string>, string]>([
    ['left empty', { inrValue: '', inrDate: '2026-11-20' }, 'inrValue'],
    ['of blanks', { inrValue: ' ', inrDate: '2026-11-20' }, 'inrValue'],
    ['whose date is left empty', { inrValue: '2', inrDate: '' }, 'inrDate'],
    ['whose date is no day', { inrValue: '2', inrDate: '5' }, 'inrDate'],
    ['whose date is written otherwise', { inrValue: '2', inrDate: '11/20/2026' }, 'inrDate'],
    ['of a day that the calendar has not', { inrValue: '2', inrDate: '2026-02-31' }, 'inrDate'],
  ])('%s is not known, and asked for', (_name, fields, field) => {
    const { findings, open } = asked(fields)
    expect(findings.map(({ rule }) => rule.id)).toEqual(['R001'])
    expect(open).toContainEqual({ about: 'field', factor: 'warfarin', field, ruleIds: ['R002'] })
  })
})

describe('facts of a tooth', () => {
  const near = (teeth?: string[]): Facts => ({ 'near-ian': { answer: 'yes', ...(teeth && { teeth }) } })
  const extraction = ['extraction', 'injection-given']

  test('count for that tooth alone', () => {
    expect(matchedRuleIds(near(['38']), { properties: extraction, teeth: ['48'] })).not.toContain('R060')
    expect(matchedRuleIds(near(['38']), { properties: extraction, teeth: ['38', '16'] })).toContain('R060')
    const both = apply(near(), { properties: extraction, teeth: ['36', '11', '46'] }).findings
    expect(both.find(({ rule }) => rule.id === 'R060')!.teeth).toEqual(['36', '46'])
  })

  test('ask for the tooth where none is named', () => {
    const { findings, open } = apply(near(['38']), { properties: extraction })
    expect(findings.map(({ rule }) => rule.id)).not.toContain('R060')
    expect(open.find(({ about }) => about === 'teeth')?.ruleIds).toContain('R060')
  })

  test.each([
    ['11', ['upper-anterior']],
    ['26', ['upper-posterior']],
    ['33', ['lower-anterior']],
    ['38', ['lower-posterior', 'lower-third-molar']],
    ['48', ['lower-posterior', 'lower-third-molar']],
    ['28', ['upper-posterior']],
    ['53', ['upper-anterior']],
    ['65', ['upper-posterior']],
    ['75', ['lower-posterior']],
  ])('%s is in its part of the mouth', (fdi, regions) => expect(regionsOfTooth(fdi)).toEqual(regions))
})

test('what matters to a patient stands in the words, and is missing until it is known', () => {
  const [told] = apply({ occupation: { answer: 'yes', fields: { what: 'I play the oboe' } } }, {}).findings
  expect(told!.statement).toContain('I play the oboe')
  const [untold] = apply({ occupation: yes }, {}).findings
  expect(untold).toMatchObject({ missing: ['what'] })
  expect(untold!.statement).toContain('{{what}}')
})

test('a healthy adult whose facts are all known has no finding and nothing to be asked', () => {
  const facts = Object.fromEntries(book.factors.map(({ id }) => [id, { answer: 'no' as const }]))
  const planned = { properties: allProperties, teeth: ['16'] }
  expect(apply(facts, planned)).toEqual({ findings: [], open: [] })
})

test('the text that goes with a rule is named as the library names it', () => {
  const names = content.templates.map(({ shipped }) => shipped.name)
  const attached = book.rules.flatMap(({ attach }) => attach ?? [])
  expect(names).toEqual(expect.arrayContaining(attached))
  const withText = book.rules.filter(({ attach }) => attach).map(({ id }) => id)
  expect(withText).toEqual(
    expect.arrayContaining(['R001', 'R003', 'R004', 'R005', 'R006', 'R007', 'R010', 'R017', 'R031']),
  )
})

test('browsers get the questions in their parts, and which of them may stop a treatment', () => {
  const files = emitContent(content, '')
  const { sections, factors } = JSON.parse(files.get('history-questions.json')!) as LibraryQuestions
  expect(factors.map(({ id }) => id)).toEqual(book.factors.map(({ id }) => id))
  expect(new Set(factors.map(({ section }) => section))).toEqual(new Set(sections.map(({ id }) => id)))
  const stopping = factors.filter(({ mayStop }) => mayStop).map(({ id }) => id)
  expect(stopping).toContain('previous-mronj')
  expect(stopping).not.toContain('smoker')
  expect(files.get('history-questions.json')).not.toContain('R001')
})

test('the properties of every template are there for the server', () => {
  const { treatments } = JSON.parse(
    emitContent(content, '').get('treatment-properties.json')!,
  ) as LibraryProperties
  expect(treatments).toHaveLength(content.templates.length)
  expect(treatments.find(({ id }) => id === 'surgical-wisdom-tooth-extraction')!.properties).toEqual(
    propertiesOf('surgical-wisdom-tooth-extraction'),
  )
})

describe('a bone medicine', () => {
  const planned = { properties: ['bone-wound'] }
  const told = (fields: Record<string, string>, others: Facts = {}) =>
    matchedRuleIds({ 'antiresorptive-low': { answer: 'yes', fields }, ...others }, planned)
  test.each<[string, Record<string, string>, string[]]>([
    ['for exactly five years', { started: '2021-11-21' }, ['R010']],
    ['for a day more', { started: '2021-11-20' }, ['R017']],
    [
      'since long ago, stopped before five years were over',
      { started: '2015-01-01', lastDose: '2018-01-01' },
      ['R010'],
    ],
    ['that is denosumab, however long', { started: '2015-01-01', drug: 'Denosumab (Prolia)' }, ['R010']],
    ['since a day that nobody knows', {}, ['R010']],
  ])('%s', (_name, fields, expected) => expect(told(fields)).toEqual(expected))

  test('with steroid tablets is of the higher-risk group, whatever was chosen', () => {
    expect(told({ started: '2024-01-01' }, { 'steroid-adrenal': yes })).toEqual(['R018'])
    expect(told({ started: '2015-01-01' }, { 'steroid-adrenal': yes })).toEqual(['R017'])
  })

  test('whose beginning nobody knows is asked about', () => {
    const { open } = apply({ 'antiresorptive-low': yes }, planned)
    expect(open).toContainEqual({
      about: 'field',
      factor: 'antiresorptive-low',
      field: 'started',
      ruleIds: ['R017'],
    })
  })
})

describe('what adds up', () => {
  const sums = book.rules.filter(({ when }) => when.rulesHeld)
  test.each(sums.map((rule) => [rule.id, rule] as const))(
    '%s is said of two facts, not of one',
    (id, { when }) => {
      const parts = rulesWithoutCombination.filter((rule) => when.rulesHeld!.among.includes(rule.id))
      const [one, other] = parts
      const factorOf = (rule: Rule) => factorsOfRule(rule.when)[0]!
      const planned = { properties: allProperties }
      const alone = apply({ [factorOf(one!)]: yes }, planned).findings
      const second = parts.find((rule) => factorOf(rule) !== factorOf(one!))!
      const both = apply({ [factorOf(one!)]: yes, [factorOf(second)]: yes }, planned).findings
      expect(other).toBeDefined()
      expect(alone.map(({ rule }) => rule.id)).not.toContain(id)
      expect(both.find(({ rule }) => rule.id === id)!.factors).toEqual([factorOf(one!), factorOf(second)])
    },
  )
})
