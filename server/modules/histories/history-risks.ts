import type { LibraryFactorBook, LibraryRule } from '../../../build/content/types.d.ts'
import type { PatientRisks, RiskOfPatient } from '../../../contract/histories.ts'
import {
  applyRiskRules,
  riskSeverities,
  type Facts,
  type OpenQuestion,
} from '../../../contract/risk-rules.ts'

/** Whole years between a birth date and a day; born on 29 February, one is a year older on 1 March of other years. */
export function ageOnDay(dateOfBirth: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(dateOfBirth.slice(0, 4))
  return day.slice(5) < dateOfBirth.slice(5) ? years - 1 : years
}

export type Plan = {
  ageYears: number
  day: string
  treatments: readonly { templateId: string; properties: readonly string[]; teeth: readonly string[] }[]
}

type Question = PatientRisks['questions'][number]

/** What the rules say of a patient and several treatments at once: each risk and each question once, with its treatments. */
export function evaluatePlanRisks(
  book: LibraryFactorBook,
  facts: Facts,
  { ageYears, day, treatments }: Plan,
): Pick<PatientRisks, 'findings' | 'questions'> {
  const findings = new Map<string, RiskOfPatient>()
  const questions = new Map<string, Question>()
  for (const { templateId, properties, teeth } of treatments) {
    const told = applyRiskRules(book, facts, { properties, teeth, ageYears, day })
    for (const { rule, ...finding } of told.findings) {
      const risk = { ...riskOfFinding(book, rule, finding), treatments: [templateId] }
      findings.set(rule.id, mergeRisks(findings.get(rule.id), risk))
    }
    for (const open of told.open) {
      const question = { ...questionOf(book, open), treatments: [templateId] }
      const key = JSON.stringify([question.about, question.factor, question.field])
      const earlier = questions.get(key)
      questions.set(key, earlier ? mergeQuestions(earlier, question) : question)
    }
  }
  const placeOf = new Map(book.rules.map(({ id }, place) => [id, place]))
  const inBook = [...findings.values()].sort(
    (one, other) => placeOf.get(one.ruleId)! - placeOf.get(other.ruleId)!,
  )
  return { findings: sortBySeverity(inBook), questions: sortBySeverity([...questions.values()]) }
}

type ReportedFinding = Omit<ReturnType<typeof applyRiskRules>['findings'][number], 'rule'>

function riskOfFinding(
  { factors, sources, reviewDue }: LibraryFactorBook,
  { id, severity, forStaff, source, isChecked, action, attach = '', bands, when }: LibraryRule,
  { statement, because, factors: held, teeth, missing }: ReportedFinding,
): Omit<RiskOfPatient, 'treatments'> {
  const factor = factors.find((one) => one.id === when.factor)
  const labelOf = (name: string) => factor?.fields.find((field) => field.name === name)?.label ?? name
  return {
    ruleId: id,
    ...{ severity, statement, forStaff, because, teeth },
    patientReasons: [...new Set(held.flatMap((name) => factorReasons(factors, name)))],
    missing: missing.map((field) => ({ factor: when.factor ?? '', field, label: labelOf(field) })),
    source: { ...sources[source]!, isChecked, reviewDue },
    attach,
    bands: bands.map(({ risks, band }) => ({ risks, band })),
    offersCapacityTest: action === 'offer-capacity-test',
  }
}

/** What the patient reads of a factor; nothing of one that is said nowhere. */
const factorReasons = (factors: LibraryFactorBook['factors'], name: string): string[] =>
  factors.flatMap(({ id, patientReason }) => (id === name && patientReason ? patientReason : []))

/** One risk of two treatments: about the teeth of both, for all that made it hold. */
const mergeRisks = (earlier: RiskOfPatient | undefined, risk: RiskOfPatient): RiskOfPatient =>
  earlier
    ? {
        ...earlier,
        because: union(earlier.because, risk.because),
        patientReasons: union(earlier.patientReasons, risk.patientReasons),
        teeth: union(earlier.teeth, risk.teeth),
        treatments: union(earlier.treatments, risk.treatments),
      }
    : risk

const mergeQuestions = (earlier: Question, question: Question): Question => ({
  ...earlier,
  severity: highestSeverity([earlier.severity, question.severity]),
  ruleIds: union(earlier.ruleIds, question.ruleIds),
  treatments: union(earlier.treatments, question.treatments),
})

function questionOf(book: LibraryFactorBook, open: OpenQuestion): Omit<Question, 'treatments'> {
  const { ruleIds } = open
  const severity = highestSeverity(
    book.rules.filter(({ id }) => ruleIds.includes(id)).map((rule) => rule.severity),
  )
  if (open.about === 'teeth' || open.about === 'age')
    return { about: 'teeth', factor: null, field: null, words: 'Which teeth are treated?', severity, ruleIds }
  const factor = book.factors.find(({ id }) => id === open.factor)!
  if (open.about === 'factor')
    return { about: 'factor', factor: factor.id, field: null, words: factor.ask, severity, ruleIds }
  const { label } = factor.fields.find(({ name }) => name === open.field)!
  const words = `${factor.label}: ${label}`
  return { about: 'field', factor: factor.id, field: open.field, words, severity, ruleIds }
}

type Severity = RiskOfPatient['severity']
const severityRank = (severity: Severity) => riskSeverities.indexOf(severity)
const highestSeverity = (severities: readonly Severity[]): Severity =>
  severities.toSorted((one, other) => severityRank(other) - severityRank(one))[0]!
const sortBySeverity = <T extends { severity: Severity }>(all: readonly T[]): T[] =>
  all.toSorted((one, other) => severityRank(other.severity) - severityRank(one.severity))
const union = (one: readonly string[], other: readonly string[]) => [...new Set([...one, ...other])]
