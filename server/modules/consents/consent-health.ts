import type { PatientRisks, RiskDecision, RiskOfPatient } from '../../../contract/histories.ts'
import type { StaffScope } from '../../platform/database/transaction.ts'
import { askOf, findRisksOfPlan, type PlanBeingRead } from '../histories/index.ts'

type Treatment = { templateId: string; teeth: readonly string[] }

/** What a history adds, and what has to be asked before anybody knows. */
type HealthReview = Pick<PatientRisks, 'findings' | 'questions'>

/**
 * What the patient's history adds to the risks of these treatments on that day, and what it leaves open. Nothing where
 * it cannot be told: of a template that is not there any more.
 */
export const reviewHealth = (
  scope: StaffScope,
  patientId: string,
  treatments: readonly Treatment[],
  day: string,
): Promise<HealthReview> =>
  reviewHealthFor(scope, patientId, {
    day: Promise.resolve(day),
    treatments: Promise.resolve(treatments),
    templateIds: treatments.map(({ templateId }) => templateId),
  })

/** The same of treatments that are being read, asked along with them. */
export async function reviewHealthFor(
  scope: StaffScope,
  patientId: string,
  { treatments, ...plan }: Omit<PlanBeingRead, 'treatments'> & { treatments: Promise<readonly Treatment[]> },
): Promise<HealthReview> {
  const planned = treatments.then((read) =>
    read.map(({ templateId, teeth }) => ({ templateId, teeth: [...teeth] })),
  )
  const found = await findRisksOfPlan(scope, patientId, { ...plan, treatments: planned })
  return typeof found === 'string' ? { findings: [], questions: [] } : found
}

/**
 * The questions nobody has asked whose answers may stop the treatment, as patients are asked: the record names them, and
 * what staff call a fact is not for patients.
 */
export const questionsToAskFirst = ({ questions }: Pick<HealthReview, 'questions'>): string[] => {
  const first = questions.filter(({ severity }) => severity === 'stop')
  return [...new Set(first.map(({ factor, words }) => (factor === null ? words : (askOf(factor) ?? words))))]
}

/** Risks that somebody has to decide about before the text is fixed: those that are talked through, and those that stop. */
export function undecidedRisks(
  findings: readonly RiskOfPatient[],
  decisions: readonly RiskDecision[],
): RiskOfPatient[] {
  const decided = new Set(decisions.map(({ ruleId }) => ruleId))
  return findings.filter(({ ruleId, severity }) => severity !== 'info' && !decided.has(ruleId))
}

const findingFields = ({ ruleId, severity, patientReasons, teeth }: RiskOfPatient) => ({
  ruleId,
  severity,
  because: patientReasons,
  teeth,
})

/**
 * What is decided, as the rules have it: how grave a risk is and what made it hold is theirs to say, and so are the words
 * of one that was accepted. A rule that does not hold any more says nothing; what the clinician wrote stays.
 */
function currentDecisions(
  findings: readonly RiskOfPatient[],
  decisions: readonly RiskDecision[],
): RiskDecision[] {
  const byRule = new Map(findings.map((finding) => [finding.ruleId, finding]))
  return decisions.flatMap((made) => {
    if (made.ruleId === '') return made
    const finding = byRule.get(made.ruleId)
    if (!finding) return []
    const isRules = made.decision === 'accepted' && finding.missing.length === 0
    return { ...made, ...findingFields(finding), ...(isRules && { statement: finding.statement }) }
  })
}

/** What is decided, and the risks that need no decision: they are added to the text as they are found. */
export function risksToDisclose(
  findings: readonly RiskOfPatient[],
  decisions: readonly RiskDecision[],
): RiskDecision[] {
  const current = currentDecisions(findings, decisions)
  const decided = new Set(current.map(({ ruleId }) => ruleId))
  const added = findings
    .filter(
      ({ ruleId, severity, missing }) => severity === 'info' && missing.length === 0 && !decided.has(ruleId),
    )
    .map((finding) => ({
      ...findingFields(finding),
      statement: finding.statement,
      decision: 'accepted' as const,
      reason: '',
    }))
  return [...current, ...added]
}
