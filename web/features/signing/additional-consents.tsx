import { useState } from 'react'
import type { PatientConsent } from '../../../contract/signing.ts'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { formatLocalDateTime } from '../../ui/plain/local-moment.ts'
import { RadioGroup } from '../../ui/plain/radio-group.tsx'
import type { DraftProps } from './draft-state.ts'
import { withdrawAdditionalConsent, type AdditionalKey } from './matter-api.ts'
import { cacheMatters, useMatters } from './matter-thread.ts'
import { useApiRequest } from './api-request.ts'
import { TextButton } from './text-button.tsx'
import { englishAttributes } from './wording-direction.tsx'
import { usePageLanguage, useWords } from './words-context.tsx'
import { fillPlaceholders } from './words-text.ts'

type AdditionalConsentsProps = DraftProps & { consent: PatientConsent }

/** What is asked apart from the treatment, each by itself and none answered beforehand; no answer stops the signature. */
export function AdditionalConsents({ consent, draft, onDraft }: AdditionalConsentsProps) {
  const { matters } = useWords()
  const words = matters.besides
  const consentQuestions = consent.content.additionalConsents ?? []
  if (consentQuestions.length === 0) return null
  return (
    <section className="mt-8 rounded-lg border border-line p-4">
      <h2>{words.title}</h2>
      <p className="mt-1">{words.lead}</p>
      <div className="mt-4 space-y-6">
        {consentQuestions.map(({ key, question, translations }) => (
          <RadioGroup
            key={key}
            name={key}
            legend={<Question question={question} translations={translations} />}
            inline
            options={[
              { value: 'yes', label: words.yes },
              { value: 'no', label: words.no },
            ]}
            {...(draft.additional[key] ? { defaultValue: draft.additional[key] } : {})}
            onChange={(answer) =>
              onDraft({ additional: { ...draft.additional, [key]: answer as 'yes' | 'no' } })
            }
          />
        ))}
      </div>
    </section>
  )
}

/** The words that are answered, in English, and what they say in the language of the pages beneath, as help. */
function Question({ question, translations }: { question: string; translations: Record<string, string> }) {
  const { source } = usePageLanguage()
  const help = translations[source.language]
  return (
    <>
      <bdi {...englishAttributes} className="block">
        {question}
      </bdi>
      {help && <span className="mt-1 block font-normal text-muted">{help}</span>}
    </>
  )
}

type AdditionalConsentAnswersProps = { consent: PatientConsent; onLapsed: () => void }

/** What was said of each, and a way to take back each that was agreed to. */
export function AdditionalConsentAnswers({ consent, onLapsed }: AdditionalConsentAnswersProps) {
  const { matters, locale } = useWords()
  const words = matters.besides
  const { busy, setBusy, problems, run } = useApiRequest(onLapsed)
  const [isDone, setIsDone] = useState(false)
  const answers = useMatters(consent.id)?.additional ?? []
  if (answers.length === 0) return null
  const answerLabels = {
    yes: words.saidYes,
    no: words.saidNo,
    blank: words.leftBlank,
    withdrawn: words.takenBack,
  }
  const signedByLabels = { screen: undefined, paper: words.onPaper, verbal: words.aloud }

  const withdraw = (key: AdditionalKey) =>
    void run(async () => {
      setIsDone(false)
      cacheMatters(consent.id, await withdrawAdditionalConsent(consent.id, key, crypto.randomUUID()))
      setBusy(false)
      setIsDone(true)
    })

  return (
    <section className="mt-8">
      <h2>{words.mine}</h2>
      {isDone && (
        <InlineMessage tone="ok" role="status" className="mt-3">
          {words.done}
        </InlineMessage>
      )}
      {problems.map(({ text }) => (
        <InlineMessage key={text} tone="bad" role="alert" className="mt-3">
          {text}
        </InlineMessage>
      ))}
      <ul className="mt-3 space-y-4">
        {answers.map(({ key, title, answer, at, how, by: name }) => {
          const asked = consent.content.additionalConsents?.find((one) => one.key === key)
          return (
            <li key={key}>
              {asked && <Question {...asked} />}
              <p className="text-small text-muted">
                {fillPlaceholders(answerLabels[answer], { time: formatLocalDateTime(at, locale) })}
              </p>
              {signedByLabels[how] && (
                <p className="text-small text-muted">{fillPlaceholders(signedByLabels[how], { name })}</p>
              )}
              {answer === 'yes' && (
                <TextButton onClick={() => busy || withdraw(key)}>
                  {words.takeBack}
                  <span className="sr-only">: {title}</span>
                </TextButton>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
