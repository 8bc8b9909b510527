import { Suspense } from 'react'
import { WarningCallout } from '../../ui/plain/warning-callout.tsx'
import { AskQuestionLink, RequestCallLink, ShareLink } from './lazy-pages.ts'
import { CallPracticeLink } from './practice-call.tsx'
import type { Step } from './signing-steps.ts'
import { TextButton } from './text-button.tsx'
import { useEntryWords } from './words-context.tsx'

type OtherChoicesProps = {
  consentId: string
  /** The part on the page, from 1. */
  about?: number | undefined
  onStep: (step: Step) => void
}

/** Saying yes is never the only way on: every page of the form offers questions, time and a no. */
export function OtherChoices({ consentId, about = 0, onStep }: OtherChoicesProps) {
  const { reading } = useEntryWords()
  return (
    <nav aria-label={reading.choices} className="mt-10 border-t border-line pt-4">
      <ul className="flex flex-col items-start gap-1">
        <li className="min-h-11">
          <Suspense>
            <AskQuestionLink consentId={consentId} about={about} onStep={onStep} />
          </Suspense>
        </li>
        <li className="min-h-11">
          <Suspense>
            <RequestCallLink onStep={onStep} />
          </Suspense>
        </li>
        <li className="min-h-11">
          <Suspense>
            <ShareLink onStep={onStep} />
          </Suspense>
        </li>
        <li>
          <TextButton onClick={() => onStep('later')}>{reading.later}</TextButton>
        </li>
        <li>
          <TextButton onClick={() => onStep('decline')}>{reading.decline}</TextButton>
        </li>
      </ul>
    </nav>
  )
}

/** Reminds that signing can wait, with the practice one press away. */
export function UnsureCallout() {
  const { reading } = useEntryWords()
  return (
    <WarningCallout title={reading.unsureTitle} className="mt-8">
      <p>{reading.unsure}</p>
      <CallPracticeLink />
    </WarningCallout>
  )
}
