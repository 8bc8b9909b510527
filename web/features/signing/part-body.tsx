import type { ReactNode } from 'react'
import type { PatientConsent } from '../../../contract/signing.ts'
import { CleanedHtml } from '../../ui/plain/cleaned-html.tsx'
import { OwnPictures } from './own-pictures.tsx'
import { VideoPart } from './later-pages.ts'
import { PressableWording } from './pressable-wording.tsx'
import { ReadAloudPart } from './read-aloud-part.tsx'
import { SectionFigures } from './section-figures.tsx'
import type { Reader } from './signing-api.ts'
import { SectionWording, inLanguage, wholeAsWritten } from './wording-direction.tsx'
import { useWords } from './words-context.tsx'

type Section = PatientConsent['content']['sections'][number]

type PartBodyProps = {
  consent: Pick<PatientConsent, 'id' | 'content'>
  /** Which section, counted from 0. */
  at: number
  /** Of the headings below the section's own. */
  level: 2 | 3
  /** Laid out to be easier; undefined where the text is looked at and not read: then it is plain, and cannot be listened to. */
  isEasy?: boolean | undefined
  reader?: Reader | undefined
}

/** The text's own headings are made to stand under a part's; alone on a page, they stand under the page's. */
const raiseHeadings = (html: string, level: 2 | 3) =>
  level === 2 ? html.replaceAll(/<(\/?)h3\b/g, '<$1h2') : html

/** One part of the text with what is seen with it, beside the same in the patient's own language where there is that. */
export function PartBody({ consent, at, level, isEasy, reader }: PartBodyProps) {
  const { content } = consent
  const section = content.sections[at]!
  const html = raiseHeadings(section.content, level)
  const pictures = (
    <>
      <OwnPictures consent={consent} at={at} reader={reader} />
      <SectionFigures content={content} at={at} level={level} />
    </>
  )
  const isRead = isEasy !== undefined
  const wording = isRead ? (
    <PressableWording html={html} content={content} isEasy={isEasy} className="mt-4" />
  ) : (
    <SectionWording html={html} content={content} className="mt-2" />
  )
  // Whoever wants it easy sees the picture first.
  const english = isEasy ? [pictures, wording] : [wording, pictures]
  const { lang } = wholeAsWritten(content)
  const spoken = isRead ? { consentId: consent.id, part: at + 1 } : null
  return (
    <>
      {section.media && <VideoPart consent={consent} at={at} isWatched={isRead} />}
      <BesideEnglish section={section} level={level} spoken={spoken}>
        <Spoken spoken={spoken} title={section.title} lang={lang}>
          {english[0]}
          {english[1]}
        </Spoken>
      </BesideEnglish>
    </>
  )
}

type SpokenProps = {
  spoken: { consentId: string; part: number } | null
  title: string
  lang: string
  children: ReactNode
}

const Spoken = ({ spoken, title, lang, children }: SpokenProps) =>
  spoken ? (
    <ReadAloudPart {...spoken} title={title} lang={lang}>
      {children}
    </ReadAloudPart>
  ) : (
    children
  )

type BesideEnglishProps = Pick<PartBodyProps, 'level'> & {
  section: Section
  spoken: SpokenProps['spoken']
  children: ReactNode
}

/** The part in the language or the form that the patient reads in, and the English: beside it where there is room. */
function BesideEnglish({ section: { beside }, level, spoken, children }: BesideEnglishProps) {
  const { readingAids } = useWords()
  if (!beside) return children
  const { language, title, content, status } = beside
  const marks = inLanguage(language)
  const Heading = `h${level}` as const
  return (
    <div className="beside-english mt-4">
      <div className="min-w-0">
        <Heading {...marks}>{title}</Heading>
        <p className="mt-1 text-small text-muted">
          {status === 'machine' ? readingAids.drafted : readingAids.checked}
        </p>
        <Spoken spoken={spoken} title={title} lang={language}>
          <CleanedHtml html={raiseHeadings(content, level)} {...marks} className="mt-2" />
        </Spoken>
      </div>
      <div className="min-w-0">
        <Heading>{readingAids.english}</Heading>
        {children}
      </div>
    </div>
  )
}
