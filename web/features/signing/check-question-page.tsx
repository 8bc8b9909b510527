import { useEffect, useRef, useState, type FormEvent } from 'react'
import type { PatientConsent } from '../../../contract/signing.ts'
import { questionStateOf, type QuestionState } from '../../../contract/understanding-state.ts'
import { Button } from '../../ui/plain/button.tsx'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { RadioGroup } from '../../ui/plain/radio-group.tsx'
import type { CheckStepProps } from './check-page.tsx'
import { OtherChoices } from './other-choices.tsx'
import { PatientPage } from './patient-page.tsx'
import { TextButton } from './text-button.tsx'
import { languageAttributes, englishAttributes, attributesOfLanguage } from './wording-direction.tsx'
import { useWords } from './words-context.tsx'
import { fillPlaceholders } from './words-text.ts'

type Question = NonNullable<PatientConsent['content']['understanding']>['questions'][number]
type QuestionPageProps = CheckStepProps & { question: Question; isDone: boolean }

const answerId = 'check-answer'

/**
 * One question about what was read. A wrong answer is explained and asked once more; whatever comes then, the way goes
 * on: it is no test, and nobody is stopped by it.
 */
export function CheckQuestionPage(props: QuestionPageProps) {
  const { consent, number, question, progress, isDone, onStep, onBack, onNext } = props
  const { understanding: words, page, readingAids } = useWords()
  const { content } = consent
  const { beside } = question
  const questionOutcome = questionStateOf(question.id, progress.steps)
  const [isRetrying, setIsRetrying] = useState(false)
  const [problems, setProblems] = useState<readonly FieldProblem[]>([])
  const isAsked = questionOutcome === 'open' || questionOutcome === 'again' || isRetrying

  function talk(about: string | null) {
    setProblems([])
    setIsRetrying(false)
    progress.give({
      to: 'talks',
      body: { question: about },
      step: { kind: 'talk', question: about, isRight: null },
    })
  }
  const questionNumber = { number, total: content.understanding!.questions.length }

  return (
    <PatientPage
      title={beside?.question ?? question.question}
      titleAttributes={
        beside ? attributesOfLanguage(beside.language) : languageAttributes(question.question, content)
      }
      windowTitle={fillPlaceholders(words.number, questionNumber)}
      eyebrow={fillPlaceholders(words.number, questionNumber)}
      onBack={onBack}
      problems={problems}
    >
      {beside && (
        <>
          <p {...englishAttributes} className="mt-1 text-muted">
            {question.question}
          </p>
          <p className="mt-1 text-small text-muted">{readingAids.drafted}</p>
        </>
      )}
      {number === 1 && questionOutcome === 'open' && <p className="mt-3">{words.lead}</p>}
      {!isRetrying && (
        <Outcome standing={questionOutcome} content={content} question={question} onStep={onStep} />
      )}
      {isAsked ? (
        <AnswerForm
          {...{ content, question, problems }}
          onProblems={setProblems}
          onAnswer={(answer, isRight) => {
            setIsRetrying(false)
            progress.give({
              to: 'answers',
              body: { question: question.id, answer },
              step: { kind: 'answered', question: question.id, isRight },
            })
          }}
        />
      ) : (
        <Button className="mt-8" onClick={onNext}>
          {page.continue}
        </Button>
      )}
      {progress.isUnsent && (
        <InlineMessage tone="info" role="status" className="mt-6">
          {words.unsent}
        </InlineMessage>
      )}
      <ul className="mt-4 flex flex-col items-start gap-1">
        {isAsked && (
          <li>
            <TextButton onClick={() => talk(question.id)}>{words.ratherTalk}</TextButton>
          </li>
        )}
        {!isAsked && questionOutcome !== 'right' && (
          <li>
            <TextButton onClick={() => setIsRetrying(true)}>{words.retry}</TextButton>
          </li>
        )}
        {!isDone && (
          <li>
            {content.understanding!.isBeforeSigning ? (
              <TextButton onClick={() => talk(null)}>{words.talkAll}</TextButton>
            ) : (
              <TextButton onClick={() => onStep('confirm')}>{words.skip}</TextButton>
            )}
          </li>
        )}
      </ul>
      <OtherChoices consentId={consent.id} about={question.part ?? 0} onStep={onStep} />
    </PatientPage>
  )
}

const tones = { right: 'ok', again: 'warn', gap: 'info', talk: 'info' } as const

type OutcomeProps = Pick<CheckStepProps, 'onStep'> & {
  standing: QuestionState
  content: PatientConsent['content']
  question: Question
}

/** How the last answer came out, with the plain explanation; it takes the focus when it appears, as a new page would. */
function Outcome({ standing, content, question, onStep }: OutcomeProps) {
  const { understanding: words } = useWords()
  const box = useRef<HTMLDivElement>(null)
  const first = useRef(standing)
  useEffect(() => {
    if (standing !== first.current) box.current?.focus()
    first.current = standing
  }, [standing])
  if (standing === 'open') return null
  const { answers, beside } = question
  const rightPlace = answers.findIndex((answer) => answer.right)
  const right = answers[rightPlace]?.text ?? ''
  const ownRight = beside?.answers[rightPlace]
  const outcome = words.outcomes[standing]
  const part = question.part === null ? undefined : content.sections[question.part - 1]
  return (
    <div ref={box} tabIndex={-1} className="mt-4">
      <InlineMessage tone={tones[standing]} title={outcome.title}>
        <BilingualText
          english={question.explanation}
          own={beside && [beside.language, beside.explanation]}
          content={content}
        />
        {standing !== 'right' && standing !== 'again' && (
          <p className="mt-2">
            {words.answer}{' '}
            <bdi
              {...(ownRight ? attributesOfLanguage(beside!.language) : languageAttributes(right, content))}
            >
              {ownRight ?? right}
            </bdi>
          </p>
        )}
        {'note' in outcome && <p className="mt-2">{outcome.note}</p>}
        {standing !== 'right' && (
          <p className="mt-2">
            <TextButton
              onClick={() => onStep(question.part === null ? 'everything' : `part-${question.part}`)}
            >
              <span>
                {words.read}
                {part && (
                  <>
                    :{' '}
                    {part.beside ? (
                      <bdi {...attributesOfLanguage(part.beside.language)}>{part.beside.title}</bdi>
                    ) : (
                      <bdi {...languageAttributes(part.title, content)}>{part.title}</bdi>
                    )}
                  </>
                )}
              </span>
            </TextButton>
          </p>
        )}
      </InlineMessage>
    </div>
  )
}

type BilingualTextProps = {
  english: string
  /** A language and the same in it. */
  own: [string, string] | undefined
  content: PatientConsent['content']
}

/** A text in the patient's language with the English below it; in English alone where there is no other. */
function BilingualText({ english, own, content }: BilingualTextProps) {
  if (!own) return <p {...languageAttributes(english, content)}>{english}</p>
  const [language, text] = own
  return (
    <>
      <p {...attributesOfLanguage(language)}>{text}</p>
      <p {...englishAttributes} className="text-small text-muted">
        {english}
      </p>
    </>
  )
}

type AnswerFormProps = {
  content: PatientConsent['content']
  question: Question
  problems: readonly FieldProblem[]
  onProblems: (problems: readonly FieldProblem[]) => void
  onAnswer: (answer: number, isRight: boolean) => void
}

/** The answers to choose from; none is chosen beforehand. */
function AnswerForm({ content, question, problems, onProblems, onAnswer }: AnswerFormProps) {
  const { understanding: words } = useWords()
  const { beside } = question
  const [chosen, setChosen] = useState('')

  function submit(event: FormEvent) {
    event.preventDefault()
    const answer = chosen === '' ? undefined : question.answers[Number(chosen)]
    onProblems(answer ? [] : [{ id: answerId, text: words.choose }])
    if (!answer) return
    onAnswer(Number(chosen), answer.right)
    setChosen('')
  }
  return (
    <form onSubmit={submit} noValidate className="mt-6">
      <RadioGroup
        id={answerId}
        name={answerId}
        legend={words.choose}
        error={errorOf(problems, answerId)}
        value={chosen}
        options={question.answers.map(({ text }, at) => ({
          value: String(at),
          ...(beside
            ? {
                label: <bdi {...attributesOfLanguage(beside.language)}>{beside.answers[at]}</bdi>,
                hint: <bdi {...englishAttributes}>{text}</bdi>,
              }
            : { label: <bdi {...languageAttributes(text, content)}>{text}</bdi> }),
        }))}
        onChange={setChosen}
      />
      <Button type="submit" className="mt-6">
        {words.check}
      </Button>
    </form>
  )
}
