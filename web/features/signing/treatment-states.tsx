import type { PatientConsent } from '../../../contract/signing.ts'
import type { LanguageAndDirection } from '../../../contract/language-detection.ts'
import { formatLocalDay } from '../../ui/plain/local-day.ts'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { ToothNames } from './consent-facts.tsx'
import { answeredOf, stateOf, type Answered, type AnsweredTreatment } from './treatment-answers.ts'
import { languageAttributes, englishAttributes } from './wording-direction.tsx'
import { useWords } from './words-context.tsx'
import { fillPlaceholders } from './words-text.ts'

type TreatmentStatesProps = {
  answered: Answered
  /** How the name of a treatment is marked. */
  languageOf?: (title: string) => LanguageAndDirection
  className?: string | undefined
}

/**
 * What became of each of several treatments: where some were taken back, which of them, when, and which still stand.
 * Nothing where all that was asked stands.
 */
export function TreatmentStates({
  answered,
  languageOf = () => englishAttributes,
  className,
}: TreatmentStatesProps) {
  const { withdraw, locale } = useWords()
  const { parts } = withdraw
  const { stands, takenBack, declined } = stateOf(answered)
  if (takenBack.length + declined.length === 0) return null
  const isPart = takenBack.length > 0
  const groups = (
    <dl className="space-y-3">
      {isPart && <Group term={parts.stands} treatments={stands} languageOf={languageOf} />}
      {takenBack.map(({ at, treatments }) => {
        const term = fillPlaceholders(parts.gone, { date: formatLocalDay(at, locale) })
        return <Group key={at} term={term} treatments={treatments} languageOf={languageOf} />
      })}
      <Group term={parts.declined} treatments={declined} languageOf={languageOf} />
    </dl>
  )
  if (!isPart) return <div className={className}>{groups}</div>
  return (
    <InlineMessage tone="warn" className={className}>
      {groups}
    </InlineMessage>
  )
}

type GroupProps = {
  term: string
  treatments: readonly AnsweredTreatment[]
  languageOf: (title: string) => LanguageAndDirection
}

function Group({ term, treatments, languageOf }: GroupProps) {
  if (treatments.length === 0) return null
  return (
    <div>
      <dt dir="auto" className="text-small text-muted">
        {term}
      </dt>
      {treatments.map(({ title, teeth }, place) => (
        <dd key={place} className="mt-1 wrap-anywhere">
          <bdi {...languageOf(title)} className="font-semibold">
            {title}
          </bdi>
          {teeth.length > 0 && (
            <span className="block text-small">
              <ToothNames teeth={teeth} />
            </span>
          )}
        </dd>
      ))}
    </div>
  )
}

/** The same of a consent that is open. */
export function ConsentTreatmentStates({
  consent,
  className,
}: {
  consent: PatientConsent
  className?: string
}) {
  return (
    <TreatmentStates
      answered={answeredOf(consent)}
      languageOf={(title) => languageAttributes(title, consent.content)}
      className={className}
    />
  )
}
