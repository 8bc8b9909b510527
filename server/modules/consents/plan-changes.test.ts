import { describe, expect, it } from 'vitest'
import type { PlanChange } from '../../../contract/consent-plan.ts'
import type { FrozenContent } from '../../../contract/consents.ts'
import { planChangesSince, needsNewConsent, type CurrentFacts } from './plan-changes.ts'

const [crown, rootCanal] = ['0198-crown', '0198-root-canal']
const now = new Date('2026-11-21T09:00:00Z')

const content = {
  title: 'Crown',
  clinician: { name: 'Tom Hughes', role: 'Dentist', gdcNumber: '248163' },
  treatments: [
    {
      templateId: crown,
      title: 'Crown',
      teeth: [{ fdi: '46', palmer: 'LR6', name: 'lower right first molar' }],
      area: null,
      pricePence: 65_000,
    },
  ],
  personalRisks: [{ ruleId: 'R001', statement: 'You bleed more easily.', decision: 'accepted' }],
} as unknown as FrozenContent

const unchangedFacts: CurrentFacts = {
  treatments: [{ templateId: crown, title: 'Crown', teeth: ['46'], area: null, pricePence: 65_000 }],
  clinician: 'Tom Hughes',
  risks: [{ ruleId: 'R001', statement: 'You bleed more easily.' }],
  wording: [],
  validUntil: new Date('2026-12-01T09:00:00Z'),
  now,
}
const noRuleChanges = { agreed: [], leftOut: [] }
const planned = (change: Partial<CurrentFacts['treatments'][number]>) => ({
  treatments: [{ ...unchangedFacts.treatments[0]!, ...change }],
})

describe('what has changed since a patient agreed', () => {
  it.each<[string, Partial<CurrentFacts>, PlanChange['kind'][]]>([
    ['nothing', {}, []],
    ['the same tooth, written in another order', planned({ teeth: ['46'] }), []],
    ['another tooth', planned({ teeth: ['47'] }), ['tooth']],
    ['one tooth more', planned({ teeth: ['46', '47'] }), ['tooth']],
    ['the other side', planned({ teeth: ['36'] }), ['tooth']],
    ['an area in the place of a tooth', planned({ teeth: [], area: 'lower-right' }), ['tooth']],
    ['a higher price', planned({ pricePence: 70_000 }), ['price']],
    ['a lower price', planned({ pricePence: 60_000 }), ['price']],
    ['no price any more', planned({ pricePence: null }), ['price']],
    ['tooth and price', planned({ teeth: ['47'], pricePence: 1 }), ['tooth', 'price']],
    [
      'another treatment, which says it all',
      planned({ templateId: rootCanal, teeth: ['47'] }),
      ['treatment'],
    ],
    [
      'a second treatment',
      { treatments: [...unchangedFacts.treatments, unchangedFacts.treatments[0]!] },
      ['treatment'],
    ],
    ['another clinician', { clinician: 'Siân Price' }, ['clinician']],
    [
      'a new risk of the patient',
      { risks: [...unchangedFacts.risks, { ruleId: 'R002', statement: 'It may heal slowly.' }] },
      ['health'],
    ],
    ['a risk that is gone, which takes nothing away', { risks: [] }, []],
    [
      'wording that means something else',
      { wording: [{ kind: 'wording', before: 'Crown 1.0', after: 'Crown 1.1' }] },
      ['wording'],
    ],
    ['a day before it is too old', { validUntil: new Date(now.getTime() + 1) }, []],
    ['the moment it is too old', { validUntil: now }, ['age']],
    ['no end of it', { validUntil: null }, []],
  ])('%s', (_what, change, kinds) => {
    const changes = planChangesSince(content, { ...unchangedFacts, ...change }, noRuleChanges)
    expect(changes.map(({ kind }) => kind)).toEqual(kinds)
  })

  it('says before and after in words for the patient', () => {
    expect(
      planChangesSince(
        content,
        { ...unchangedFacts, ...planned({ teeth: ['47'], pricePence: 70_050 }) },
        noRuleChanges,
      ),
    ).toEqual([
      {
        kind: 'tooth',
        before: 'Crown: lower right first molar (46)',
        after: 'Crown: lower right second molar (47)',
      },
      { kind: 'price', before: 'Crown: £650', after: 'Crown: £700.50' },
    ])
  })

  it('counts what was agreed to since no more, in those words alone', () => {
    const facts = { ...unchangedFacts, ...planned({ pricePence: 70_000 }) }
    const agreed = planChangesSince(content, facts, noRuleChanges)
    expect(planChangesSince(content, facts, { agreed, leftOut: [] })).toEqual([])
    const dearer = { ...unchangedFacts, ...planned({ pricePence: 75_000 }) }
    expect(planChangesSince(content, dearer, { agreed, leftOut: [] })).toHaveLength(1)
  })

  it('asks nothing about a risk that the clinician left out with a reason', () => {
    const risks = [...unchangedFacts.risks, { ruleId: 'R002', statement: 'It may heal slowly.' }]
    expect(
      planChangesSince(content, { ...unchangedFacts, risks }, { agreed: [], leftOut: ['R002'] }),
    ).toEqual([])
  })

  it('reads a text from before treatments were named one by one', () => {
    const { treatments: _treatments, ...older } = content
    const teeth = content.treatments![0]!.teeth
    const text = { ...older, templateId: crown, teeth } as FrozenContent
    const facts = { ...unchangedFacts, ...planned({ pricePence: null }) }
    expect(planChangesSince(text, facts, noRuleChanges)).toEqual([])
    expect(
      planChangesSince(
        text,
        { ...unchangedFacts, ...planned({ teeth: ['47'], pricePence: null }) },
        noRuleChanges,
      ),
    ).toHaveLength(1)
  })
})

it.each<[PlanChange['kind'][], boolean]>([
  [[], false],
  [['tooth', 'price', 'clinician', 'health', 'wording'], false],
  [['treatment'], true],
  [['price', 'age'], true],
])('%s need a consent of their own: %s', (kinds, isNeeded) => {
  expect(needsNewConsent(kinds.map((kind) => ({ kind, before: '', after: '' })))).toBe(isNeeded)
})
