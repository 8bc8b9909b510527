import type { PatientRisks } from '../../../contract/histories.ts'
import { dayText } from '../../ui/plain/date-text.ts'
import { currentDecision, type RiskDecisions } from '../histories/index.ts'
import type { Suggestion } from '../../ui/suggestion-field.tsx'

/**
 * What can be said of a patient's own risks in one press. That none are known is offered only of a history that somebody
 * reviewed: nothing claims a conversation that is not on record.
 */
export function riskPhrases(risks: PatientRisks | null, decisions: RiskDecisions): Suggestion[] {
  if (!risks || risks.review.state !== 'current') return []
  const { at, byName } = risks.review
  const note = `history reviewed ${at ? dayText(at) : ''}${byName ? ` by ${byName}` : ''}`
  const isToldOf = risks.findings.some(
    (finding) => currentDecision(finding, decisions)?.decision !== 'left-out',
  )
  return [{ text: isToldOf ? 'those listed at the start of this form' : 'none that we know of', note }]
}
