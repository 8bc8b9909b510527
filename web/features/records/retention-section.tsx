import { useState } from 'react'
import { record_reason_length_max } from '../../../contract/limits.ts'
import type { PatientRecord } from '../../../contract/records.ts'
import { api } from '../../api.ts'
import { DescriptionList } from '../../ui/description-list.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { calendarDayText, dayText } from '../../ui/plain/date-text.ts'
import { Disclosure } from '../../ui/plain/disclosure.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { RecordReasonForm } from './record-reason-form.tsx'

type RetentionSectionProps = {
  patientId: string
  record: PatientRecord
  /** Whether the reader may set and lift holds. */
  mayHold: boolean
  onChanged: (record: PatientRecord) => void
}

/** The earliest day on which somebody may decide about this record, why that day, and holds on it. */
export function RetentionSection({ patientId, record, mayHold, onChanged }: RetentionSectionProps) {
  const { retention, holds } = record
  const [standing] = holds.filter(({ liftedAt }) => liftedAt === null)
  const earlier = holds.filter(({ liftedAt }) => liftedAt !== null)
  return (
    <section>
      <DescriptionList
        items={[
          { term: 'Last care', detail: calendarDayText(retention.lastCareOn) },
          {
            term: 'Keep until at least',
            detail: (
              <>
                {calendarDayText(retention.reviewOn)}{' '}
                {retention.isDue && <Badge tone="warn">Due for review</Badge>}
                <span className="block text-small text-muted">{retention.reason}</span>
              </>
            ),
          },
        ]}
      />
      {standing && (
        <InlineMessage tone="warn" title="Record on hold" className="mt-4">
          <span dir="auto">{standing.reason}</span>
          <span className="block text-small">
            Set by {standing.setBy} on {dayText(standing.setAt)}. It cannot be destroyed.
          </span>
        </InlineMessage>
      )}
      {mayHold && <HoldForm patientId={patientId} isHeld={standing !== undefined} onChanged={onChanged} />}
      {earlier.length > 0 && (
        <Disclosure summary={`Earlier holds (${earlier.length})`} className="mt-4">
          <ul className="space-y-2">
            {earlier.map((hold) => (
              <li key={hold.id}>
                <span dir="auto">{hold.reason}</span>
                <span className="block text-small text-muted">
                  Set by {hold.setBy} on {dayText(hold.setAt)}, lifted by {hold.liftedBy} on{' '}
                  {dayText(hold.liftedAt!)}: {hold.liftedReason}
                </span>
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </section>
  )
}

type HoldFormProps = {
  patientId: string
  isHeld: boolean
  onChanged: (record: PatientRecord) => void
}

/** Sets a hold, or lifts the one that stands, each with its reason. */
function HoldForm({ patientId, isHeld, onChanged }: HoldFormProps) {
  const [isOpen, setOpen] = useState(false)
  const label = isHeld ? 'Remove hold' : 'Place on hold'
  if (!isOpen)
    return (
      <Button variant="quiet" size="small" className="mt-4" onClick={() => setOpen(true)}>
        {label}
      </Button>
    )
  return (
    <RecordReasonForm
      id="hold-reason"
      label={isHeld ? 'Reason for removing the hold' : 'Reason for the hold'}
      hint={isHeld ? undefined : 'For example, a claim, complaint or inquest.'}
      confirm={label}
      lengthMax={record_reason_length_max}
      onCancel={() => setOpen(false)}
      onConfirm={async (reason, idempotencyKey) => {
        const hold = { patientId, reason }
        const record = isHeld
          ? await api.records.liftHold(hold)
          : await api.records.setHold(hold, { context: { idempotencyKey } })
        setOpen(false)
        onChanged(record)
      }}
    />
  )
}
