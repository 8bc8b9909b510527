import { groupByStudyDepth, type RiskBasis } from '../../../contract/risk-basis.ts'
import type { FrozenPicture, OwnFigures } from '../../../contract/consents.ts'
import { languages } from '../../../contract/languages.ts'
import { illustrationsOfSection, type RiskFigure } from '../../../contract/risk-figures.ts'
import { drawIconArray } from './icon-array-picture.ts'
import {
  describeAnnotatedPicture,
  renderAnnotatedPicture,
  type AnnotatedPicture,
} from './annotated-picture.ts'

/** What a text shows beside its words. */
export type IllustratedText = {
  sections: readonly { title: string }[]
  risks: readonly {
    label: string
    serious?: boolean | undefined
    figure?: RiskFigure | null | undefined
    basis?: RiskBasis | undefined
  }[]
  ownFigures?: readonly OwnFigures[] | undefined
  pictures?: readonly FrozenPicture[] | undefined
  /** Of this patient: they stand under the first section. */
  ownPictures?: readonly AnnotatedPicture[] | undefined
}

const number = new Intl.NumberFormat('en-GB')

/** A figure in the words that patients read under it. */
const figureText = ({ from, to, of }: RiskFigure): string =>
  `About ${number.format(from)}${to > from ? ` to ${number.format(to)}` : ''} in every ${number.format(of)} people`

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** Who was counted at the practice itself, in the words that patients read. */
const peopleText = ({
  from,
  until,
  treated,
  followed,
  followUpDays,
}: Omit<OwnFigures, 'treatment' | 'title' | 'risks'>) =>
  `From ${day.format(new Date(from))} to ${day.format(new Date(until))} we treated ${number.format(treated)} people. ` +
  `We know the result of ${number.format(followed)} of them. ` +
  `Half of them were last seen or asked ${number.format(followUpDays)} days or more after treatment. ` +
  'What happens later is not counted.'

/** What came of it, and what chance leaves open, in the same words. */
const ownFigureText = ({
  occurred,
  known,
  range: { from, to, of },
}: Pick<OwnFigures['risks'][number], 'occurred' | 'known' | 'range'>) => ({
  own: `${number.format(occurred)} of ${number.format(known)} people whose result we know`,
  chance: `By chance alone, it could be ${number.format(from)} to ${number.format(to)} in every ${number.format(of)} people`,
})

/** How well risks are studied, in the words that patients read. */
const depthNames = { 'well studied': 'Well studied', 'few studies': 'Few studies' }

/** The words of a drawing in the patient's language, as the record gives them below the English. */
const describePictureTranslation = ({ language, title, alt }: NonNullable<FrozenPicture['beside']>) => ({
  label: `In ${languages[language].name} (machine translation, not checked):`,
  ...{ title, alt },
  writing: language,
})

/**
 * What is seen beside the text of one section, counted from 0: which files are drawn where, with their words, and the
 * files. A picture's file is named by its place in the text, never by what was sent.
 */
export function describePictures(text: IllustratedText, at: number) {
  const { pictures, risks, serious, ownFigures } = illustrationsOfSection(text, at)
  const assets: Record<string, Uint8Array> = {}
  const added = (name: string, bytes: Uint8Array) => {
    assets[name] = bytes
    return `/${name}`
  }
  const own = at === 0 ? (text.ownPictures ?? []) : []
  return {
    assets,
    own: own.map((picture, nth) => {
      const drawn = renderAnnotatedPicture(picture)
      return { ...describeAnnotatedPicture(picture), file: drawn ? added(`own-${nth}.svg`, drawn) : null }
    }),
    pictures: pictures.map(({ title, alt, svg, beside }, nth) => ({
      ...{ title, alt },
      beside: beside ? describePictureTranslation(beside) : null,
      file: added(`picture-${at}-${nth}.svg`, new TextEncoder().encode(svg)),
    })),
    figures: risks.map(({ label, figure }, nth) => ({
      ...{ label, text: figureText(figure), isRange: figure.to > figure.from },
      file: added(`figure-${at}-${nth}.svg`, drawIconArray(figure)),
    })),
    ownFigures: ownFigures.map(({ title, risks: counted, ...own }) => ({
      title,
      people: peopleText(own),
      risks: counted.map(({ label, published, ...figure }) => ({
        ...{ label, published: published ? figureText(published) : null },
        ...ownFigureText(figure),
      })),
    })),
    depths: groupByStudyDepth(serious).map(({ depth, risks: studied }) => ({
      name: depthNames[depth],
      labels: studied.map(({ label }) => label),
    })),
  }
}
