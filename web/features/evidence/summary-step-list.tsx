import { Check, Circle, CircleAlert, CircleDot } from 'lucide-react'
import { clsx } from 'clsx'
import { recentText } from '../../ui/plain/date-text.ts'
import type { StepState, SummaryStep } from './summary-steps.ts'

const stateLooks: Record<StepState, { icon: typeof Check; look: string; words: string }> = {
  done: { icon: Check, look: 'text-ok', words: 'done' },
  unusual: { icon: CircleAlert, look: 'text-warn', words: 'unusual' },
  next: { icon: CircleDot, look: 'text-brand', words: 'next' },
  open: { icon: Circle, look: 'text-muted', words: 'not yet' },
}

/** The life of a consent at a glance: each step, and how it came out. */
export function SummaryStepList({ steps }: { steps: readonly SummaryStep[] }) {
  return (
    <ol
      aria-label="Steps of this consent"
      className="card grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-x-4 gap-y-3 px-5 py-4"
    >
      {steps.map(({ label, state, detail, at }) => {
        const { icon: Icon, look, words } = stateLooks[state]
        return (
          <li key={label}>
            <p className="flex items-center gap-1.5 font-semibold">
              <Icon className={clsx('size-4.5 shrink-0', look)} aria-hidden />
              {label}
              <span className="sr-only">, {words}</span>
            </p>
            <p className={clsx('text-small', state === 'unusual' ? 'text-warn' : 'text-muted')}>
              {at ? <time dateTime={at}>{recentText(at, new Date())}</time> : detail}
            </p>
          </li>
        )
      })}
    </ol>
  )
}
