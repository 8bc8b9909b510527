import type { PatientConsent } from '../../../contract/signing.ts'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { useQuestionThread } from './question-thread.ts'
import type { Step } from './signing-steps.ts'
import { TextButton } from './text-button.tsx'
import { useWords } from './words-context.tsx'

type AskQuestionLinkProps = { consentId: string; about: number; onStep: (step: Step) => void }

/** The way to ask about what is on the page; to what was asked, once something was. */
export function AskQuestionLink({ consentId, about, onStep }: AskQuestionLinkProps) {
  const { questions: words } = useWords()
  const { questions = [] } = useQuestionThread(consentId)
  return (
    <TextButton onClick={() => onStep(`about-${about}`)}>
      {questions.length > 0 ? words.title : words.ask}
    </TextButton>
  )
}

type NoteProps = { consent: PatientConsent; onStep: (step: Step) => void }

/** Says that signing waits for an answer, or that there is something to read in answer; nothing where nothing was asked. */
export function QuestionNote({ consent, onStep }: NoteProps) {
  const { questions: words } = useWords()
  const { questions = [] } = useQuestionThread(consent.id)
  if (questions.length === 0) return null
  const isBlocked = questions.some(({ isBlocking }) => isBlocking)
  return (
    <InlineMessage
      tone={isBlocked ? 'warn' : 'info'}
      title={isBlocked ? words.blockedTitle : words.title}
      className="mt-6"
    >
      {isBlocked && <p>{words.blocked}</p>}
      <TextButton onClick={() => onStep('about-0')}>{words.see}</TextButton>
    </InlineMessage>
  )
}
