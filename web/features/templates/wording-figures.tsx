import { groupByStudyDepth, type RiskBasis } from '../../../contract/risk-basis.ts'
import { languages } from '../../../contract/languages.ts'
import { illustrationsOfSection, type RiskFigure } from '../../../contract/risk-figures.ts'
import type { FrozenPicture, OwnFigures } from '../../../contract/consents.ts'
import { ComparisonList } from '../../ui/plain/comparison-list.tsx'
import { calendarDayText } from '../../ui/plain/date-text.ts'
import { FigureList } from '../../ui/plain/figure-list.tsx'
import { GroupedList } from '../../ui/plain/grouped-list.tsx'
import { PictureFigure } from '../../ui/plain/picture-figure.tsx'
import type { PlacedPicture } from './library-pictures.ts'

const number = new Intl.NumberFormat('en-GB')

/** A figure as patients read it in English. */
export const figureText = ({ from, to, of }: RiskFigure): string =>
  `About ${number.format(from)}${to > from ? ` to ${number.format(to)}` : ''} in every ${number.format(of)} people`

type OwnFigure = Pick<OwnFigures['risks'][number], 'occurred' | 'known' | 'range'>

/** A figure of the practice itself, with what chance leaves open, as patients read it in English. */
export const ownFigureText = ({ occurred, known, range: { from, to, of } }: OwnFigure) => ({
  text: `${number.format(occurred)} of ${number.format(known)} people whose result we know`,
  note: `By chance alone, it could be ${number.format(from)} to ${number.format(to)} in every ${number.format(of)} people`,
})

/** How well risks are studied, as patients read it in English. */
const depthNames = { 'well studied': 'Well studied', 'few studies': 'Few studies' }

/** The words of a drawing as its patient reads them in another language. */
const translationOf = ({ language, ...words }: NonNullable<FrozenPicture['beside']>) => ({
  note: `In ${languages[language].name} (machine translation, not checked):`,
  otherWords: { ...words, lang: language, dir: languages[language].direction },
})

type WordingFiguresProps = {
  text: {
    sections: readonly { title: string }[]
    risks: readonly {
      label: string
      serious?: boolean | undefined
      figure?: RiskFigure | null | undefined
      basis?: RiskBasis | undefined
    }[]
    ownFigures?: readonly OwnFigures[] | undefined
    pictures?: readonly (PlacedPicture & Pick<FrozenPicture, 'beside'>)[] | undefined
  }
  /** Which section they stand under, counted from 0. */
  sectionIndex: number
}

/** What patients see beside the text of a section, for those who write or send it. */
export function WordingFigures({ text, sectionIndex }: WordingFiguresProps) {
  const { pictures, risks, serious, ownFigures } = illustrationsOfSection(text, sectionIndex)
  const depths = groupByStudyDepth(serious).map(({ depth, risks: items }) => ({
    name: depthNames[depth],
    items: items.map(({ label }) => ({ label })),
  }))
  return (
    <>
      {pictures.map((picture) => (
        <PictureFigure
          key={picture.id}
          picture={picture}
          summary="What the picture shows"
          {...(picture.beside && translationOf(picture.beside))}
          className="mt-4"
        />
      ))}
      {risks.length > 0 && (
        <FigureList
          title="The numbers as pictures"
          level={4}
          lead="Each mark is one person who has this treatment. Dark marks are the people it happens to."
          range="Studies differ. Lighter marks show how many more it could be."
          items={risks.map((risk) => ({ ...risk, text: figureText(risk.figure) }))}
          className="mt-6"
        />
      )}
      {ownFigures.map(({ treatment, title, risks: counted, ...own }) => (
        <ComparisonList
          key={treatment}
          title="What happened to people treated here"
          level={4}
          lead={
            <p className="text-small text-muted">
              {title}, {calendarDayText(own.from)} to {calendarDayText(own.until)}:{' '}
              {number.format(own.treated)} people treated, {number.format(own.followed)} followed up, half of
              them for {number.format(own.followUpDays)} days or more.
            </p>
          }
          items={counted.map(({ label, occurred, known, range, published }) => ({
            label,
            rows: [
              ...(published ? [{ name: 'Published studies', text: figureText(published) }] : []),
              { name: 'At this practice', ...ownFigureText({ occurred, known, range }) },
            ],
          }))}
          className="mt-6"
        />
      ))}
      {depths.length > 0 && (
        <GroupedList
          title="How well are the serious risks studied?"
          level={4}
          groups={depths}
          className="mt-6"
        />
      )}
    </>
  )
}
