import { useState, type ReactNode } from 'react'
import type { Question } from '../../../contract/questions.ts'
import type { PatientConsent } from '../../../contract/signing.ts'
import { Button } from '../../ui/plain/button.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { useApiRequest } from './api-request.ts'
import { PatientPage } from './patient-page.tsx'
import { CallPracticeButton } from './practice-call.tsx'
import { sendFollowUp, askQuestion, settleQuestion, type SettleReason } from './question-api.ts'
import { QuestionForm } from './question-form.tsx'
import { QuestionList } from './question-list.tsx'
import { cacheQuestions, loadQuestions, useQuestionThread } from './question-thread.ts'
import { TextButton } from './text-button.tsx'
import { useEntryWords, useWords } from './words-context.tsx'

type QuestionPageProps = {
  consent: PatientConsent
  /** The part that the person came from, from 1; nought for the whole. */
  about: number
  onBack: () => void
  onLapsed: () => void
}

/** Asking the practice, and what it answered. What was written stays in the form until it is sent. */
export function QuestionPage({ consent, about, onBack, onLapsed }: QuestionPageProps) {
  const { questions: words } = useWords()
  const { questions = [] } = useQuestionThread(consent.id)
  const { busy, problems, setProblems, run } = useQuestionRequest(consent.id, onLapsed)
  const [isSent, setIsSent] = useState(false)
  /** The question that is being followed up; null for a new one. */
  const [following, setFollowing] = useState<string | null>(null)

  async function send(call: () => Promise<Question[]>): Promise<boolean> {
    setIsSent(false)
    const done = await run(call)
    setIsSent(done)
    if (done) setFollowing(null)
    return done
  }
  const form = { busy, problems, onProblems: setProblems }

  return (
    <PatientPage title={words.title} windowTitle={words.shortTitle} onBack={onBack} problems={problems}>
      <p className="mt-3">{words.lead}</p>
      {isSent && (
        <InlineMessage tone="ok" role="status" className="mt-4">
          {words.sent}
        </InlineMessage>
      )}
      <MissingQuestions consentId={consent.id} />
      {questions.length > 0 && (
        <section className="mt-6">
          <h2>{words.existing}</h2>
          <QuestionList
            consent={consent}
            questions={questions}
            renderActions={(question) => (
              <QuestionActions
                question={question}
                onSettle={(why) =>
                  void run(() => settleQuestion(consent.id, question.id, why, crypto.randomUUID()))
                }
                onFollowUp={() => setFollowing(question.id)}
              >
                {following === question.id && (
                  <QuestionForm
                    {...form}
                    name={`more-${question.id}`}
                    onSend={({ text, isBlocking }, key) =>
                      send(() => sendFollowUp(consent.id, question.id, { text, isBlocking }, key))
                    }
                  />
                )}
              </QuestionActions>
            )}
          />
        </section>
      )}
      <NewQuestion
        {...form}
        consent={consent}
        about={about}
        isHidden={following !== null}
        onShow={() => setFollowing(null)}
        onSend={({ about: part, ...written }, key) =>
          send(() => askQuestion(consent.id, { part: part === 0 ? null : part, ...written }, key))
        }
      />
      <div className="mt-8 space-y-4">
        <TextButton onClick={onBack}>{words.back}</TextButton>
        <CallPracticeButton />
      </div>
    </PatientPage>
  )
}

/** Says that the questions could not be fetched; nothing once they are here. */
function MissingQuestions({ consentId }: { consentId: string }) {
  const { trouble } = useEntryWords()
  const { questions, failed } = useQuestionThread(consentId)
  if (!failed || questions) return null
  return (
    <InlineMessage tone="warn" role="status" className="mt-4">
      <p className="mb-2">{trouble.offline}</p>
      <TextButton onClick={() => void loadQuestions(consentId)}>{trouble.retry}</TextButton>
    </InlineMessage>
  )
}

type NewQuestionProps = Omit<Parameters<typeof QuestionForm>[0], 'name' | 'parts'> & {
  consent: PatientConsent
  /** While another question is followed up: what was typed here is kept. */
  isHidden: boolean
  onShow: () => void
}

function NewQuestion({ consent, isHidden, onShow, ...form }: NewQuestionProps) {
  const { questions: words } = useWords()
  const parts = [
    { value: '0', label: words.whole },
    ...consent.content.sections.map(({ title }, at) => ({ value: String(at + 1), label: title })),
  ]
  return (
    <section className="mt-8">
      <h2>{words.ask}</h2>
      {isHidden && (
        <Button variant="quiet" className="mt-4" onClick={onShow}>
          {words.ask}
        </Button>
      )}
      <div hidden={isHidden}>
        <QuestionForm {...form} name="question" parts={parts} />
      </div>
    </section>
  )
}

type QuestionActionsProps = {
  question: Question
  onSettle: (why: SettleReason) => void
  onFollowUp: () => void
  children: ReactNode
}

function QuestionActions({ question, onSettle, onFollowUp, children }: QuestionActionsProps) {
  const { questions: words } = useWords()
  const acts = [
    ...(question.state === 'open'
      ? [
          { label: words.have, act: () => onSettle('have-answer') },
          { label: words.notNeeded, act: () => onSettle('not-needed') },
        ]
      : []),
    { label: words.more, act: onFollowUp },
  ]
  return (
    <>
      <ul className="mt-3 flex flex-col items-start gap-1">
        {acts.map(({ label, act }) => (
          <li key={label}>
            <TextButton onClick={act}>
              {label}
              <span className="sr-only">: {question.partTitle || words.whole}</span>
            </TextButton>
          </li>
        ))}
      </ul>
      {children}
    </>
  )
}

/** One act at a time; what it answers is shown at once, and it is told whether it was done. */
function useQuestionRequest(consentId: string, onLapsed: () => void) {
  const page = useApiRequest(onLapsed)
  async function run(call: () => Promise<Question[]>): Promise<boolean> {
    let done = false
    await page.run(async () => {
      cacheQuestions(consentId, await call())
      page.setBusy(false)
      done = true
    })
    return done
  }
  return { ...page, run }
}
