import { useEffect, useState, type FormEvent, type ReactNode } from 'react'
import worries from '../../../build/content/worries.json'
import { worry_text_length_max } from '../../../contract/limits.ts'
import {
  urgencyOf,
  nextConcernQuestion,
  type Worry,
  type WorryAnswers,
  type WorryLevel,
} from '../../../contract/worry-levels.ts'
import { Button, ButtonLink } from '../../ui/plain/button.tsx'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { RadioGroup } from '../../ui/plain/radio-group.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { WarningCallout } from '../../ui/plain/warning-callout.tsx'
import type { PatientAftercare } from '../../../contract/aftercare.ts'
import type { PatientConsent } from '../../../contract/signing.ts'
import type { WorryInput } from './aftercare-api.ts'
import { PatientPage } from './patient-page.tsx'
import { CallPracticeButton } from './practice-call.tsx'
import { worryOutbox } from './signing-device.ts'
import type { WorryDelivery } from './worry-outbox.ts'
import { TextButton } from './text-button.tsx'
import { usePageLanguage, useWords } from './words-context.tsx'
import { DraftForm } from '../../ui/plain/draft-form.tsx'
import { forgetDraft } from '../../ui/plain/form-draft.ts'

type WorryWords = { name: string; help?: string; asks?: Record<string, string> }

/** What a worry is called, asked and helped with, in the language of the page. */
export function useWorryWords(): (id: string) => WorryWords {
  const { aftercare } = useWords()
  const worryTexts = aftercare.worries as Record<string, WorryWords>
  return (id) => worryTexts[id] ?? { name: id }
}

type WorryPageProps = {
  consent: PatientConsent
  onReported: (own: PatientAftercare) => void
  onBack: () => void
}

type Step = { worry: Worry | null; answers: WorryAnswers; text: string | null }
const initialStep: Step = { worry: null, answers: {}, text: null }

/**
 * What worries somebody after a treatment, one question at a time. What they should do is said as soon as it is known,
 * without a word from the server, so that a lost connection stands in nobody's way.
 */
export function WorryPage({ consent, onReported, onBack }: WorryPageProps) {
  const [step, setStep] = useState(initialStep)
  const { worry, answers, text } = step
  const back = () => (worry ? setStep(initialStep) : onBack())
  if (!worry)
    return <ChoosePage onBack={back} onChosen={(chosen) => setStep({ ...initialStep, worry: chosen })} />
  const nextQuestion = nextConcernQuestion(worry, answers)
  if (nextQuestion !== null)
    return (
      <AskPage
        key={nextQuestion}
        worry={worry}
        ask={nextQuestion}
        onBack={back}
        onAnswered={(answer) => setStep({ ...step, answers: { ...answers, [nextQuestion]: answer } })}
      />
    )
  if (worry.tell && text === null)
    return <DescribePage onBack={back} onTold={(said) => setStep({ ...step, text: said })} />
  const level = urgencyOf(worry, answers)!
  return (
    <AdvicePage
      {...{ consent, worry, answers, level, onReported }}
      text={text ?? ''}
      onRestart={() => setStep(initialStep)}
      onBack={onBack}
    />
  )
}

/** A page with one thing to fill in. */
function FormPage(props: {
  title: string
  problems: readonly FieldProblem[]
  onBack: () => void
  onSubmit: (typed: FormData) => void
  children: ReactNode
}) {
  const { aftercare } = useWords()
  const { title, problems, onBack, onSubmit, children } = props
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    onSubmit(new FormData(event.currentTarget))
  }
  return (
    <PatientPage title={title} windowTitle={aftercare.shortTitle} onBack={onBack} problems={problems}>
      <DraftForm draft="worry" onSubmit={submit} noValidate className="mt-4 space-y-6">
        {children}
        <Button type="submit">{aftercare.next}</Button>
      </DraftForm>
    </PatientPage>
  )
}

function ChoosePage({ onBack, onChosen }: { onBack: () => void; onChosen: (worry: Worry) => void }) {
  const { aftercare } = useWords()
  const wordsOf = useWorryWords()
  const [problems, setProblems] = useState<readonly FieldProblem[]>([])
  function submit(typed: FormData) {
    const chosen = (worries as Worry[]).find(({ id }) => id === typed.get('worry'))
    if (chosen) onChosen(chosen)
    else setProblems([{ id: 'worry', text: aftercare.chooseFirst }])
  }
  return (
    <FormPage title={aftercare.choose} problems={problems} onBack={onBack} onSubmit={submit}>
      <WarningCallout title={aftercare.emergency}>
        <Call999 />
      </WarningCallout>
      <RadioGroup
        id="worry"
        name="worry"
        legend={aftercare.choose}
        hideLegend
        hint={aftercare.chooseHint}
        error={errorOf(problems, 'worry')}
        options={worries.map(({ id }) => ({ value: id, label: wordsOf(id).name }))}
      />
    </FormPage>
  )
}

type AskPageProps = { worry: Worry; ask: string; onBack: () => void; onAnswered: (answer: boolean) => void }

function AskPage({ worry, ask, onBack, onAnswered }: AskPageProps) {
  const { aftercare } = useWords()
  const question = useWorryWords()(worry.id).asks?.[ask] ?? ask
  const [problems, setProblems] = useState<readonly FieldProblem[]>([])
  function submit(typed: FormData) {
    const answer = typed.get('answer')
    if (answer === null) setProblems([{ id: 'answer', text: aftercare.answerFirst }])
    else onAnswered(answer === 'yes')
  }
  return (
    <FormPage title={question} problems={problems} onBack={onBack} onSubmit={submit}>
      <RadioGroup
        id="answer"
        name="answer"
        legend={question}
        hideLegend
        error={errorOf(problems, 'answer')}
        options={[
          { value: 'yes', label: aftercare.yes },
          { value: 'no', label: aftercare.no },
        ]}
      />
    </FormPage>
  )
}

function DescribePage({ onBack, onTold }: { onBack: () => void; onTold: (text: string) => void }) {
  const { aftercare } = useWords()
  const [problems, setProblems] = useState<readonly FieldProblem[]>([])
  function submit(typed: FormData) {
    const text = String(typed.get('text') ?? '').trim()
    if (text === '') setProblems([{ id: 'text', text: aftercare.tellFirst }])
    else onTold(text)
  }
  return (
    <FormPage title={aftercare.tell} problems={problems} onBack={onBack} onSubmit={submit}>
      <TextareaField
        id="text"
        name="text"
        label={aftercare.tell}
        hideLabel
        hint={aftercare.tellHint}
        error={errorOf(problems, 'text')}
        maxLength={worry_text_length_max}
        rows={4}
      />
    </FormPage>
  )
}

const Call999 = () => {
  const { aftercare } = useWords()
  return (
    <ButtonLink href="tel:999" variant="danger" className="mt-3">
      {aftercare.call999}
    </ButtonLink>
  )
}

/** Whom to call when the practice is closed, where 111 answers. */
export const Nhs111 = () => {
  const { aftercare } = useWords()
  return (
    <div className="mt-3 space-y-3">
      <p>{aftercare.nhs}</p>
      <ButtonLink href="tel:111" variant="quiet">
        {aftercare.call111}
      </ButtonLink>
    </div>
  )
}

type AdvicePageProps = {
  consent: PatientConsent
  worry: Worry
  answers: WorryAnswers
  level: WorryLevel
  text: string
  onReported: (own: PatientAftercare) => void
  onRestart: () => void
  onBack: () => void
}

/** What to do, before anything else; that the practice is told stands below it, and happens by itself. */
function AdvicePage({
  consent,
  worry,
  answers,
  level,
  text,
  onReported,
  onRestart,
  onBack,
}: AdvicePageProps) {
  const { aftercare } = useWords()
  const { title, body } = aftercare.levels[level]
  const { help } = useWorryWords()(worry.id)
  const state = useReportWorry(consent.id, { worry: worry.id, answers, text }, onReported)
  return (
    <PatientPage title={title} windowTitle={aftercare.shortTitle} onBack={onBack}>
      <p className="mt-3 text-lead">{body}</p>
      {level === 'red' && <Call999 />}
      {level === 'amber' && consent.hasNhs111 && <Nhs111 />}
      {level === 'green' && help && (
        <section className="mt-6">
          <h2>{aftercare.help}</h2>
          <p className="mt-2">{help}</p>
        </section>
      )}
      <ReportStatus level={level} state={state} />
      <div className="mt-6 space-y-4">
        <CallPracticeButton />
        <TextButton onClick={onRestart}>{aftercare.another}</TextButton>
      </div>
    </PatientPage>
  )
}

type ReportState = WorryDelivery['state'] | 'sending'

/** What the practice knows of it. Nobody is promised when they will be called. */
function ReportStatus({ level, state }: { level: WorryLevel; state: ReportState }) {
  const { aftercare } = useWords()
  const said = {
    sending: aftercare.sending,
    sent: aftercare.sent,
    waiting: aftercare.kept,
    'locked-out': aftercare.failed,
    refused: aftercare.failed,
  }[state]
  const tone = state === 'sent' ? 'ok' : state === 'sending' ? 'info' : 'warn'
  return (
    <InlineMessage tone={tone} role="status" className="mt-6">
      {said}
      {state === 'sent' && level !== 'green' && <> {aftercare.noPromise}</>}
    </InlineMessage>
  )
}

const retry_delay_ms = 5_000

/** Tells the practice once, at once and whenever the connection comes back; what it told last stays shown. */
function useReportWorry(
  consentId: string,
  told: Pick<WorryInput, 'worry' | 'answers' | 'text'>,
  onTold: (own: PatientAftercare) => void,
): ReportState {
  const { source } = usePageLanguage()
  const [state, setState] = useState<ReportState>('sending')
  // What was told is told once, whatever the page shows meanwhile.
  const [said] = useState<WorryInput>(() => ({
    ...told,
    key: crypto.randomUUID(),
    toldAt: new Date().toISOString(),
    language: source.language,
  }))
  useEffect(() => {
    let isCancelled = false
    let timer: ReturnType<typeof setTimeout> | undefined
    worryOutbox.add(consentId, said)
    async function send() {
      clearTimeout(timer)
      const delivery = await worryOutbox.deliver(consentId, said)
      if (delivery.state !== 'waiting') forgetDraft('worry')
      if (delivery.state === 'sent') onTold(delivery.own)
      if (isCancelled) return
      setState(delivery.state)
      if (delivery.state === 'waiting') timer = setTimeout(send, retry_delay_ms)
    }
    addEventListener('online', send)
    void send()
    return () => {
      isCancelled = true
      clearTimeout(timer)
      removeEventListener('online', send)
    }
  }, [consentId, said, onTold])
  return state
}
