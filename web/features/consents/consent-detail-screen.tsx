import { Suspense, useState, type ReactNode } from 'react'
import { consent_reason_length_max } from '../../../contract/limits.ts'
import { api } from '../../api.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { BackLink } from '../../ui/plain/back-link.tsx'
import { ErrorSummary, errorOf } from '../../ui/plain/error-summary.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useToast } from '../../ui/toast.tsx'
import { countersignObstacle, isOffered, type OfferedConsent } from './action-offers.ts'
import type { RenderHandOver } from './addendum-dialog.tsx'
import { ConsentBadge } from './consent-badge.tsx'
import { ConsentButtons, type ConversationAction } from './consent-buttons.tsx'
import { ConsentFactsPanel } from './consent-facts-panel.tsx'
import { wordingConfirmedId } from './consent-form-validation.ts'
import type { ConsentPaths } from './consent-paths.ts'
import { consentStatusMeaning } from './consent-status.ts'
import { ConsentTimeline } from './consent-timeline.tsx'
import { ConsentWordingText } from './consent-wording.tsx'
import { DraftNotice } from './draft-notice.tsx'
import { UntranslatedNotice } from './untranslated-notice.tsx'
import { ConversationsPanel, ChangesNotice } from './conversations-panel.tsx'
import { conversationDialogs, LinkDialog, ReasonDialog } from './lazy-consent-dialogs.ts'
import { SignatureFacts } from './signature-facts.tsx'
import { useDraftSending } from './use-draft-sending.ts'
import { WithdrawalNotice } from './withdrawal-notice.tsx'
import { WordingConfirmation } from './wording-confirmation.tsx'

type ConsentDetailScreenProps = {
  consent: OfferedConsent
  paths: ConsentPaths
  onChanged: () => Promise<void>
  /** What hands this browser to the patient, which is another feature's. */
  handOver: ReactNode
  /** The same with another form than this. */
  handOverOf: RenderHandOver
  /** What to know before talking to the patient; another feature's as well. */
  needs: ReactNode
  /** The X-rays and photographs that the patient sees with the text, likewise. */
  pictures: ReactNode
  /** What the patient and the practice said of it, likewise. */
  patientPanels: ReactNode
  /** What became of it: papers, links, messages. */
  recordPanels: ReactNode
}

/** What is asked before staff make a consent void. */
const voidPrompt = {
  title: 'Make this consent void?',
  text: 'Nobody may treat on it, and the patient’s links stop working. This cannot be undone; the record stays.',
  danger: true,
  lengthMax: consent_reason_length_max,
  confirm: 'Make void',
}

/** Everything about one consent: its text, who signed, what happened, and what can be done now. */
export function ConsentDetailScreen({
  consent,
  paths,
  onChanged,
  handOver,
  handOverOf,
  needs,
  pictures,
  patientPanels,
  recordPanels,
}: ConsentDetailScreenProps) {
  const { id: consentId, patient, treatment, status, content, reason } = consent
  const obstacle = consent.actions.countersign === 'not-registered' && countersignObstacle(consent)
  const [isVoiding, setIsVoiding] = useState(false)
  const [care, setCare] = useState<ConversationAction | null>(null)
  const CareDialog = care && conversationDialogs[care]
  const sending = useDraftSending(consent, onChanged)
  const toast = useToast()

  async function makeVoid(words: string) {
    await api.consents.void({ consentId, reason: words })
    await onChanged()
    toast('The consent is void.')
  }
  return (
    <>
      <PageHeader
        title={treatment}
        lead={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span dir="auto">{patient.name}</span>
            {needs}
          </span>
        }
        badge={<ConsentBadge status={status} />}
        back={<BackLink href={paths.list}>Consents</BackLink>}
        actions={
          <>
            {handOver}
            <ConsentButtons
              consent={consent}
              paths={paths}
              sending={sending}
              onVoid={() => setIsVoiding(true)}
              onCare={setCare}
            />
          </>
        }
      />
      <p className="mt-3 mb-5 text-muted">
        {consentStatusMeaning(consent)}
        {reason && (
          <>
            {' '}
            Reason given: “<span dir="auto">{reason}</span>”
          </>
        )}
      </p>
      {obstacle && (
        <InlineMessage title={obstacle.title} className="mb-5">
          {obstacle.text}
        </InlineMessage>
      )}
      <ProblemMessage problem={sending.problem} className="mb-5" />
      <WithdrawalNotice consent={consent} />
      <ChangesNotice
        consent={consent}
        onConfirm={isOffered(consent, 'confirm') ? () => setCare('confirmation') : undefined}
      />
      {status === 'draft' && (
        <DraftNotice
          missing={consent.missing}
          editHref={isOffered(consent, 'edit') ? paths.edit(consentId) : undefined}
        />
      )}
      <UntranslatedNotice
        untranslatedItems={consent.inEnglish}
        language={consent.plan.language}
        className="mb-5"
      />
      {isOffered(consent, 'send') && consent.wordingToConfirm && (
        <WordingConfirmationDialog {...sending.confirming} />
      )}
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_25rem]">
        <div className="min-w-0 space-y-5 xl:order-2">
          <ConsentFactsPanel consent={consent} paths={paths} />
          {patientPanels}
          <ConversationsPanel
            consent={consent}
            onRecord={isOffered(consent, 'discuss') ? () => setCare('discussion') : undefined}
          />
          <SignatureFacts consent={consent} />
          {recordPanels}
          <ConsentTimeline consent={consent} />
        </div>
        <Panel
          title="What the patient reads"
          lead={status === 'draft' ? 'Still a draft' : 'Frozen when it was sent'}
          className="min-w-0"
        >
          {pictures}
          <ConsentWordingText content={content} consent={consent} />
        </Panel>
      </div>
      <Suspense>
        {isVoiding && (
          <ReasonDialog {...voidPrompt} onConfirm={makeVoid} onClose={() => setIsVoiding(false)} />
        )}
        {CareDialog && (
          <CareDialog
            consent={consent}
            handOverOf={handOverOf}
            onDone={async (said) => {
              await onChanged()
              toast(said)
            }}
            onClose={() => setCare(null)}
          />
        )}
        {sending.handingOver && (
          <LinkDialog consentId={consentId} patientName={patient.name} onClose={sending.closeLink} />
        )}
      </Suspense>
    </>
  )
}

type WordingConfirmationDialogProps = ReturnType<typeof useDraftSending>['confirming']

/** What whoever sends the draft has to say first. */
const WordingConfirmationDialog = ({ errors, ...confirming }: WordingConfirmationDialogProps) => (
  <div className="mb-5">
    <ErrorSummary errors={errors} />
    <WordingConfirmation {...confirming} error={errorOf(errors, wordingConfirmedId)} />
  </div>
)
