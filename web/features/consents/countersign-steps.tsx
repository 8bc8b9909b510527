import { Check } from 'lucide-react'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { momentText } from '../../ui/plain/date-text.ts'
import type { OfferedConsent } from './action-offers.ts'
import { modeWords } from './discussion-fields.tsx'

/** Whether the medical history was gone through, in a sentence, and what can be done about it. */
export type ReviewedHistory = { isReviewed: boolean; text: string; action: ReactNode }

type CountersignStepsProps = {
  consent: OfferedConsent
  history: ReviewedHistory
  className?: string
}

/** What leads to a countersignature, in order, and how far it has come. */
export function CountersignSteps({ consent, history, className }: CountersignStepsProps) {
  const { discussions, countersignature, actions, signature } = consent
  const last = discussions.at(-1)
  const isReady = actions.countersign === null
  return (
    <ol aria-label="Steps to countersigning" className={clsx('grid gap-3 lg:grid-cols-3', className)}>
      {signature?.kind !== 'decided' && (
        <Step
          title="Conversation recorded"
          isDone={last !== undefined}
          text={
            last
              ? `${momentText(last.on)}, ${modeWords[last.mode].toLowerCase()}, ${last.byName}`
              : 'None recorded yet.'
          }
        />
      )}
      <Step
        title="History reviewed"
        isDone={history.isReviewed}
        text={history.text}
        action={history.action}
      />
      <Step
        title="Countersign"
        isDone={countersignature !== null}
        text={
          countersignature
            ? `${countersignature.name}, GDC ${countersignature.gdcNumber}, ${momentText(countersignature.at)}`
            : isReady
              ? 'Ready. Sign at the bottom of this page.'
              : 'Not ready yet. Missing items are listed at the bottom of this page.'
        }
      />
    </ol>
  )
}

type StepProps = { title: string; isDone: boolean; text: string; action?: ReactNode }

const Step = ({ title, isDone, text, action }: StepProps) => (
  <li className="card flex items-start gap-3 px-4 py-3">
    <span
      aria-hidden
      className={clsx(
        'mt-0.5 flex size-6 shrink-0 items-center justify-center rounded-full',
        isDone ? 'bg-ok-soft text-ok' : 'bg-line/60 text-muted',
      )}
    >
      {isDone ? <Check className="size-4" /> : <span className="size-2 rounded-full bg-current" />}
    </span>
    <div className="min-w-0">
      <p className="font-semibold">
        {title}
        <span className="sr-only">{isDone ? ', done' : ', not done'}</span>
      </p>
      <p className="text-small wrap-anywhere text-muted">{text}</p>
      {action && <div className="mt-2">{action}</div>}
    </div>
  </li>
)
