import type { PatientConsent } from '../../../contract/signing.ts'
import { RichText } from '../../ui/plain/rich-text.tsx'
import { EnglishNote, asWritten, wholeAsWritten } from './english-wording.tsx'
import { SectionFigures } from './section-figures.tsx'

/** The whole text as it was frozen, part under part. */
export function ConsentText({ consent }: { consent: PatientConsent }) {
  return (
    <>
      <EnglishNote content={consent.content} />
      {consent.content.sections.map((section, at) => (
        <section key={section.id} className="mt-8">
          <h2 {...asWritten(section.title, consent.content)}>{section.title}</h2>
          <RichText html={section.content} {...wholeAsWritten(consent.content)} className="mt-2" />
          <SectionFigures content={consent.content} at={at} level={3} />
        </section>
      ))}
    </>
  )
}
