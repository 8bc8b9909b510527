import { Suspense, useState } from 'react'
import { api } from '../../api.ts'
import { Badge, type Tone } from '../../ui/plain/badge.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { momentText } from '../../ui/plain/date-text.ts'
import { lazyPart } from '../../ui/plain/lazy-part.ts'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../../ui/use-task.ts'
import { formatStep, listSurveyAnswers, type Aftercare } from './aftercare-words.ts'

const TreatmentDoneDialog = lazyPart(() =>
  import('./aftercare-dialogs.tsx').then((file) => ({ default: file.TreatmentDoneDialog })),
)
const ResolveWorryDialog = lazyPart(() =>
  import('./aftercare-dialogs.tsx').then((file) => ({ default: file.ResolveWorryDialog })),
)

type AftercarePanelProps = {
  consentId: string
  aftercare: Aftercare
  /** Whether this person may take back what was recorded. */
  mayTreat: boolean
  /** Whether treatment may be recorded as done on it now. */
  mayRecordDone: boolean
  /** Whether this person may say how a worry was settled. */
  mayResolve: boolean
  onChanged: (now?: Aftercare) => Promise<void>
}

type Worry = Aftercare['worries'][number]
type OpenDialog = { kind: 'done' } | { kind: 'settle'; worry: Worry }

/** The time after the treatment: what was done, what its patient was sent, worried about, and thought of it later. */
export function AftercarePanel(props: AftercarePanelProps) {
  const { consentId, aftercare, mayTreat, mayRecordDone, mayResolve, onChanged } = props
  const [asking, setAsking] = useState<OpenDialog | null>(null)
  const toast = useToast()
  const { treatments, done, worries, survey, stoppedAt } = aftercare
  const open = treatments.filter(({ isDone }) => !isDone)
  const close = () => setAsking(null)

  async function changed(said: string, now?: Aftercare) {
    await onChanged(now)
    toast(said)
  }
  if (!mayRecordDone && done.length === 0 && worries.length === 0) return null
  return (
    <Panel
      title="After the treatment"
      lead={stoppedAt ? `The patient asked for no more messages on ${momentText(stoppedAt)}.` : undefined}
    >
      {worries.length > 0 && (
        <ul className="mb-4 divide-y divide-line">
          {worries.map((worry) => (
            <WorryItem
              key={worry.id}
              worry={worry}
              onSettle={mayResolve ? () => setAsking({ kind: 'settle', worry }) : undefined}
            />
          ))}
        </ul>
      )}
      {mayRecordDone && done.length === 0 && (
        <p className="text-muted">No treatment has been recorded as done yet.</p>
      )}
      <ul className="divide-y divide-line">
        {done.map((treatment) => (
          <TreatmentDoneItem key={treatment.id} {...{ consentId, treatment, mayTreat }} onChanged={changed} />
        ))}
      </ul>
      {mayRecordDone && open.length > 0 && (
        <Button variant="quiet" size="small" className="mt-3" onClick={() => setAsking({ kind: 'done' })}>
          Treatment done
        </Button>
      )}
      {survey && <SurveyAnswersList survey={survey} />}
      <Suspense>
        {asking?.kind === 'done' && (
          <TreatmentDoneDialog
            consentId={consentId}
            open={open}
            onClose={close}
            onDone={(now) => changed('The treatment is recorded as done.', now)}
          />
        )}
        {asking?.kind === 'settle' && (
          <ResolveWorryDialog
            taskId={asking.worry.taskId!}
            onClose={close}
            onDone={() => changed('Action recorded.')}
          />
        )}
      </Suspense>
    </Panel>
  )
}

const levelBadge: Record<Worry['level'], { label: string; tone: Tone }> = {
  red: { label: 'Advised to call 999', tone: 'bad' },
  amber: { label: 'For today', tone: 'warn' },
  green: { label: 'Given self-care advice', tone: 'neutral' },
}

/** What worried somebody, word for word, and what was done about it. */
function WorryItem({ worry, onSettle }: { worry: Worry; onSettle: (() => void) | undefined }) {
  const { level, worry: name, toldAt, asked, text, shown, settled, taskId } = worry
  const { label, tone } = levelBadge[level]
  return (
    <li className="space-y-1.5 py-3 first:pt-0">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold">{name}</span>
        <Badge tone={tone}>{label}</Badge>
      </p>
      <p className="text-small text-muted">{momentText(toldAt)}</p>
      {asked.map(({ question, answer }) => (
        <p key={question} className="text-small">
          {question} <span className="font-semibold">{answer ? 'Yes' : 'No'}</span>
        </p>
      ))}
      {text && (
        <p dir="auto" className="wrap-anywhere whitespace-pre-line">
          “{text}”
        </p>
      )}
      <p className="text-small text-muted">Shown to them: {shown}</p>
      {settled && (
        <p className="text-small">
          <bdi>{settled.by}</bdi>, {momentText(settled.at)}: <span dir="auto">{settled.note}</span>
        </p>
      )}
      {taskId && onSettle && (
        <Button size="small" onClick={onSettle}>
          Record what you did<span className="sr-only">: {name}</span>
        </Button>
      )}
    </li>
  )
}

type TreatmentDoneItemProps = {
  consentId: string
  treatment: Aftercare['done'][number]
  mayTreat: boolean
  onChanged: (said: string, now?: Aftercare) => Promise<void>
}

function TreatmentDoneItem({ consentId, treatment, mayTreat, onChanged }: TreatmentDoneItemProps) {
  const { id: doneId, treatments, doneAt, by, takenBackAt, next, sent } = treatment
  const { busy, problem, run } = useTask()
  const names = treatments.map(({ title }) => title).join(', ')
  const takeBack = () =>
    run(async () => {
      const now = await api.aftercare.takeBackDone({ consentId, doneId })
      await onChanged('The treatment is marked as not carried out.', now)
    })
  return (
    <li className="space-y-1 py-3 first:pt-0 last:pb-0">
      <p className={takenBackAt ? 'line-through' : undefined}>{names}</p>
      <p className="text-small text-muted">
        {momentText(doneAt)}, <bdi>{by}</bdi>
        {takenBackAt && `. Marked as not carried out: ${momentText(takenBackAt)}`}
      </p>
      {sent.length > 0 && (
        <p className="text-small">Sent: {sent.map(({ step }) => formatStep(step)).join(', ')}</p>
      )}
      {next && (
        <p className="text-small">
          Next message: {formatStep(next.step)}, {momentText(next.at)}
        </p>
      )}
      {mayTreat && !takenBackAt && (
        <Button variant="link" size="small" className="-ms-3" busy={busy} onClick={() => void takeBack()}>
          Mark as not carried out<span className="sr-only">: {names}</span>
        </Button>
      )}
      <ProblemMessage problem={problem} />
    </li>
  )
}

function SurveyAnswersList({ survey }: { survey: NonNullable<Aftercare['survey']> }) {
  const { at, answers, text, isSkipped } = survey
  return (
    <section className="mt-4 border-t border-line pt-4">
      <h3>How it went</h3>
      <p className="text-small text-muted">
        {momentText(at)}
        {isSkipped && ': the patient did not want to answer.'}
      </p>
      {answers && (
        <ul className="mt-2 space-y-1">
          {listSurveyAnswers(answers).map((line) => (
            <li key={line} className="text-small">
              {line}
            </li>
          ))}
        </ul>
      )}
      {text && (
        <p dir="auto" className="mt-2 wrap-anywhere whitespace-pre-line">
          “{text}”
        </p>
      )}
    </section>
  )
}
