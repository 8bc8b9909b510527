import { Suspense, useState } from 'react'
import { Badge } from '../../ui/plain/badge.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { dayText, momentText } from '../../ui/plain/date-text.ts'
import { lazyPart } from '../../ui/plain/lazy-part.ts'
import { Panel } from '../../ui/plain/panel.tsx'
import { useToast } from '../../ui/toast.tsx'
import { describeOutcome, methodNames, type ConsentOutcomes, type TreatmentOutcome } from './outcome-words.ts'

const OutcomeDialog = lazyPart(() =>
  import('./outcome-dialog.tsx').then((file) => ({ default: file.OutcomeDialog })),
)

type OutcomePanelProps = {
  consentId: string
  outcomes: ConsentOutcomes
  onChanged: (now: ConsentOutcomes) => void
}

/** What came of the treatments of a consent, and where it is recorded. */
export function OutcomePanel({ consentId, outcomes: { treatments }, onChanged }: OutcomePanelProps) {
  const [recording, setRecording] = useState<TreatmentOutcome | null>(null)
  const toast = useToast()
  if (treatments.length === 0) return null
  return (
    <Panel
      title="Treatment outcome"
      lead="Which of the risks on the consent occurred. Counted, without names, for the practice’s own figures."
    >
      <ul className="divide-y divide-line">
        {treatments.map((treatment) => (
          <TreatmentItem
            key={`${treatment.doneId} ${treatment.place}`}
            treatment={treatment}
            onRecord={() => setRecording(treatment)}
          />
        ))}
      </ul>
      <Suspense>
        {recording && (
          <OutcomeDialog
            consentId={consentId}
            treatment={recording}
            onClose={() => setRecording(null)}
            onDone={async (now) => {
              onChanged(now)
              toast('Outcome saved.')
            }}
          />
        )}
      </Suspense>
    </Panel>
  )
}

type TreatmentItemProps = { treatment: TreatmentOutcome; onRecord: () => void }

function TreatmentItem({ treatment, onRecord }: TreatmentItemProps) {
  const { title, doneAt, followUpFrom, outcomes, isFollowedUp } = treatment
  return (
    <li className="space-y-1 py-3 first:pt-0 last:pb-0">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span>
          {title}, {dayText(doneAt)}
        </span>
        {isFollowedUp ? (
          <Badge tone="ok">Followed up</Badge>
        ) : (
          <Badge tone="neutral">Follow up from {dayText(followUpFrom)}</Badge>
        )}
      </p>
      <ul className="space-y-1">
        {outcomes.map(({ id, by, assessedAt, method, note, ...outcome }, nth) => (
          <li key={id} className={nth === 0 ? 'text-small' : 'text-small text-muted'}>
            <span className="wrap-anywhere">{describeOutcome(outcome)}</span>. <bdi>{by}</bdi>,{' '}
            {methodNames[method]}, {momentText(assessedAt)}
            {nth > 0 && ' (replaced)'}
            {note && (
              <span dir="auto" className="block wrap-anywhere whitespace-pre-line">
                “{note}”
              </span>
            )}
          </li>
        ))}
      </ul>
      <Button variant="quiet" size="small" className="mt-2" onClick={onRecord}>
        {outcomes.length === 0 ? 'Record outcome' : 'Record again'}
        <span className="sr-only">: {title}</span>
      </Button>
    </li>
  )
}
