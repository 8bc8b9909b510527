import { useCallback, useEffect, useState } from 'react'
import type { RelatedAftercare, PatientAftercare } from '../../../contract/aftercare.ts'
import type { PatientConsent } from '../../../contract/signing.ts'
import { Button } from '../../ui/plain/button.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { formatLocalDay } from '../../ui/plain/local-day.ts'
import { formatLocalDateTime } from '../../ui/plain/local-moment.ts'
import { Spinner } from '../../ui/plain/spinner.tsx'
import { WarningCallout } from '../../ui/plain/warning-callout.tsx'
import { readAftercare, readRelatedAftercare, stopMessages } from './aftercare-api.ts'
import { useApiRequest } from './api-request.ts'
import { PatientPage } from './patient-page.tsx'
import { CallPracticeButton } from './practice-call.tsx'
import { RequestRefusedError } from './signing-call.ts'
import { worryOutbox } from './signing-device.ts'
import { SurveyForm } from './survey-form.tsx'
import { TextButton } from './text-button.tsx'
import { LoadErrorPage } from './load-error-page.tsx'
import { SectionWording, languageAttributes, fetchDirections } from './wording-direction.tsx'
import { useWords } from './words-context.tsx'
import { fillPlaceholders } from './words-text.ts'
import { Nhs111, WorryPage, useWorryWords } from './worry-page.tsx'

type AftercarePageProps = {
  consent: PatientConsent
  onLapsed: () => void
  onBack?: (() => void) | undefined
  /** Somebody pressed 'I'm worried' on the way here. */
  isWorried?: boolean | undefined
}

/** What somebody can read and do once they were treated: the advice of their own text, whom to call, what worries them. */
export function AftercarePage({ consent, onLapsed, onBack, isWorried = false }: AftercarePageProps) {
  const { id } = consent
  const { aftercare, page } = useWords()
  const [own, setOwn] = useState<PatientAftercare>()
  const [relatedAftercare, setBeside] = useState<RelatedAftercare>()
  const [failed, setFailed] = useState(false)
  const [worrying, setWorrying] = useState(isWorried || location.hash === '#worried')

  const load = useCallback(async () => {
    setFailed(false)
    try {
      // What nobody has heard of yet comes first.
      for (const worry of worryOutbox.waiting(id)) await worryOutbox.deliver(id, worry)
      const also = await readRelatedAftercare(id)
      await Promise.all(also.consents.map((other) => fetchDirections(other)))
      setBeside(also)
      setOwn(await readAftercare(id))
    } catch (error) {
      if (error instanceof RequestRefusedError && error.code === 'unauthenticated') onLapsed()
      else setFailed(true)
    }
  }, [id, onLapsed])
  useEffect(() => {
    void load()
    // What could not be told is told once the connection is back, whichever of the pages is shown by then.
    const tell = () => worryOutbox.waiting(id).length > 0 && void load()
    addEventListener('online', tell)
    return () => removeEventListener('online', tell)
  }, [id, load])

  if (worrying) return <WorryPage consent={consent} onReported={setOwn} onBack={() => setWorrying(false)} />
  if (failed) return <LoadErrorPage onRetry={() => void load()} />
  if (!own || !relatedAftercare) return <Spinner size="large" message={page.loading} />
  const shown = { ...own, isUrgent: own.isUrgent || relatedAftercare.isUrgent }
  const onWorried = own.mayTell ? () => setWorrying(true) : undefined
  return (
    <PatientPage
      title={aftercare.title}
      windowTitle={aftercare.shortTitle}
      eyebrow={
        <bdi {...languageAttributes(consent.content.title, consent.content)}>{consent.content.title}</bdi>
      }
      onBack={onBack}
    >
      <AftercareHeader own={shown} onWorried={onWorried} />
      <Survey consentId={id} own={own} onAnswered={setOwn} onLapsed={onLapsed} />
      <Advice content={adviceOf(consent.content, own.parts)} isNamed={relatedAftercare.consents.length > 0} />
      {relatedAftercare.consents.map((other, place) => (
        <Advice key={`${place} ${other.title}`} content={other} isNamed />
      ))}
      <EmergencyNumbers own={shown} hasNhs111={consent.hasNhs111} />
      <ReportedWorries own={own} />
      {own.doneAt && <StopMessagesPanel consentId={id} own={own} onStopped={setOwn} onLapsed={onLapsed} />}
    </PatientPage>
  )
}

function AftercareHeader({ own, onWorried }: { own: PatientAftercare; onWorried: (() => void) | undefined }) {
  const { aftercare, locale } = useWords()
  const { doneAt, practice, isUrgent } = own
  return (
    <>
      <p dir="auto" className="mt-3">
        {fillPlaceholders(aftercare.lead, { practice: practice.name })}
        {doneAt && <> {fillPlaceholders(aftercare.done, { date: formatLocalDay(doneAt, locale) })}.</>}
      </p>
      {isUrgent && (
        <WarningCallout title={aftercare.emergency} className="mt-5">
          <a href="tel:999" className="inline-block py-1 font-semibold text-link">
            {aftercare.call999}
          </a>
        </WarningCallout>
      )}
      {onWorried && (
        <div className="mt-6">
          <p className="mb-3">{aftercare.worriedLead}</p>
          <Button size="large" onClick={onWorried}>
            {aftercare.worried}
          </Button>
        </div>
      )}
    </>
  )
}

type SurveyProps = Omit<Parameters<typeof SurveyForm>[0], 'consentId'> & {
  consentId: string
  own: PatientAftercare
}

/** The questions while they are due; what was said to them is thanked for until the page is left. */
function Survey({ own, ...form }: SurveyProps) {
  const { survey } = useWords().aftercare
  const [wasDue] = useState(own.survey === 'due')
  if (own.survey === 'due') return <SurveyForm {...form} />
  if (!wasDue) return null
  return (
    <InlineMessage tone="ok" role="status" className="mt-8">
      {own.survey === 'skipped' ? survey.skipped : survey.thanks}
    </InlineMessage>
  )
}

/** The parts of a text that give advice. */
const adviceOf = ({ title, sections }: PatientConsent['content'], parts: readonly number[]) => ({
  title,
  sections: parts.map((part) => sections[part]!),
})

/** The advice of one text; where a visit was for several, under the name of each. */
function Advice({ content, isNamed }: { content: RelatedAftercare['consents'][number]; isNamed: boolean }) {
  const { aftercare } = useWords()
  const Title = isNamed ? 'h3' : 'h2'
  const { title, sections } = content
  return (
    <>
      {isNamed && (
        <h2 {...languageAttributes(title, content)} className="mt-10 border-t border-line pt-6">
          {title}
        </h2>
      )}
      {sections.length === 0 && <p className={isNamed ? 'mt-3' : 'mt-8'}>{aftercare.noAdvice}</p>}
      {sections.map((section) => (
        <section key={section.title} className={isNamed ? 'mt-5' : 'mt-8'}>
          <Title {...languageAttributes(section.title, content)}>{section.title}</Title>
          <SectionWording html={section.content} content={content} className="mt-2" />
        </section>
      ))}
    </>
  )
}

/** The numbers that somebody may need at three in the morning. */
function EmergencyNumbers({
  own: { practice, isUrgent },
  hasNhs111,
}: Pick<PatientConsent, 'hasNhs111'> & { own: PatientAftercare }) {
  const { aftercare } = useWords()
  return (
    <section className="mt-8 space-y-3">
      <h2>{aftercare.who}</h2>
      <CallPracticeButton />
      {practice.outOfHours && (
        <>
          <h3>{aftercare.closed}</h3>
          <p dir="auto" className="rtl:text-right">
            {practice.outOfHours}
          </p>
        </>
      )}
      {isUrgent && hasNhs111 && <Nhs111 />}
    </section>
  )
}

function ReportedWorries({ own: { worries } }: { own: PatientAftercare }) {
  const { aftercare, locale } = useWords()
  const wordsOf = useWorryWords()
  if (worries.length === 0) return null
  return (
    <section className="mt-8">
      <h2>{aftercare.told}</h2>
      <ul className="mt-2 divide-y divide-line">
        {worries.map(({ id, worry, level, at, isSettled }) => (
          <li key={id} className="py-3">
            <p>
              {fillPlaceholders(aftercare.toldOn, {
                worry: wordsOf(worry).name,
                date: formatLocalDateTime(at, locale),
              })}
            </p>
            {level !== 'green' && (
              <p className="text-small text-muted">{isSettled ? aftercare.settled : aftercare.waiting}</p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

type StopMessagesPanelProps = {
  consentId: string
  own: PatientAftercare
  onStopped: (own: PatientAftercare) => void
  onLapsed: () => void
}

function StopMessagesPanel({ consentId, own, onStopped, onLapsed }: StopMessagesPanelProps) {
  const { aftercare } = useWords()
  const { busy, problems, setBusy, run } = useApiRequest(onLapsed)
  const stop = () =>
    run(async () => {
      onStopped(await stopMessages(consentId))
      setBusy(false)
    })
  return (
    <section className="mt-8 border-t border-line pt-6">
      <h2>{aftercare.stopTitle}</h2>
      {problems.map(({ text }) => (
        <InlineMessage key={text} tone="bad" role="alert" className="mt-2">
          {text}
        </InlineMessage>
      ))}
      {own.isStopped ? (
        <p role="status" className="mt-2">
          {aftercare.stopped}
        </p>
      ) : (
        <div className="mt-2">
          <TextButton busy={busy} onClick={() => void stop()}>
            {aftercare.stop}
          </TextButton>
        </div>
      )}
    </section>
  )
}
