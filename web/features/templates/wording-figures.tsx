import { groupByStudyDepth, type RiskBasis } from '../../../contract/risk-basis.ts'
import { illustrationsOfSection, type RiskFigure } from '../../../contract/risk-figures.ts'
import { FigureList } from '../../ui/plain/figure-list.tsx'
import { GroupedList } from '../../ui/plain/grouped-list.tsx'
import { PictureFigure } from '../../ui/plain/picture-figure.tsx'
import type { PlacedPicture } from './library-pictures.ts'

const number = new Intl.NumberFormat('en-GB')

/** A figure as patients read it in English. */
export const figureText = ({ from, to, of }: RiskFigure): string =>
  `About ${number.format(from)}${to > from ? ` to ${number.format(to)}` : ''} in every ${number.format(of)} people`

/** How well risks are studied, as patients read it in English. */
const depthNames = { 'well studied': 'Well studied', 'few studies': 'Few studies' }

type WordingFiguresProps = {
  text: {
    sections: readonly { title: string }[]
    risks: readonly {
      label: string
      serious?: boolean | undefined
      figure?: RiskFigure | null | undefined
      basis?: RiskBasis | undefined
    }[]
    pictures?: readonly PlacedPicture[] | undefined
  }
  /** Which section they stand under, counted from 0. */
  sectionIndex: number
}

/** What patients see beside the text of a section, for those who write or send it. */
export function WordingFigures({ text, sectionIndex }: WordingFiguresProps) {
  const { pictures, risks, serious } = illustrationsOfSection(text, sectionIndex)
  const depths = groupByStudyDepth(serious).map(({ depth, risks: items }) => ({
    name: depthNames[depth],
    items: items.map(({ label }) => ({ label })),
  }))
  return (
    <>
      {pictures.map((picture) => (
        <PictureFigure key={picture.id} picture={picture} summary="What the picture shows" className="mt-4" />
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
