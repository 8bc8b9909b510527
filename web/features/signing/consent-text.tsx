import type { PatientConsent } from '../../../contract/signing.ts'
import { RichText } from '../../ui/plain/rich-text.tsx'
import { EnglishNote, asWritten } from './english-wording.tsx'

/** The whole text as it was frozen, part under part. */
export function ConsentText({ consent }: { consent: PatientConsent }) {
  return (
    <>
      <EnglishNote />
      {consent.content.sections.map((section) => (
        <section key={section.id} className="mt-8">
          <h2 {...asWritten}>{section.title}</h2>
          <RichText html={section.content} {...asWritten} className="mt-2" />
        </section>
      ))}
    </>
  )
}
