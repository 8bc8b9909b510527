import { describe, expect, it, test } from 'vitest'
import {
  ageGroupOf,
  relevantAnswers,
  authorityOutcomes,
  authorityTable,
  nextStep,
  registrationDates,
  type AuthorityFacts,
  type AuthorityOutcome,
  type AuthoritySource,
} from './authority-rules.ts'
import { nations } from './retention-rules.ts'

type Case = [Omit<AuthorityFacts, 'nation' | 'group'> & { age: number }, AuthorityOutcome, AuthoritySource]

const withCapacity = { capacity: 'not-doubted' } as const
const withoutCapacity = { capacity: 'lacks', advance: 'none' } as const
const withoutObstacle = { obstacle: 'none' } as const
const certificate = { who: 'father', ...withoutObstacle, basis: 'birth-certificate' } as const
const attorney = { ...withoutCapacity, who: 'welfare-attorney' } as const

const englandCases: Case[] = [
  [{ age: 40, ...withCapacity, who: 'patient' }, 'patient-signs', 'capacity-act'],
  [{ age: 18, ...withCapacity, who: 'patient' }, 'patient-signs', 'nhs'],
  [{ age: 17, ...withCapacity, who: 'patient' }, 'young-person-signs', 'family-law-1969'],
  [{ age: 16, ...withCapacity, who: 'patient' }, 'young-person-signs', 'dental-protection'],
  [{ age: 16, ...withCapacity, who: 'mother' }, 'decides-alone', 'capacity-act'],
  [{ age: 40, ...withCapacity, who: 'welfare-attorney' }, 'decides-alone', 'lasting-power'],
  [{ age: 16, capacity: 'doubted' }, 'assess-capacity', 'capacity-act'],
  [{ age: 88, capacity: 'doubted' }, 'assess-capacity', 'ddu'],
  [{ age: 88, capacity: 'has', who: 'patient' }, 'patient-signs', 'capacity-act'],
  [{ age: 15, who: 'patient', competence: 'competent' }, 'competent-child-signs', 'gillick'],
  [{ age: 12, who: 'patient', competence: 'not-competent' }, 'child-not-competent', 'gillick'],
  [{ age: 15, who: 'patient', competence: 'not-assessed' }, 'assess-competence', 'gillick'],
  [{ age: 8, who: 'nobody' }, 'find-responsible-person', 'children-act'],
  [{ age: 8, who: 'mother', ...withoutObstacle }, 'mother-signs', 'children-act'],
  [{ age: 8, who: 'mother', obstacle: 'order-limits' }, 'order-limits', 'child-arrangements'],
  [{ age: 8, who: 'mother', obstacle: 'court-decides' }, 'court-decides', 'child-arrangements'],
  [{ age: 8, who: 'mother', obstacle: 'dispute' }, 'dispute', 'dental-protection'],
  [{ age: 16, ...withoutCapacity, who: 'mother', ...withoutObstacle }, 'mother-signs', 'children-act'],
  [{ age: 17, ...withoutCapacity, who: 'nobody' }, 'best-interests', 'capacity-act'],
  [{ age: 17, ...attorney }, 'donor-too-young', 'lasting-power'],
  [{ age: 17, ...withoutCapacity, who: 'deputy', power: 'health', scope: 'yes' }, 'deputy-signs', 'deputy'],
  [{ age: 8, who: 'father', ...withoutObstacle, basis: 'married' }, 'married-parent-signs', 'children-act'],
  [{ age: 8, ...certificate, registration: 'since' }, 'certificate-parent-signs', 'acquiring-2003'],
  [{ age: 15, ...certificate, registration: 'before' }, 'registered-before', 'acquiring-2003'],
  [{ age: 8, ...certificate, registration: 'unknown' }, 'see-certificate', 'dental-protection'],
  [{ age: 8, who: 'father', ...withoutObstacle, basis: 'agreement' }, 'agreement-signs', 'children-act'],
  [{ age: 8, who: 'father', ...withoutObstacle, basis: 'court' }, 'order-signs', 'children-act'],
  [{ age: 8, who: 'father', ...withoutObstacle, basis: 'abroad' }, 'seek-advice', 'dental-protection'],
  [{ age: 8, who: 'father', ...withoutObstacle, basis: 'none' }, 'no-responsibility', 'dental-protection'],
  [
    { age: 8, who: 'second-parent', ...withoutObstacle, basis: 'married' },
    'married-parent-signs',
    'second-parent',
  ],
  [
    { age: 8, who: 'second-parent', ...withoutObstacle, basis: 'birth-certificate' },
    'certificate-parent-signs',
    'second-parent',
  ],
  [{ age: 8, who: 'adoptive-parent', ...withoutObstacle }, 'adoptive-parent-signs', 'adoption-2002'],
  [
    { age: 8, who: 'step-parent', ...withoutObstacle, granted: 'agreement' },
    'agreement-signs',
    'step-parent',
  ],
  [{ age: 8, who: 'step-parent', ...withoutObstacle, granted: 'order' }, 'order-signs', 'child-arrangements'],
  [{ age: 8, who: 'step-parent', ...withoutObstacle, granted: 'none' }, 'no-responsibility', 'ddu'],
  [{ age: 8, who: 'relative', ...withoutObstacle, granted: 'none' }, 'no-responsibility', 'ddu'],
  [{ age: 8, who: 'relative', ...withoutObstacle, granted: 'agreement' }, 'seek-advice', 'dental-protection'],
  [
    { age: 8, who: 'foster-carer', ...withoutObstacle, granted: 'none' },
    'no-responsibility',
    'reasonable-care',
  ],
  [
    { age: 8, who: 'foster-carer', ...withoutObstacle, granted: 'delegated' },
    'delegated-carer-signs',
    'delegation',
  ],
  [{ age: 8, who: 'special-guardian', ...withoutObstacle }, 'special-guardian-signs', 'special-guardian'],
  [{ age: 8, who: 'appointed-guardian', ...withoutObstacle }, 'appointed-guardian-signs', 'children-act'],
  [
    { age: 8, who: 'local-authority', ...withoutObstacle, care: 'care-order' },
    'authority-signs',
    'care-order',
  ],
  [
    { age: 8, who: 'local-authority', ...withoutObstacle, care: 'emergency' },
    'emergency-order',
    'emergency-order',
  ],
  [
    { age: 8, who: 'local-authority', ...withoutObstacle, care: 'voluntary' },
    'no-responsibility',
    'accommodation',
  ],
  [{ age: 8, who: 'welfare-attorney' }, 'no-responsibility', 'lasting-power'],
  [{ age: 70, ...withoutCapacity, who: 'nobody' }, 'best-interests', 'ddu'],
  [{ age: 70, ...withoutCapacity, who: 'patient' }, 'best-interests', 'capacity-act'],
  [{ age: 70, ...withoutCapacity, who: 'relative' }, 'family-consulted', 'ddu'],
  [{ age: 18, ...withoutCapacity, who: 'mother' }, 'family-consulted', 'capacity-act'],
  [{ age: 70, capacity: 'lacks', advance: 'valid' }, 'advance-refusal', 'advance-refusal'],
  [{ age: 70, capacity: 'lacks', advance: 'unsure' }, 'advance-unsure', 'advance-refusal'],
  [{ age: 70, ...attorney, power: 'health', scope: 'yes' }, 'attorney-signs', 'lasting-power'],
  [{ age: 70, ...attorney, power: 'health', scope: 'no' }, 'outside-scope', 'lasting-power'],
  [{ age: 70, ...attorney, power: 'finance' }, 'finance-only', 'lasting-power'],
  [{ age: 70, ...attorney, power: 'unregistered' }, 'not-registered', 'lasting-power'],
  [{ age: 70, ...withoutCapacity, who: 'deputy', power: 'health', scope: 'yes' }, 'deputy-signs', 'deputy'],
  [{ age: 70, ...withoutCapacity, who: 'deputy', power: 'finance' }, 'finance-only', 'deputy'],
  [{ age: 70, ...withoutCapacity, who: 'welfare-guardian' }, 'seek-advice', 'capacity-act'],
]

const scotlandCases: Case[] = [
  [{ age: 16, ...withCapacity, who: 'patient' }, 'patient-signs', 'scotland-age'],
  [{ age: 15, who: 'patient', competence: 'competent' }, 'competent-child-signs', 'scotland-age'],
  [{ age: 15, who: 'patient', competence: 'not-assessed' }, 'assess-competence', 'scotland-age'],
  [{ age: 16, ...withCapacity, who: 'mother' }, 'decides-alone', 'scotland-age'],
  [{ age: 16, ...withoutCapacity, who: 'mother' }, 'family-consulted', 'adults-scotland'],
  [{ age: 8, who: 'mother', ...withoutObstacle }, 'mother-signs', 'scotland-children'],
  [{ age: 8, ...certificate, registration: 'since' }, 'certificate-parent-signs', 'scotland-2006'],
  [{ age: 15, ...certificate, registration: 'before' }, 'registered-before', 'scotland-2006'],
  [{ age: 8, who: 'step-parent', ...withoutObstacle, granted: 'agreement' }, 'seek-advice', 'step-parent'],
  [
    { age: 8, who: 'carer', ...withoutObstacle, granted: 'none', control: 'yes' },
    'carer-signs',
    'scotland-carer',
  ],
  [
    { age: 8, who: 'relative', ...withoutObstacle, granted: 'none', control: 'no' },
    'no-responsibility',
    'scotland-carer',
  ],
  [{ age: 8, who: 'special-guardian', ...withoutObstacle }, 'seek-advice', 'special-guardian'],
  [
    { age: 8, who: 'appointed-guardian', ...withoutObstacle },
    'appointed-guardian-signs',
    'scotland-guardian',
  ],
  [{ age: 8, who: 'adoptive-parent', ...withoutObstacle }, 'adoptive-parent-signs', 'scotland-adoption'],
  [
    { age: 8, who: 'local-authority', ...withoutObstacle, care: 'care-order' },
    'authority-signs',
    'scotland-adoption',
  ],
  [
    { age: 8, who: 'local-authority', ...withoutObstacle, care: 'supervision' },
    'no-responsibility',
    'scotland-hearings',
  ],
  [{ age: 70, capacity: 'doubted' }, 'assess-capacity', 'adults-scotland'],
  [{ age: 70, ...withoutCapacity, who: 'nobody' }, 'certificate-47', 'sdcep'],
  [{ age: 70, capacity: 'lacks', advance: 'valid' }, 'advance-statement', 'adults-scotland'],
  [{ age: 70, ...attorney, power: 'health', scope: 'yes' }, 'attorney-agrees', 'scotland-power'],
  [{ age: 70, ...attorney, power: 'finance' }, 'finance-only', 'scotland-power'],
  [
    { age: 70, ...withoutCapacity, who: 'welfare-guardian', power: 'health', scope: 'yes' },
    'guardian-agrees',
    'scotland-welfare',
  ],
  [
    { age: 70, ...withoutCapacity, who: 'welfare-guardian', power: 'finance' },
    'finance-only',
    'scotland-welfare',
  ],
  [{ age: 70, ...withoutCapacity, who: 'deputy' }, 'seek-advice', 'adults-scotland'],
]

const northernIrelandCases: Case[] = [
  [{ age: 16, ...withCapacity, who: 'patient' }, 'young-person-signs', 'ni-age-1969'],
  [{ age: 40, ...withCapacity, who: 'patient' }, 'patient-signs', 'ni-common-law'],
  [{ age: 15, who: 'patient', competence: 'competent' }, 'competent-child-signs', 'gillick'],
  [{ age: 8, who: 'mother', ...withoutObstacle }, 'mother-signs', 'ni-children'],
  [{ age: 8, ...certificate, registration: 'since' }, 'certificate-parent-signs', 'ni-2002'],
  [{ age: 15, ...certificate, registration: 'before' }, 'registered-before', 'ni-2002'],
  [{ age: 8, who: 'appointed-guardian', ...withoutObstacle }, 'appointed-guardian-signs', 'ni-guardian'],
  [{ age: 8, who: 'local-authority', ...withoutObstacle, care: 'care-order' }, 'authority-signs', 'ni-care'],
  [{ age: 70, ...attorney }, 'no-health-power', 'ni-power'],
  [{ age: 70, ...withoutCapacity, who: 'controller' }, 'no-health-power', 'ni-controller'],
  [{ age: 70, ...withoutCapacity, who: 'nobody' }, 'best-interests', 'ni-common-law'],
  [{ age: 70, ...withoutCapacity, who: 'relative' }, 'family-consulted', 'ni-common-law'],
  [{ age: 70, capacity: 'lacks', advance: 'valid' }, 'advance-refusal', 'ni-common-law'],
]

const describeCase = ({ age, ...answers }: Case[0]) => [age, ...Object.values(answers)].join(', ')
const cases = [
  ...englandCases.map((each) => ['england', ...each] as const),
  ...englandCases.map((each) => ['wales', ...each] as const),
  ...scotlandCases.map((each) => ['scotland', ...each] as const),
  ...northernIrelandCases.map((each) => ['northern-ireland', ...each] as const),
].map(([nation, facts, outcome, source]) => ({ nation, says: describeCase(facts), facts, outcome, source }))

describe('the table', () => {
  it.each(cases)('$nation, $says: $outcome', ({ nation, facts: { age, ...answers }, outcome, source }) => {
    const step = nextStep({ nation, group: ageGroupOf(age, nation), ...answers })
    expect(step).toMatchObject({ state: 'decided', row: { outcome } })
    expect(step.state === 'decided' && step.row.sources).toContain(source)
  })

  it('has the days from which a certificate counts (Dental Protection)', () => {
    expect(registrationDates).toEqual({
      england: '2003-12-01',
      wales: '2003-12-01',
      scotland: '2006-05-04',
      'northern-ireland': '2002-04-15',
    })
  })

  it('knows adults from 16 on in Scotland and from 18 on elsewhere', () => {
    const groups = nations.map((nation) => [15, 16, 17, 18].map((age) => ageGroupOf(age, nation)))
    const elsewhere = ['child', 'young', 'young', 'adult']
    expect(groups).toEqual([elsewhere, elsewhere, ['child', 'adult', 'adult', 'adult'], elsewhere])
  })
})

/** Every way through the questions. */
function pathsFrom(
  facts: AuthorityFacts,
): { facts: AuthorityFacts; row: string; outcome: AuthorityOutcome }[] {
  const step = nextStep(facts)
  if (step.state === 'decided') return [{ facts, row: step.row.id, outcome: step.row.outcome }]
  expect(step.options.length, JSON.stringify(facts)).toBeGreaterThan(1)
  return step.options.flatMap((answer) => pathsFrom({ ...facts, [step.question]: answer }))
}
const startingFacts = nations.flatMap((nation) =>
  [8, 16, 40].map((age): AuthorityFacts => ({ nation, group: ageGroupOf(age, nation) })),
)
const paths = startingFacts.flatMap(pathsFrom)

describe('the questions', () => {
  it('lead somewhere whatever is answered, in at most five steps', () => {
    expect(paths.length).toBeGreaterThan(800)
    for (const { facts } of paths) expect(Object.keys(facts).length - 2).toBeLessThanOrEqual(5)
  })

  it('reach every row and every outcome', () => {
    const rows = new Set(paths.map(({ row }) => row))
    expect(authorityTable.map(({ id }) => id).filter((id) => !rows.has(id))).toEqual([])
    const outcomes = new Set<string>(paths.map(({ outcome }) => outcome))
    expect(Object.keys(authorityOutcomes).filter((code) => !outcomes.has(code))).toEqual([])
    expect(new Set(authorityTable.map(({ id }) => id)).size).toBe(authorityTable.length)
  })

  it('never let family sign for an adult, nor a parent in Scotland from 16 on', () => {
    const family = paths.filter(({ facts: { who } }) => who === 'mother' || who === 'relative')
    const adults = family.filter(({ facts }) => facts.group === 'adult')
    expect(adults.length).toBeGreaterThan(0)
    for (const { outcome } of adults) expect(authorityOutcomes[outcome].kind).not.toBe('signs')
  })

  it('say nothing of best interests in Scotland', () => {
    const scottish = paths.filter(({ facts }) => facts.nation === 'scotland' && facts.group === 'adult')
    for (const { outcome } of scottish) {
      const { title, why } = authorityOutcomes[outcome]
      expect(`${title} ${why}`).not.toMatch(/best interests/i)
    }
  })

  it('let somebody sign only with what to see, but for the patient', () => {
    for (const { kind, signers, evidence } of Object.values(authorityOutcomes)) {
      const isAnother = kind === 'signs' && !(signers as readonly string[]).includes('patient')
      expect(isAnother).toBe(isAnother && evidence.length > 0)
    }
  })
})

test('an answer that matters no more is dropped when an earlier one changes', () => {
  const facts: AuthorityFacts = { nation: 'england', group: 'child', ...certificate, registration: 'since' }
  expect(relevantAnswers({ ...facts, who: 'mother' })).toEqual({ who: 'mother', obstacle: 'none' })
  expect(relevantAnswers({ ...facts, capacity: 'doubted' })).toEqual({
    ...certificate,
    registration: 'since',
  })
})
