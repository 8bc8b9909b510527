import type { PatientConsent } from '../../../contract/signing.ts'
import { EnglishNote } from './english-wording.tsx'
import { SectionWording, asWritten } from './wording-direction.tsx'
import { OwnPictures } from './own-pictures.tsx'
import { SectionFigures } from './section-figures.tsx'
import type { Reader } from './signing-api.ts'

/** The whole text as it was frozen, part under part. */
export function ConsentText({
  consent,
  reader,
}: {
  consent: Pick<PatientConsent, 'id' | 'content'>
  reader?: Reader
}) {
  return (
    <>
      <EnglishNote content={consent.content} />
      {consent.content.sections.map((section, at) => (
        <section key={section.id} className="mt-8">
          <h2 {...asWritten(section.title, consent.content)}>{section.title}</h2>
          <SectionWording html={section.content} content={consent.content} className="mt-2" />
          <OwnPictures consent={consent} at={at} reader={reader} />
          <SectionFigures content={consent.content} at={at} level={3} />
        </section>
      ))}
    </>
  )
}
