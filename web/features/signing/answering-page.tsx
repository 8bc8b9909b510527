import type { PatientConsent } from '../../../contract/signing.ts'
import { ConfirmPage } from './confirm-page.tsx'
import type { DraftProps } from './draft-state.ts'
import { signerRoleOf } from './signature-body.ts'
import { SignPage } from './sign-page.tsx'
import type { SignatureInput } from './signing-api.ts'
import type { Draft } from './signing-memory.ts'
import type { StepProps } from './step-props.ts'
import { isAllDeclined, unansweredOf } from './treatment-answers.ts'

type AnsweringPageProps = StepProps &
  DraftProps & { isSigning: boolean; onSign: (body: SignatureInput) => void }

/** Signing needs every treatment answered, every statement confirmed and a signer named; a reload cannot skip that. */
function isReadyToSign(consent: PatientConsent, draft: Draft): boolean {
  const { content } = consent
  const { confirmed, answers } = draft
  const all = content.statements.every((_, index) => confirmed.includes(index))
  const isAnswered = unansweredOf(content, answers).length === 0 && !isAllDeclined(content, answers)
  return all && isAnswered && signerRoleOf(consent, draft) !== undefined
}

/** What somebody confirms and, once that is done, their signature. */
export const AnsweringPage = ({ isSigning, onSign, ...given }: AnsweringPageProps) =>
  isSigning && isReadyToSign(given.consent, given.draft) ? (
    <SignPage {...given} onSign={onSign} />
  ) : (
    <ConfirmPage {...given} />
  )
