import type { RiskDecision, PatientRisks } from '../../../contract/histories.ts'
import type { FieldProblem } from '../../ui/plain/error-summary.tsx'
import { currentDecision, validateDecisions, type RiskDecisions } from '../histories/index.ts'
import { wordingConfirmedId } from './consent-form-validation.ts'
import {
  requiresPlaceholder,
  toTreatmentInput,
  validateTreatmentForSaving,
  validateTreatmentForSending,
  type TreatmentValues,
} from './treatment-values.ts'

/** What a patient is told before they agree to another plan; all but the last has to be. */
export const disclosures = [
  { key: 'findings', label: 'Findings, and why the plan changes', isRequired: true },
  { key: 'risks', label: 'The new treatment and its risks', isRequired: true },
  { key: 'options', label: 'The other options, and doing nothing today', isRequired: true },
  { key: 'cost', label: 'What it costs', isRequired: false },
] as const

/** What stands in the dialog beside the second person's secret. */
export type AddendumValues = {
  treatment: TreatmentValues
  found: string
  risks: PatientRisks | null
  decisions: RiskDecisions
  wordingConfirmed: boolean
}

/** What was ticked and typed of what was said. */
export type AddendumStatement = {
  disclosed: readonly string[]
  remark: string
  understanding: string
  heard: boolean
  login: string
  by: string
  secret: string
}

/** Reads the fields of the agreement out of the form. */
export function parseStatement(data: FormData): AddendumStatement {
  const valueOf = (name: string) => String(data.get(name) ?? '').trim()
  return {
    disclosed: data.getAll('disclosed').map(String),
    remark: valueOf('remark'),
    understanding: valueOf('understanding'),
    heard: data.has('heard'),
    login: valueOf('colleague'),
    by: valueOf('proof'),
    secret: String(data.get('secret') ?? ''),
  }
}

/** What was found is why: a text that asks for the reason is given it. */
const withReason = ({ treatment, found }: AddendumValues): TreatmentValues =>
  requiresPlaceholder(treatment.template, 'reason')
    ? { ...treatment, placeholders: { ...treatment.placeholders, reason: found.trim() } }
    : treatment

/** What is missing of the change and of its agreement, in the order of the fields. */
export function validateAddendum(
  values: AddendumValues,
  statement: AddendumStatement,
  mayOverride: boolean,
): FieldProblem[] {
  const { treatment, risks, decisions, wordingConfirmed } = values
  const { disclosed, understanding, heard, login, by, secret } = statement
  const isUntold = disclosures.some(({ key, isRequired }) => isRequired && !disclosed.includes(key))
  const checks: [isWrong: boolean, id: string, text: string][] = [
    [
      isUntold,
      'disclosed',
      'Explain the findings, the risks and the other options to the patient, and tick each',
    ],
    [understanding === '', 'understanding', 'Choose how understanding was checked'],
    [!heard, 'heard', 'Tick this once you have heard the patient agree'],
    [login === '', 'colleague', 'Enter the e-mail or username of the second person'],
    [secret === '', 'secret', by === 'pin' ? 'Enter their PIN' : 'Enter their password'],
  ]
  const sending = validateTreatmentForSending(withReason(values), 0)
  return [
    ...(values.found.trim() === '' ? [{ id: 'found', text: 'Enter the findings' }] : []),
    ...sending.filter(({ id }) => !id?.endsWith('.reason')),
    ...validateTreatmentForSaving(treatment, 0),
    ...(treatment.wordingToConfirm && !wordingConfirmed
      ? [{ id: wordingConfirmedId, text: 'Read this wording and confirm it' }]
      : []),
    ...(risks ? validateDecisions(risks, decisions, mayOverride) : []),
    ...checks.filter(([isWrong]) => isWrong).map(([, id, text]) => ({ id, text })),
  ]
}

const decidedRisks = ({ risks, decisions }: AddendumValues): RiskDecision[] =>
  (risks?.findings ?? []).flatMap((finding) => currentDecision(finding, decisions) ?? [])

/** What the patient was told, in one sentence, and what else was said. */
export function noteOf({ disclosed, remark }: Pick<AddendumStatement, 'disclosed' | 'remark'>): string {
  const labels = disclosures
    .filter(({ key }) => disclosed.includes(key))
    .map(({ label }) => label.toLowerCase())
  return [`Explained to the patient: ${labels.join('; ')}.`, remark].filter(Boolean).join('\n')
}

/** The change as the server takes it, but for the second person's attestation. */
export const toAddendumInput = (consentId: string, values: AddendumValues, statement: AddendumStatement) => ({
  consentId,
  items: [toTreatmentInput(withReason(values))],
  personalRisks: decidedRisks(values),
  found: values.found.trim(),
  note: noteOf(statement),
  understanding: statement.understanding as 'explained-back' | 'questions-answered',
  heard: true as const,
  wordingConfirmed: values.treatment.wordingToConfirm && values.wordingConfirmed,
})
