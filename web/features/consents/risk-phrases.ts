import type { PatientRisks } from '../../../contract/histories.ts'
import { dayText } from '../../ui/plain/date-text.ts'
import type { Suggestion } from '../../ui/suggestion-field.tsx'
import { currentDecision, questionsToAskFirst, type RiskDecisions } from '../histories/index.ts'

const [noneKnown, listedBefore] = ['none that we know of', 'those listed at the start of this form']
/** What can be said of a patient's own risks in one press. */
export const riskTexts: readonly string[] = [noneKnown, listedBefore]

type KnownRisks = {
  risks: PatientRisks | null
  decisions: RiskDecisions
  /** Risks that the clinician added in words of their own. */
  ownRisks: readonly { statement: string }[]
}

/**
 * The one of them that is true now. That none are known is offered only of a history that somebody reviewed, and of a
 * treatment that nothing unasked may stop: nothing claims a conversation that is not on record.
 */
export function riskPhrases({ risks, decisions, ownRisks }: KnownRisks): Suggestion[] {
  if (!risks || risks.review.state !== 'current' || questionsToAskFirst(risks).length > 0) return []
  const { at, byName } = risks.review
  const note = `history reviewed ${at ? dayText(at) : ''}${byName ? ` by ${byName}` : ''}`
  const isListed =
    ownRisks.some(({ statement }) => statement.trim() !== '') ||
    risks.findings.some((finding) => currentDecision(finding, decisions)?.decision !== 'left-out')
  return [{ text: isListed ? listedBefore : noneKnown, note }]
}
