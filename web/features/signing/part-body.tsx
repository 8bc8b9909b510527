import type { ReactNode } from 'react'
import { illustrationsOfSection } from '../../../contract/risk-figures.ts'
import type { PatientConsent } from '../../../contract/signing.ts'
import { CleanedHtml } from '../../ui/plain/cleaned-html.tsx'
import { OwnPictures } from './own-pictures.tsx'
import { SectionVideoPlayer } from './lazy-pages.ts'
import { GlossaryText } from './glossary-text.tsx'
import { ReadAloudPart } from './read-aloud-part.tsx'
import { SectionDrawings } from './section-drawings.tsx'
import { SectionFigures } from './section-figures.tsx'
import type { Reader } from './signing-api.ts'
import { SectionWording, attributesOfLanguage, wholeLanguageAttributes } from './wording-direction.tsx'
import { useWords, useWordSource } from './words-context.tsx'

type Section = PatientConsent['content']['sections'][number]

type PartBodyProps = {
  consent: Pick<PatientConsent, 'id' | 'content'>
  /** Which section, counted from 0. */
  sectionIndex: number
  /** Of the headings below the section's own. */
  level: 2 | 3
  /** Laid out to be easier; undefined where the text is looked at and not read: then it is plain, and cannot be listened to. */
  isEasy?: boolean | undefined
  reader?: Reader | undefined
}

/** Whether a drawing has words in this language. */
const isIn =
  (language: string | undefined) =>
  ({ beside }: NonNullable<PatientConsent['content']['pictures']>[number]) =>
    beside !== undefined && beside.language === language

/** The text's own headings are made to stand under a part's; alone on a page, they stand under the page's. */
const shiftHeadings = (html: string, level: 2 | 3) =>
  level === 2 ? html.replaceAll(/<(\/?)h3\b/g, '<$1h2') : html

/** One part of the text with what is seen with it, beside the same in the patient's own language where there is that. */
export function PartBody({ consent, sectionIndex, level, isEasy, reader }: PartBodyProps) {
  const { content } = consent
  const section = content.sections[sectionIndex]!
  const html = shiftHeadings(section.content, level)
  const language = section.beside?.language
  const drawings = illustrationsOfSection(content, sectionIndex).pictures
  const [translated, others] = [
    drawings.filter(isIn(language)),
    drawings.filter((one) => !isIn(language)(one)),
  ]
  const pictures = (
    <>
      <OwnPictures consent={consent} sectionIndex={sectionIndex} reader={reader} />
      <SectionDrawings drawings={others} />
      <SectionFigures content={content} sectionIndex={sectionIndex} level={level} />
    </>
  )
  const isRead = isEasy !== undefined
  const wording = isRead ? (
    <GlossaryText html={html} content={content} isEasy={isEasy} className="mt-4" />
  ) : (
    <SectionWording html={html} content={content} className="mt-2" />
  )
  // Whoever wants it easy sees the picture first.
  const english = isEasy ? [pictures, wording] : [wording, pictures]
  const { lang } = wholeLanguageAttributes(content)
  const spoken = isRead ? { consentId: consent.id, part: sectionIndex + 1 } : null
  return (
    <>
      {section.media && (
        <SectionVideoPlayer consent={consent} sectionIndex={sectionIndex} isTracked={isRead} />
      )}
      <SideBySideText
        section={section}
        level={level}
        spoken={spoken}
        isEnglish={lang === 'en'}
        drawings={<SectionDrawings drawings={translated} wordsAround={section.beside?.status} />}
        isEasy={isEasy}
      >
        <ReadAloudWrapper spoken={spoken} title={section.title} lang={lang}>
          {english[0]}
          {english[1]}
        </ReadAloudWrapper>
      </SideBySideText>
    </>
  )
}

type ReadAloudWrapperProps = {
  spoken: { consentId: string; part: number } | null
  title: string
  lang: string
  children: ReactNode
}

const ReadAloudWrapper = ({ spoken, title, lang, children }: ReadAloudWrapperProps) =>
  spoken ? (
    <ReadAloudPart {...spoken} title={title} lang={lang}>
      {children}
    </ReadAloudPart>
  ) : (
    children
  )

type SideBySideTextProps = Pick<PartBodyProps, 'level'> & {
  section: Section
  spoken: ReadAloudWrapperProps['spoken']
  isEnglish: boolean
  /** Those with words in that language. */
  drawings: ReactNode
  isEasy?: boolean | undefined
  children: ReactNode
}

/** The part in the language or the form that the patient reads in, and the English: beside it where there is room. */
function SideBySideText({
  section: { beside },
  level,
  spoken,
  isEnglish,
  drawings,
  isEasy,
  children,
}: SideBySideTextProps) {
  const { readingAids } = useWords()
  const { language: pageLanguage } = useWordSource()
  if (!beside)
    return (
      <>
        {isEnglish && pageLanguage !== 'en' && (
          <p className="mt-2 text-small text-muted">{readingAids.english}</p>
        )}
        {children}
      </>
    )
  const { language, title, content, status } = beside
  const marks = attributesOfLanguage(language)
  const Heading = `h${level}` as const
  return (
    <div className="beside-english mt-4">
      <div className="min-w-0">
        <Heading {...marks}>{title}</Heading>
        <p className="mt-1 text-small text-muted">
          {status === 'machine' ? readingAids.drafted : readingAids.checked}
        </p>
        <ReadAloudWrapper spoken={spoken} title={title} lang={language}>
          {isEasy && drawings}
          <CleanedHtml html={shiftHeadings(content, level)} {...marks} className="mt-2" />
          {!isEasy && drawings}
        </ReadAloudWrapper>
      </div>
      <div className="min-w-0">
        <Heading>{readingAids.english}</Heading>
        {children}
      </div>
    </div>
  )
}
