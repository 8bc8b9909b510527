import type { PatientRisks, RiskDecision, RiskOfPatient } from '../../../contract/histories.ts'
import type { FieldProblem } from '../../ui/plain/error-summary.tsx'

/** What was decided, by rule. */
export type RiskDecisions = Readonly<Record<string, RiskDecision>>

const factsOf = ({ ruleId, severity, patientReasons, teeth }: RiskOfPatient) => ({
  ruleId,
  severity,
  because: patientReasons,
  teeth,
})

/** A finding decided in one of the three ways; words and reason given before stay, those of an accepted risk are the rule's. */
export function decideFinding(
  finding: RiskOfPatient,
  decision: RiskDecision['decision'],
  earlier?: RiskDecision,
): RiskDecision {
  const words = decision === 'edited' ? earlier?.statement : undefined
  return {
    ...factsOf(finding),
    decision,
    statement: words ?? finding.statement,
    reason: earlier?.reason ?? '',
  }
}

/** What was decided about a finding, as long as it still is the same finding: else it is decided anew. */
export function currentDecision(finding: RiskOfPatient, decisions: RiskDecisions): RiskDecision | undefined {
  const made = decisions[finding.ruleId]
  if (!made) return undefined
  const { severity, because, teeth } = made
  const isSame =
    JSON.stringify({ ruleId: finding.ruleId, severity, because, teeth }) === JSON.stringify(factsOf(finding))
  const isOwnWords = made.decision !== 'accepted' || made.statement === finding.statement
  return isSame && isOwnWords ? made : undefined
}

/** The questions that nobody has asked and whose answers may stop the treatment, in their words. */
export const questionsToAskFirst = ({ questions }: Pick<PatientRisks, 'questions'>): string[] =>
  questions.filter(({ severity }) => severity === 'stop').map(({ words }) => words)

/** The control that says that they are not asked, where an error summary leads to. */
export const unaskedAcknowledgedId = 'unaskedAcknowledged'

/** The ids of a finding's controls, where an error summary leads to. */
export const riskIds = (ruleId: string) => ({
  decision: `risk-${ruleId}`,
  statement: `risk-${ruleId}-statement`,
  reason: `risk-${ruleId}-reason`,
})

/** Why a consent cannot be sent yet with these decisions, in the order of the findings. */
export function validateDecisions(
  { findings }: Pick<PatientRisks, 'findings'>,
  decisions: RiskDecisions,
  mayOverride: boolean,
): FieldProblem[] {
  return findings.flatMap((finding) => {
    const ids = riskIds(finding.ruleId)
    const named = finding.because[0] ?? finding.ruleId
    if (finding.severity === 'stop' && !mayOverride)
      return { id: ids.decision, text: `${named}: staff who can override consents must decide this` }
    const made = currentDecision(finding, decisions)
    if (!made) return { id: ids.decision, text: `${named}: accept this risk, edit it or leave it out` }
    if (made.decision !== 'left-out' && /\{\{\w+\}\}/.test(made.statement))
      return {
        id: made.decision === 'edited' ? ids.statement : ids.decision,
        text: `${named}: fill in the details that are missing`,
      }
    if (made.statement.trim() === '')
      return { id: ids.statement, text: `${named}: enter the text for the patient` }
    if (made.reason.trim() === '' && (made.decision === 'left-out' || finding.severity === 'stop'))
      return { id: ids.reason, text: `${named}: ${reasonLabel(finding, made.decision).toLowerCase()}` }
    return []
  })
}

/** What the reason of a decision answers. */
export const reasonLabel = (
  { severity }: Pick<RiskOfPatient, 'severity'>,
  decision: RiskDecision['decision'],
) =>
  decision === 'left-out'
    ? 'Enter why this risk is left out'
    : severity === 'stop'
      ? 'Enter why the treatment goes ahead'
      : ''
