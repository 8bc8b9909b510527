import type { PatientConsent } from '../../../contract/signing.ts'
import { formatLocalDateTime } from '../../ui/plain/local-moment.ts'
import { Button } from '../../ui/plain/button.tsx'
import { ConfirmationPanel } from '../../ui/plain/confirmation-panel.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { CopyByMail } from './copy-by-mail.tsx'
import { useIsClientNavigation } from './client-navigation.tsx'
import { useWindowTitle } from './patient-page.tsx'
import { CallPracticeLink } from './practice-call.tsx'
import { AdditionalConsentAnswers } from './additional-consents.tsx'
import { MattersSummary } from './matters-page.tsx'
import { AnsweredQuestions } from './question-list.tsx'
import { SignedCopy } from './signed-copy.tsx'
import { SignedPaper } from './signed-paper.tsx'
import { TextButton } from './text-button.tsx'
import { answeredOf, isPartlyTakenBack } from './treatment-answers.ts'
import { ConsentTreatmentStates } from './treatment-states.tsx'
import { useWords } from './words-context.tsx'
import { fillPlaceholders } from './words-text.ts'

type SignedPageProps = {
  consent: PatientConsent
  /** A second signature arrived after the first had been taken. */
  wasSigned: boolean
  onConsent: (consent: PatientConsent) => void
  onWithdraw: () => void
  onRead: () => void
  onShare: () => void
  onLapsed: () => void
  /** Once treatment has begun: what to read then, or what worries them. */
  onAftercare?: ((isWorried: boolean) => void) | undefined
}

/** The end of the way, and what stands here whenever the person comes back. */
export function SignedPage(props: SignedPageProps) {
  const { consent, wasSigned, onConsent, onWithdraw, onRead, onShare, onLapsed, onAftercare } = props
  const { decided, signed, sharing, aftercare, withdraw, locale } = useWords()
  const replaced = useIsClientNavigation()
  const { signature, content, countersigned } = consent
  // Nobody is told that they signed what was decided for them.
  const isDecided = signature?.kind === 'decided'
  const isPart = isPartlyTakenBack(answeredOf(consent))
  const { title, lead } = isPart
    ? { title: withdraw.parts.title, lead: withdraw.parts.others }
    : isDecided
      ? decided
      : signed
  useWindowTitle(title)
  return (
    <>
      <ConfirmationPanel title={title} focused={replaced} className="mt-6">
        <p dir="auto">{fillPlaceholders(lead, { practice: content.clinic.name })}</p>
        {signature && !isDecided && (
          <p dir="auto" className="mt-1 text-small text-muted">
            {fillPlaceholders(signed.by, {
              name: signature.name,
              time: formatLocalDateTime(signature.at, locale),
            })}
          </p>
        )}
      </ConfirmationPanel>
      <ConsentTreatmentStates consent={consent} className="mt-4" />
      {wasSigned && <InlineMessage className="mt-4">{signed.alreadySigned}</InlineMessage>}
      {onAftercare && (
        <section className="mt-8 space-y-3">
          <h2>{aftercare.title}</h2>
          <p>{aftercare.worriedLead}</p>
          <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
            <Button onClick={() => onAftercare(true)}>{aftercare.worried}</Button>
            <TextButton onClick={() => onAftercare(false)}>{aftercare.open}</TextButton>
          </div>
        </section>
      )}
      <SignedCopy consent={consent} onConsent={onConsent} />
      <CopyByMail consentId={consent.id} onLapsed={onLapsed} />
      <SignedPaper consent={consent} reader="patient" />
      <section className="mt-8">
        <h2>{signed.next}</h2>
        <ul className="mt-2 list-disc space-y-1.5 ps-6">
          <li>{countersigned ? signed.steps.countersigned : signed.steps.countersign}</li>
          <li>{signed.steps.appointment}</li>
          <li>{signed.steps.call}</li>
        </ul>
        <CallPracticeLink />
      </section>
      <MattersSummary consent={consent} />
      <AnsweredQuestions consent={consent} />
      <AdditionalConsentAnswers consent={consent} onLapsed={onLapsed} />
      <section className="mt-8 border-t border-line pt-6">
        <h2>{signed.changed}</h2>
        <p className="mt-2">{signed.changedBody}</p>
        <ul className="mt-3 flex flex-col items-start gap-1">
          <li>
            <TextButton onClick={onWithdraw}>{signed.withdraw}</TextButton>
          </li>
          <li>
            <TextButton onClick={onRead}>{signed.read}</TextButton>
          </li>
          <li>
            <TextButton onClick={onShare}>{sharing.title}</TextButton>
          </li>
        </ul>
      </section>
    </>
  )
}
