import { Fragment, Suspense, useState, type ReactNode } from 'react'
import { consent_reason_length_max } from '../../../contract/limits.ts'
import { api } from '../../api.ts'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { BackLink } from '../../ui/plain/back-link.tsx'
import { calendarDayText } from '../../ui/plain/date-text.ts'
import { ErrorSummary, errorOf } from '../../ui/plain/error-summary.tsx'
import { Link } from '../../ui/plain/link.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useToast } from '../../ui/toast.tsx'
import { isOffered, type OfferedConsent } from './action-offers.ts'
import type { RenderHandOver } from './addendum-dialog.tsx'
import { ConsentBadge } from './consent-badge.tsx'
import { ConsentButtons, type ConversationAction } from './consent-buttons.tsx'
import { ConsentFactsPanel } from './consent-facts-panel.tsx'
import { wordingConfirmedId } from './consent-form-validation.ts'
import type { ConsentPaths } from './consent-paths.ts'
import { consentStatusMeaning, nextStepText } from './consent-meaning.ts'
import { consentSectionLabels, sectionsOf, type ConsentSection } from './consent-sections.ts'
import { BrokenChainNotice, ConsentTimeline } from './consent-timeline.tsx'
import { ConsentWordingText } from './consent-wording.tsx'
import { CountersignRequestNotice } from './countersign-request-notice.tsx'
import { DraftNotice } from './draft-notice.tsx'
import type { PatientContact } from './link-words.ts'
import { UnreachableNotice } from './unreachable-notice.tsx'
import { EasyReadNotice } from './easy-read-notice.tsx'
import { UntranslatedNotice } from './untranslated-notice.tsx'
import { ConversationsPanel, ChangesNotice } from './conversations-panel.tsx'
import { conversationDialogs, LinkDialog, ReasonDialog } from './lazy-consent-dialogs.ts'
import { SignatureFacts } from './signature-facts.tsx'
import { useDraftDiscarding } from './use-draft-discarding.ts'
import { useDraftSending } from './use-draft-sending.ts'
import { WithdrawalNotice } from './withdrawal-notice.tsx'
import { WordingConfirmation } from './wording-confirmation.tsx'

/** Shows how a consent went so far; `onRecord` puts a conversation on record, absent where that cannot be done. */
export type RenderOverview = (onRecord: (() => void) | undefined) => ReactNode

type ConsentDetailScreenProps = {
  consent: OfferedConsent
  /** How its patient can be reached now. */
  contact: PatientContact
  paths: ConsentPaths
  onChanged: () => Promise<void>
  /** After a draft was discarded. */
  onDiscarded: () => void
  /** What hands this browser to the patient, which is another feature's. */
  handOver: ReactNode
  /** The same with another form than this. */
  handOverOf: RenderHandOver
  /** What to know before talking to the patient; another feature's as well. */
  needs: ReactNode
  /** The X-rays and photographs that the patient sees with the text, likewise. */
  pictures: ReactNode
  /** The part of the page that is shown; `all` puts them under each other, for print. */
  section: ConsentSection | 'all'
  /** How it went so far and what is unusual about it, of what was sent; likewise. */
  overviewOf: RenderOverview
  /** What other features show in each part. */
  panels: Partial<Record<ConsentSection, ReactNode>>
}

/** What is asked before staff make a consent void. */
const voidPrompt = {
  title: 'Void this consent?',
  text: 'It can no longer be relied on for treatment, and the patient’s links stop working. This cannot be undone; the record stays.',
  danger: true,
  lengthMax: consent_reason_length_max,
  confirm: 'Void consent',
}

/** Everything about one consent: its text, who signed, what happened, and what can be done now. */
export function ConsentDetailScreen({
  consent,
  contact,
  paths,
  onChanged,
  onDiscarded,
  handOver,
  handOverOf,
  needs,
  pictures,
  section,
  overviewOf,
  panels,
}: ConsentDetailScreenProps) {
  const { id: consentId, patient, treatment, status, reason } = consent
  const shown = sectionsOf(consent).filter((each) => section === 'all' || section === each)
  const nextStep = nextStepText(consent)
  const [isVoiding, setIsVoiding] = useState(false)
  const [care, setCare] = useState<ConversationAction | null>(null)
  const CareDialog = care && conversationDialogs[care]
  const sending = useDraftSending(consent, onChanged)
  const discarding = useDraftDiscarding(onDiscarded)
  const toast = useToast()

  async function makeVoid(words: string) {
    await api.consents.void({ consentId, reason: words })
    await onChanged()
    toast('Consent voided.')
  }
  const onRecord = isOffered(consent, 'discuss') ? () => setCare('discussion') : undefined
  const own: Partial<Record<ConsentSection, ReactNode>> = {
    overview: <Overview {...{ consent, paths, pictures }}>{overviewOf(onRecord)}</Overview>,
    text: <TextPanel {...{ consent, pictures }} isFolded={section !== 'all'} />,
    conversation: <ConversationsPanel consent={consent} onRecord={onRecord} />,
    signatures: <SignatureFacts consent={consent} />,
    audit: <ConsentTimeline consent={consent} />,
  }
  return (
    <>
      <PageHeader
        title={treatment}
        lead={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Link href={paths.patient(patient.id)} dir="auto" className="text-link">
              {patient.name}
            </Link>
            <span>Born {calendarDayText(patient.dateOfBirth)}</span>
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
              contact={contact}
              paths={paths}
              sending={sending}
              onDiscard={() => void discarding.discard(consentId)}
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
        {nextStep && (
          <>
            {' '}
            <span className="font-medium text-ink">Next: {nextStep}</span>
          </>
        )}
      </p>
      <CountersignRequestNotice consent={consent} onChanged={onChanged} />
      {isOffered(consent, 'send') && (
        <UnreachableNotice contact={contact} editHref={paths.editPatient(patient.id)} className="mb-5" />
      )}
      <ProblemMessage problem={sending.problem ?? discarding.problem} className="mb-5" />
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
      {status === 'draft' && (
        <EasyReadNotice consent={consent} isChosen={consent.plan.format === 'easy-read'} className="mb-5" />
      )}
      <UntranslatedNotice
        untranslatedItems={consent.inEnglish}
        language={consent.plan.language}
        className="mb-5"
      />
      {isOffered(consent, 'send') && consent.wordingToConfirm && (
        <WordingConfirmationDialog {...sending.confirming} />
      )}
      {!consent.chainIntact && <BrokenChainNotice className="mb-5" />}
      {section !== 'all' && (
        <LinkTabs
          label="Parts of this consent"
          className="mb-5 gap-x-4 print:hidden"
          tabs={sectionsOf(consent).map((each) => ({
            href: paths.section(consentId, each),
            label: consentSectionLabels[each],
            current: each === section,
          }))}
        />
      )}
      <div className="space-y-5">
        {shown.map((each) => (
          <Fragment key={each}>
            {own[each]}
            {panels[each]}
          </Fragment>
        ))}
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

type TextPanelProps = { consent: OfferedConsent; pictures: ReactNode; isFolded?: boolean }

const TextPanel = ({ consent, pictures, isFolded = false }: TextPanelProps) => (
  <Panel
    title="What the patient reads"
    lead={consent.contentHash === null ? 'Still a draft' : 'Text as sent'}
    className="min-w-0"
  >
    {pictures}
    <ConsentWordingText content={consent.content} consent={consent} isFolded={isFolded} />
  </Panel>
)

type OverviewProps = TextPanelProps & { paths: ConsentPaths; children: ReactNode }

/** The facts beside how it went so far; of a draft beside its text, which is what there is of it. */
const Overview = ({ consent, paths, pictures, children }: OverviewProps) => (
  <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_25rem]">
    <div className="min-w-0 space-y-5">
      {consent.contentHash === null ? <TextPanel {...{ consent, pictures }} /> : children}
    </div>
    <ConsentFactsPanel consent={consent} paths={paths} />
  </div>
)

type WordingConfirmationDialogProps = ReturnType<typeof useDraftSending>['confirming']

/** What whoever sends the draft has to say first. */
const WordingConfirmationDialog = ({ errors, ...confirming }: WordingConfirmationDialogProps) => (
  <div className="mb-5">
    <ErrorSummary errors={errors} />
    <WordingConfirmation {...confirming} error={errorOf(errors, wordingConfirmedId)} />
  </div>
)
