import type { Api } from '../../api.ts'
import { momentText } from '../../ui/plain/date-text.ts'
import { Panel } from '../../ui/plain/panel.tsx'
import { additionalWords, answerProvenanceText } from './matter-words.ts'

type Answers = Awaited<ReturnType<Api['matters']['additionalOfPatient']>>

/** What a patient agreed to besides treatments, as they said last. Nothing where nobody ever asked. */
export function PatientAdditionalConsents({
  answers,
  consentHref,
}: {
  answers: Answers
  consentHref: (consentId: string) => string
}) {
  if (answers.length === 0) return null
  return (
    <Panel title="Additional consents" lead="Most recent answers from any of their consents.">
      <ul className="space-y-3">
        {answers.map(({ key, title, answer, at, consentId, ...given }) => (
          <li key={key}>
            <a href={consentHref(consentId)} className="text-link">
              {title}
            </a>
            : <strong>{additionalWords[answer]}</strong>
            <span className="block text-small text-muted">
              {momentText(at)}
              {answerProvenanceText(given)}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
