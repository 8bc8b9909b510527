import type { PatientConsent } from '../../../contract/signing.ts'
import { drawnWith, type RiskFigure } from '../../../contract/risk-figures.ts'
import { FigureList } from '../../ui/plain/figure-list.tsx'
import { PictureFigure } from '../../ui/plain/picture-figure.tsx'
import { asWritten, inEnglish } from './wording-direction.tsx'
import { useWords } from './words-context.tsx'
import { fill } from './words-text.ts'

type SectionFiguresProps = {
  content: PatientConsent['content']
  /** Which section they stand under, counted from 0. */
  at: number
  /** Of the headings below the section's own. */
  level: 2 | 3
}

/** What is seen rather than read of a section: its pictures, and under the risks how many people they happen to. */
export function SectionFigures({ content, at, level }: SectionFiguresProps) {
  const { pictures, locale } = useWords()
  const number = new Intl.NumberFormat(locale)
  const inWords = ({ from, to, of }: RiskFigure) => {
    const [count, most, total] = [from, to, of].map((value) => number.format(value)) as [
      string,
      string,
      string,
    ]
    return from === to
      ? fill(pictures.figure, { count, total })
      : fill(pictures.figures, { from: count, to: most, total })
  }
  const drawn = drawnWith(content, at)
  return (
    <>
      {drawn.pictures.map((picture) => (
        <PictureFigure
          key={picture.id}
          picture={picture}
          summary={pictures.shows}
          {...inEnglish}
          className="mt-6"
        />
      ))}
      {drawn.risks.length > 0 && (
        <FigureList
          title={pictures.numbers}
          level={level}
          lead={pictures.lead}
          range={pictures.range}
          items={drawn.risks.map((risk) => ({
            ...risk,
            ...asWritten(risk.label, content),
            text: inWords(risk.figure),
          }))}
          className="mt-8"
        />
      )}
    </>
  )
}
