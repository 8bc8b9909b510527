import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { PatientConsent } from '../../../contract/signing.ts'
import { languageAttributes, englishAttributes } from './wording-direction.tsx'
import { useEntryWords } from './words-context.tsx'
import { fillCount } from './words-text.ts'

type Fact = { term: string; detail: ReactNode }

/** What the consent is about, who it is for and who asks: the facts a person checks first. */
export function useConsentFacts({ content }: PatientConsent): Fact[] {
  const { summary, locale } = useEntryWords()
  const { title, teeth, patient, clinician, clinic } = content
  const tooth = {
    term: fillCount(summary.tooth, teeth.length, locale),
    detail: <ToothNames teeth={teeth} />,
  }
  return [
    { term: summary.treatment, detail: <bdi {...languageAttributes(title, content)}>{title}</bdi> },
    ...(teeth.length > 0 ? [tooth] : []),
    { term: summary.patient, detail: patient.name },
    {
      term: summary.clinician,
      detail: (
        <>
          {clinician.name}
          <span lang={englishAttributes.lang} className="block text-small text-muted">
            {clinician.role}
          </span>
        </>
      ),
    },
    { term: summary.practice, detail: clinic.name },
  ]
}

/** Each tooth by its name and number. */
export function ToothNames({ teeth }: { teeth: readonly { fdi: string; name: string }[] }) {
  return teeth.map(({ fdi, name }) => (
    <span key={fdi} lang={englishAttributes.lang} className="block first-letter:uppercase">
      {name} ({fdi})
    </span>
  ))
}

/** Facts as a quiet card; term above detail on a phone, beside it where there is room. */
export function FactList({ facts, className }: { facts: readonly Fact[]; className?: string }) {
  return (
    <dl className={clsx('divide-y divide-line card', className)}>
      {facts.map(({ term, detail }) => (
        <div key={term} className="px-4 py-3 sm:grid sm:grid-cols-[9rem_1fr] sm:gap-4">
          <dt className="text-small text-muted sm:text-body">{term}</dt>
          <dd dir="auto" className="min-w-0 font-medium rtl:text-right">
            {detail}
          </dd>
        </div>
      ))}
    </dl>
  )
}
