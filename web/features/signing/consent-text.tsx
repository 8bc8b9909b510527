import type { ComponentProps } from 'react'
import { EnglishNote } from './english-wording.tsx'
import { PartBody } from './part-body.tsx'
import { languageAttributes } from './wording-direction.tsx'

type ConsentTextProps = Pick<ComponentProps<typeof PartBody>, 'consent' | 'reader' | 'isEasy'>

/** The whole text as it was frozen, part under part. */
export function ConsentText({ consent, reader, isEasy }: ConsentTextProps) {
  return (
    <>
      <EnglishNote content={consent.content} />
      {consent.content.sections.map((section, at) => (
        <section key={section.id} data-part={at + 1} className="mt-8">
          <h2 {...languageAttributes(section.title, consent.content)}>{section.title}</h2>
          <PartBody consent={consent} sectionIndex={at} level={3} reader={reader} isEasy={isEasy} />
        </section>
      ))}
    </>
  )
}
