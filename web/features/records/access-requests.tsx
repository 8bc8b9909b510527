import { useState } from 'react'
import type { AccessRequest, PatientRecord } from '../../../contract/records.ts'
import { Badge } from '../../ui/plain/badge.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { calendarDayText, dayText } from '../../ui/plain/date-text.ts'
import { today } from '../../ui/plain/date-parts.ts'
import { ClosingRequestForm, IdentityForm, NewRequestForm } from './access-request-forms.tsx'
import { outcomeWords } from './access-request-words.ts'

type AccessRequestsProps = {
  patientId: string
  requests: readonly AccessRequest[]
  onChanged: (record: PatientRecord) => void
}

/** Requests of the patient to see what is kept of them: each is answered within a month. */
export function AccessRequests({ patientId, requests, onChanged }: AccessRequestsProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <section>
      <h3>Requests to see it</h3>
      <p className="mt-0.5 text-muted">A request is answered within one month.</p>
      {requests.length > 0 && (
        <ul className="mt-3 divide-y divide-line border-y border-line">
          {requests.map((request) => (
            <li key={request.id} className="py-3">
              <RequestItem request={request} onChanged={onChanged} />
            </li>
          ))}
        </ul>
      )}
      {isOpen ? (
        <NewRequestForm
          patientId={patientId}
          onCancel={() => setOpen(false)}
          onChanged={(record) => {
            setOpen(false)
            onChanged(record)
          }}
        />
      ) : (
        <Button variant="quiet" size="small" className="mt-3" onClick={() => setOpen(true)}>
          Write down a request
        </Button>
      )}
    </section>
  )
}

type RequestItemProps = { request: AccessRequest; onChanged: (record: PatientRecord) => void }

function RequestItem({ request, onChanged }: RequestItemProps) {
  const { receivedOn, dueOn, from, identity, closed } = request
  const [step, setStep] = useState<'identity' | 'closing'>()
  const changed = (record: PatientRecord) => {
    setStep(undefined)
    onChanged(record)
  }
  const part = { request, onChanged: changed, onCancel: () => setStep(undefined) }
  return (
    <>
      <p>
        <span dir="auto">{from}</span>, received {calendarDayText(receivedOn)}{' '}
        <RequestBadge request={request} />
      </p>
      <p className="text-small text-muted">
        {identity ? `${identity.how}, ${identity.by}, ${dayText(identity.at)}. ` : 'Not yet clear who asks. '}
        {closed
          ? `${outcomeWords[closed.outcome]} on ${dayText(closed.at)} by ${closed.by}. ${closed.note}`
          : `Due by ${calendarDayText(dueOn)}.`}
      </p>
      {!closed && !step && (
        <div className="mt-2 flex flex-wrap gap-2">
          {!identity && (
            <Button variant="quiet" size="small" onClick={() => setStep('identity')}>
              Write down who asks
            </Button>
          )}
          <Button variant="quiet" size="small" onClick={() => setStep('closing')}>
            Close the request
          </Button>
        </div>
      )}
      {step === 'identity' && <IdentityForm {...part} />}
      {step === 'closing' && <ClosingRequestForm {...part} />}
    </>
  )
}

function RequestBadge({ request: { dueOn, closed } }: { request: AccessRequest }) {
  if (closed)
    return (
      <Badge tone={closed.outcome === 'answered' ? 'ok' : 'neutral'}>{outcomeWords[closed.outcome]}</Badge>
    )
  return dueOn < today() ? <Badge tone="bad">Overdue</Badge> : <Badge tone="warn">Open</Badge>
}
