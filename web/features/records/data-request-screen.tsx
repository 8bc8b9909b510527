import { Suspense, useState } from 'react'
import type { DataRequestDetail } from '../../../contract/data-requests.ts'
import { DescriptionList } from '../../ui/description-list.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { BackLink } from '../../ui/plain/back-link.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { CopyButton } from '../../ui/plain/copy-button.tsx'
import { calendarDayText, dayText, momentText } from '../../ui/plain/date-text.ts'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { lazyPart } from '../../ui/plain/lazy-part.ts'
import { Link } from '../../ui/plain/link.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { DataRequestBadge } from './data-request-badge.tsx'
import { requestKindWords, requestOutcomeWords, stepWords } from './data-request-words.ts'
import { listAvailableSteps, type AvailableStep } from './data-request-steps.ts'

const StepDialog = lazyPart(async () => ({ default: (await import('./step-dialog.tsx')).StepDialog }))
const CloseRequestDialog = lazyPart(async () => ({
  default: (await import('./close-request-dialog.tsx')).CloseRequestDialog,
}))

type Paths = { list: string; patient: (patientId: string) => string; consent: (consentId: string) => string }
type DataRequestScreenProps = {
  request: DataRequestDetail
  paths: Paths
  onChanged: () => Promise<void>
}

/** One request: by when it is to be answered, what can be done about it, and what was done. */
export function DataRequestScreen({ request, paths, onChanged }: DataRequestScreenProps) {
  const { kind, patient, from, receivedOn, identity, isExtended, closed, reply } = request
  return (
    <>
      <PageHeader
        back={<BackLink href={paths.list}>Data protection</BackLink>}
        title={requestKindWords[kind]}
        badge={<DataRequestBadge request={request} />}
      />
      <DeadlineNotice request={request} />
      <div className="mt-5 grid items-start gap-5 lg:grid-cols-2">
        <Panel title="The request">
          <DescriptionList
            items={[
              {
                term: 'About',
                detail: patient ? (
                  <Link href={paths.patient(patient.id)} className="text-link" dir="auto">
                    {patient.name}
                  </Link>
                ) : (
                  'No patient record'
                ),
              },
              { term: 'Requested by', detail: <span dir="auto">{from}</span> },
              { term: 'Received', detail: calendarDayText(receivedOn) },
              {
                term: 'Identity',
                detail: identity
                  ? `${identity.how} (${identity.by}, ${dayText(identity.at)})`
                  : 'Not yet confirmed',
              },
              ...(isExtended ? [{ term: 'Extended', detail: 'By two months' }] : []),
              ...(closed
                ? [
                    {
                      term: requestOutcomeWords[closed.outcome],
                      detail: `${momentText(closed.at)}, ${closed.by}. ${closed.note}`,
                    },
                  ]
                : []),
            ]}
          />
          {!closed && <RequestActions request={request} paths={paths} onChanged={onChanged} />}
        </Panel>
        <Thread request={request} consentHref={paths.consent} />
      </div>
      {reply && <Reply reply={reply} />}
    </>
  )
}

function DeadlineNotice({ request: { closed, stopped, isOverdue, dueOn } }: { request: DataRequestDetail }) {
  if (closed) return null
  if (stopped)
    return (
      <InlineMessage className="mt-5" title="Clock stopped">
        Since {calendarDayText(stopped.on)}, until{' '}
        {stopped.for === 'identity' ? 'their identity is confirmed' : 'they clarify the request'}.
      </InlineMessage>
    )
  return (
    <InlineMessage
      className="mt-5"
      tone={isOverdue ? 'bad' : 'warn'}
      title={`${isOverdue ? 'Was due' : 'Due'} by ${calendarDayText(dueOn)}`}
    >
      {isOverdue
        ? 'Reply now and explain the delay. The person can complain to the ICO.'
        : 'Reply without delay, by this date at the latest.'}
    </InlineMessage>
  )
}

type RequestActionsProps = Pick<DataRequestScreenProps, 'request' | 'paths' | 'onChanged'>

function RequestActions({ request, paths, onChanged }: RequestActionsProps) {
  const [step, setStep] = useState<AvailableStep>()
  const [isClosing, setClosing] = useState(false)
  return (
    <>
      <div className="mt-5 flex flex-wrap gap-2">
        {listAvailableSteps(request).map((offered) => (
          <Button key={offered.kind} variant="quiet" size="small" onClick={() => setStep(offered)}>
            {offered.label}
          </Button>
        ))}
        <Button size="small" onClick={() => setClosing(true)}>
          Close the request
        </Button>
      </div>
      {(request.kind === 'access' || request.kind === 'portability') &&
        request.patient &&
        request.packs.length === 0 && (
          <p className="mt-4 text-muted">
            To put all their data in one file,{' '}
            <Link href={paths.patient(request.patient.id)} className="text-link">
              create an access pack
            </Link>{' '}
            in their record.
          </p>
        )}
      <Suspense>
        {step && (
          <StepDialog
            request={request}
            step={step}
            onChanged={onChanged}
            onClose={() => setStep(undefined)}
          />
        )}
        {isClosing && (
          <CloseRequestDialog request={request} onChanged={onChanged} onClose={() => setClosing(false)} />
        )}
      </Suspense>
    </>
  )
}

type ThreadProps = { request: DataRequestDetail; consentHref: (consentId: string) => string }

function Thread({ request: { steps }, consentHref }: ThreadProps) {
  return (
    <Panel title="Actions taken" lead="Entries cannot be changed.">
      <ol className="divide-y divide-line">
        {steps.map(({ id, kind, on, note, by, at, consentId }) => (
          <li key={id} className="py-3 first:pt-0 last:pb-0">
            <p className="font-medium">{stepWords[kind]}</p>
            {note && (
              <p className="wrap-anywhere whitespace-pre-line" dir="auto">
                {note}
              </p>
            )}
            {consentId && (
              <Link href={consentHref(consentId)} className="text-link">
                Consent concerned
              </Link>
            )}
            <p className="text-small text-muted">
              {calendarDayText(on)}. Recorded by {by}, {momentText(at)}
            </p>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

function Reply({ reply }: { reply: string }) {
  return (
    <Panel
      title="Draft reply"
      lead="Check and edit the draft before sending it."
      actions={<CopyButton text={reply} label="Copy" />}
      className="mt-5 max-w-column"
    >
      <p className="whitespace-pre-line" dir="auto">
        {reply}
      </p>
    </Panel>
  )
}
