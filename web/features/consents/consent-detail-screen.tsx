import { lazy, Suspense, useState, type ReactNode } from 'react'
import { api } from '../../api.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { BackLink } from '../../ui/plain/back-link.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useToast } from '../../ui/toast.tsx'
import { actionsOf } from './consent-actions.ts'
import { ConsentBadge } from './consent-badge.tsx'
import { ConsentButtons } from './consent-buttons.tsx'
import { ConsentFactsPanel } from './consent-facts-panel.tsx'
import type { Consent } from './consent-form-values.ts'
import { ConsentLinks, type PatientLink } from './consent-links.tsx'
import type { ConsentPaths } from './consent-paths.ts'
import { consentStatusLook } from './consent-status.ts'
import { ConsentTimeline } from './consent-timeline.tsx'
import { ConsentWordingText } from './consent-wording.tsx'
import { SignatureFacts } from './signature-facts.tsx'
import { DraftNotice } from './draft-notice.tsx'
import { useDraftSending } from './use-draft-sending.ts'

const ReasonDialog = lazy(async () => ({ default: (await import('./reason-dialog.tsx')).ReasonDialog }))
const LinkDialog = lazy(async () => ({ default: (await import('./link-dialog.tsx')).LinkDialog }))

type ConsentDetailScreenProps = {
  consent: Consent
  /** Null where the reader may not see them. */
  links: readonly PatientLink[] | null
  actions: ReturnType<typeof actionsOf>
  paths: ConsentPaths
  onChanged: () => Promise<void>
  /** The sealed documents, which are another feature's to show. */
  documents: ReactNode
}

/** Everything about one consent: its text, who signed, what happened, and what can be done now. */
export function ConsentDetailScreen({
  consent,
  links,
  actions,
  paths,
  onChanged,
  documents,
}: ConsentDetailScreenProps) {
  const { id: consentId, patient, treatment, status, content, reason } = consent
  const [ending, setEnding] = useState<'void' | 'withdraw' | null>(null)
  const sending = useDraftSending(consent, onChanged)
  const toast = useToast()

  async function end(how: 'void' | 'withdraw', words: string) {
    await (how === 'void' ? api.consents.void : api.consents.recordWithdrawal)({ consentId, reason: words })
    await onChanged()
    toast(how === 'void' ? 'The consent is void.' : 'The withdrawal is recorded.')
  }
  return (
    <>
      <PageHeader
        title={treatment}
        lead={<span dir="auto">{patient.name}</span>}
        beside={<ConsentBadge status={status} />}
        back={<BackLink href={paths.list}>Consents</BackLink>}
        actions={
          <ConsentButtons
            consentId={consentId}
            actions={actions}
            paths={paths}
            sending={sending}
            onEnd={setEnding}
          />
        }
      />
      <p className="mt-3 mb-5 text-muted">
        {consentStatusLook[status].meaning}
        {reason && (
          <>
            {' '}
            Reason given: “<span dir="auto">{reason}</span>”
          </>
        )}
      </p>
      <ProblemMessage problem={sending.problem} className="mb-5" />
      {status === 'draft' && (
        <DraftNotice missing={consent.missing} editHref={actions.edit ? paths.edit(consentId) : undefined} />
      )}
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_25rem]">
        <div className="min-w-0 space-y-5 xl:order-2">
          <ConsentFactsPanel consent={consent} patientHref={paths.patient(patient.id)} />
          <SignatureFacts consent={consent} />
          {documents}
          {links && (
            <ConsentLinks
              consentId={consentId}
              patientName={patient.name}
              links={links}
              open={actions.giveLink}
              onChanged={onChanged}
            />
          )}
          <ConsentTimeline consent={consent} />
        </div>
        <Panel
          title="What the patient reads"
          lead={status === 'draft' ? 'Still a draft' : 'Frozen when it was sent'}
          className="min-w-0"
        >
          <ConsentWordingText content={content} />
        </Panel>
      </div>
      <Suspense>
        {ending === 'void' && (
          <ReasonDialog
            title="Make this consent void?"
            text="Nobody may treat on it, and the patient’s links stop working. This cannot be undone; the record stays."
            label="A reason"
            confirm="Make void"
            onConfirm={(words) => end('void', words)}
            onClose={() => setEnding(null)}
          />
        )}
        {ending === 'withdraw' && (
          <ReasonDialog
            title="Record that the patient withdraws?"
            text="From now on nobody may treat on this consent. This cannot be undone; a new consent can be made."
            label="What the patient said"
            confirm="Record withdrawal"
            onConfirm={(words) => end('withdraw', words)}
            onClose={() => setEnding(null)}
          />
        )}
        {sending.handingOver && (
          <LinkDialog consentId={consentId} patientName={patient.name} onClose={sending.closeLink} />
        )}
      </Suspense>
    </>
  )
}
