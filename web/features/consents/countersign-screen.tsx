import { Suspense, useState, type FormEvent, type ReactNode } from 'react'
import { api } from '../../api.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { BackLink } from '../../ui/plain/back-link.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import { useTask } from '../../ui/use-task.ts'
import { countersignObstacle, isOffered, type OfferedConsent } from './action-offers.ts'
import { CountersignSteps, type ReviewedHistory } from './countersign-steps.tsx'
import { ConsentBadge } from './consent-badge.tsx'
import { ConsentFactsPanel } from './consent-facts-panel.tsx'
import type { Consent } from './consent-form-values.ts'
import type { ConsentPaths } from './consent-paths.ts'
import { consentStatusMeaning } from './consent-meaning.ts'
import { ConversationsPanel } from './conversations-panel.tsx'
import { conversationDialogs } from './lazy-consent-dialogs.ts'
import { ConsentWordingText } from './consent-wording.tsx'
import { SignatureFacts } from './signature-facts.tsx'
import { Form } from '../../ui/form.tsx'

type CountersignScreenProps = {
  consent: OfferedConsent
  signedInName: string
  paths: ConsentPaths
  onChanged: () => Promise<void>
  /** The sealed documents, which are another feature's to show. */
  documents: ReactNode
  /** What matters to the patient, to be answered before, likewise. */
  matters: ReactNode
  /** The X-rays and photographs that the patient saw with the text, likewise. */
  pictures: ReactNode
  /** Whether the medical history was gone through with the patient, likewise. */
  history: ReviewedHistory
}

/** A registered clinician reads what the patient signed and adds their own signature. */
export function CountersignScreen({
  consent,
  signedInName,
  paths,
  onChanged,
  documents,
  matters,
  pictures,
  history,
}: CountersignScreenProps) {
  const { id, patient, treatment, status, content, signature } = consent
  const obstacle = countersignObstacle(consent)
  const [recording, setRecording] = useState<'discussion' | 'attestation' | null>(null)
  const RecordingDialog = recording && conversationDialogs[recording]
  return (
    <>
      <PageHeader
        title="Countersign"
        lead={
          <span dir="auto">
            {treatment}, {patient.name}
          </span>
        }
        badge={<ConsentBadge status={status} />}
        back={<BackLink href={paths.detail(id)}>Consent</BackLink>}
      />
      <CountersignSteps consent={consent} history={history} className="mt-5" />
      {status === 'finalised' && (
        <InlineMessage tone="ok" role="status" title="Signed and countersigned" className="mt-5">
          Both signatures are in the record.
        </InlineMessage>
      )}
      {status !== 'signed' && status !== 'finalised' && (
        <InlineMessage tone="warn" title="This consent cannot be countersigned" className="mt-5">
          {consentStatusMeaning(consent)}
        </InlineMessage>
      )}
      <div className="mt-5 grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_25rem] [&_a]:scroll-mb-48 [&_button]:scroll-mb-48 [&_input]:scroll-mb-48">
        <Panel
          title={signature?.kind === 'decided' ? 'Decision' : 'What the patient signed'}
          lead="Text as sent"
          className="min-w-0"
        >
          {pictures}
          <ConsentWordingText content={content} consent={consent} />
        </Panel>
        <div className="min-w-0 space-y-5">
          <ConsentFactsPanel consent={consent} paths={paths} />
          <SignatureFacts consent={consent} />
          <ConversationsPanel
            consent={consent}
            // While one is missing, its button stands at the foot of the page.
            onRecord={
              isOffered(consent, 'discuss') && consent.discussions.length > 0
                ? () => setRecording('discussion')
                : undefined
            }
          />
          {matters}
          {documents}
        </div>
      </div>
      {(obstacle || isOffered(consent, 'countersign')) && (
        <div className="sticky bottom-0 z-10 -mx-1 mt-5 rounded-t-lg border border-line bg-surface px-4 py-3 shadow-lg print:hidden">
          {isOffered(consent, 'countersign') && (
            <CountersignForm consent={consent} signedInName={signedInName} onDone={onChanged} />
          )}
          {obstacle && (
            <section aria-label={obstacle.title} className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <p className="min-w-0 flex-1 basis-64">
                <strong className="block">{obstacle.title}</strong>
                {obstacle.text}
              </p>
              {consent.actions.countersign === 'discussion-missing' && isOffered(consent, 'discuss') && (
                <Button onClick={() => setRecording('discussion')}>Record a conversation</Button>
              )}
              {consent.actions.countersign === 'cosigner-missing' && (
                <Button onClick={() => setRecording('attestation')}>Record a witness or interpreter</Button>
              )}
            </section>
          )}
        </div>
      )}
      <Suspense>
        {RecordingDialog && (
          <RecordingDialog consent={consent} onDone={onChanged} onClose={() => setRecording(null)} />
        )}
      </Suspense>
    </>
  )
}

const advice: Record<string, string> = {
  'wrong-state': 'Reload the page to see what has changed.',
  'stale-version': 'Reload the page and read the current text before you countersign.',
}

const consentStatements =
  'I have discussed this treatment, its risks and the alternatives with the patient, and I am satisfied that they have given their consent.'
const decisionStatements =
  'I have read the assessment and the decision made for the patient, and I am satisfied that they cannot decide this themselves and that the decision is right for them.'

type CountersignFormProps = { consent: Consent; signedInName: string; onDone: () => Promise<void> }

function CountersignForm({ consent, signedInName, onDone }: CountersignFormProps) {
  const [name, setName] = useState(signedInName)
  const [error, setError] = useState<string>()
  const { busy, problem, run } = useTask()
  const keyOf = useIdempotencyKey()

  async function submit(event: FormEvent) {
    event.preventDefault()
    const typed = name.trim()
    setError(typed ? undefined : 'Enter your full name')
    if (!typed || !consent.contentHash) return document.getElementById('name')?.focus()
    const input = { consentId: consent.id, contentHash: consent.contentHash, name: typed }
    await run(async () => {
      await api.consents.finalise(input, { context: { idempotencyKey: keyOf(input) } })
      await onDone()
    })
  }
  return (
    <Form
      draft="countersign"
      noValidate
      onSubmit={submit}
      aria-label="Your countersignature"
      className="flex flex-wrap items-end gap-x-5 gap-y-2"
    >
      <p className="min-w-0 flex-1 basis-80 text-small">
        {consent.signature?.kind === 'decided' ? decisionStatements : consentStatements} Your name and GDC
        number appear in the record.
      </p>
      <TextField
        id="name"
        label="Your full name"
        dir="auto"
        autoComplete="name"
        maxLength={120}
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={error}
        className="min-w-0 flex-1 basis-44"
      />
      <Button type="submit" busy={busy} className="max-sm:w-full">
        Countersign
      </Button>
      <ProblemMessage problem={problem} title="Not countersigned" className="basis-full">
        {problem?.reason && advice[problem.reason] && <p className="mt-1">{advice[problem.reason]}</p>}
      </ProblemMessage>
    </Form>
  )
}
