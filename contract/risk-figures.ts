/**
 * How often a risk comes, as a number of people out of so many, read off the words that state it: what is shown as a
 * picture is never written a second time. Import-free, so that browsers may use it as a value.
 */

/** `from` people out of `of`; `to` is more where studies differ. */
export type RiskFigure = { from: number; to: number; of: number }

/** The source of what no published study was found for: such a number is not drawn. */
export const generalKnowledgeSource = 'General professional knowledge'

/** More marks than this nobody takes in. */
const pictogram_people_max = 1000

const number = String.raw`\d[\d,]*(?:\.\d+)?`
/** '16 to 22 in 100', '5 in every 1,000', '3 out of 120', '0.5–2%'; time is no people: '3 in 10 years'. */
const frequencyStatement = new RegExp(
  String.raw`(?:(?<from>${number})\s*(?:%|per cent)?\s*(?:to|–|-)\s*(?:about\s+)?)?(?<to>${number})\s*` +
    String.raw`(?:(?:%|per cent\b)|(?:in|out of|per)\s+(?:every\s+)?(?<of>${number})(?![\d,.]*\d|-)` +
    String.raw`(?!\s*(?:minute|hour|day|week|month|year|visit)s?\b))`,
  'gi',
)
const rangeWord = /^\s*to\s+(?:about\s+)?$/i

const parseDigits = (digits: string) => Number(digits.replaceAll(',', ''))
const isWhole = (value: number) => Math.abs(value - Math.round(value)) < 1e-6

/** The same figure out of another number of people; null where that gives parts of a person. */
function rescaleFigure(total: number, { from, to, of }: RiskFigure): RiskFigure | null {
  const [least, most] = [(from * total) / of, (to * total) / of]
  return isWhole(least) && isWhole(most) ? { from: Math.round(least), to: Math.round(most), of: total } : null
}

/** Out of 100 where that goes, else out of 1,000, else as it was counted: 3 of 120 stays 3 of 120. */
function toWholeNumberFigure(figure: RiskFigure): RiskFigure | null {
  const { from, to, of } = figure
  if (of < 1 || of > pictogram_people_max || from > to || to > of || to === 0) return null
  const totals =
    100 % of === 0
      ? [100, pictogram_people_max]
      : pictogram_people_max % of === 0
        ? [pictogram_people_max]
        : [of]
  for (const total of totals) {
    const whole = rescaleFigure(total, figure)
    if (whole) return whole
  }
  return null
}

/** The one figure that words state; null where they state none, or several that are not one range. */
export function parseStatedFigure(words: string): RiskFigure | null {
  const found = [...words.matchAll(frequencyStatement)]
  const [first, second, ...more] = found.map(({ groups }) => {
    const to = parseDigits(groups!.to!)
    return toWholeNumberFigure({
      from: groups!.from === undefined ? to : parseDigits(groups!.from),
      to,
      of: groups!.of === undefined ? 100 : parseDigits(groups!.of),
    })
  })
  if (!first || more.length > 0) return null
  if (second === undefined) return first
  const between = words.slice(found[0]!.index + found[0]![0].length, found[1]!.index)
  if (second === null || !rangeWord.test(between)) return null
  const [least, most] = withCommonDenominator([first, second]) as [RiskFigure, RiskFigure]
  return least.of === most.of && least.to <= most.from ? { ...least, to: most.to } : null
}

/** The figure of a risk: what its words state, where a published source stands behind them. */
export const riskFigureOf = ({ label, source }: { label: string; source: string }): RiskFigure | null =>
  source.trim() === '' || source.trim() === generalKnowledgeSource ? null : parseStatedFigure(label)

/**
 * Figures that stand beside each other, all out of the same number of people: unlike ones cannot be compared by eye.
 * Those for which neither 100 nor 1,000 goes stay as they are.
 */
export function withCommonDenominator(figures: readonly RiskFigure[]): RiskFigure[] {
  if (new Set(figures.map(({ of }) => of)).size < 2) return [...figures]
  for (const total of [100, pictogram_people_max]) {
    const alike = figures.map((figure) => rescaleFigure(total, figure))
    if (alike.every((figure) => figure !== null)) return alike
  }
  return [...figures]
}

/** Where the figures stand: in the section about risks, by its title, else at the end. */
function figuresSectionIndex(sections: readonly { title: string }[]): number {
  const titles = sections.map(({ title }) => title.trim().toLowerCase())
  const named = titles.indexOf('risks and complications')
  const about = named < 0 ? titles.findIndex((title) => /\brisks?\b/.test(title)) : named
  return about < 0 ? sections.length - 1 : about
}

type ListedRisk = {
  label: string
  serious?: boolean | undefined
  figure?: RiskFigure | null | undefined
  treatments?: readonly number[] | undefined
}

/** What was counted of one treatment at the practice itself. */
type OwnFigures = { treatment: number; risks: readonly { label: string }[] }
/** The same with the published figure of each risk beside it; null where it has none. */
type Compared<Own extends OwnFigures> = Omit<Own, 'risks'> & {
  risks: (Own['risks'][number] & { published: RiskFigure | null })[]
}

type IllustratedText<Picture, Risk, Own> = {
  sections: readonly { title: string }[]
  risks: readonly Risk[]
  pictures?: readonly Picture[] | undefined
  ownFigures?: readonly Own[] | undefined
}

/** Own figures beside published ones: of the same risk of the same treatment. */
const compareFigures = <Own extends OwnFigures>(
  ownFigures: readonly Own[],
  published: readonly (ListedRisk & { figure: RiskFigure })[],
): Compared<Own>[] =>
  ownFigures.map((own) => ({
    ...own,
    risks: own.risks.map((risk) => {
      const found = published.find(
        ({ label, treatments }) =>
          label === risk.label && (!treatments || treatments.includes(own.treatment)),
      )
      return { ...risk, published: found?.figure ?? null }
    }),
  }))

/**
 * What is seen beside the text of one section, counted from 0: its pictures, and under the risks those of which there
 * is a figure, all out of the same number of people where that goes, what the practice itself has counted, and the risks
 * that are serious.
 */
export function illustrationsOfSection<
  Picture extends { sectionTitle: string },
  Risk extends ListedRisk,
  Own extends OwnFigures = never,
>(
  { sections, risks, pictures = [], ownFigures = [] }: IllustratedText<Picture, Risk, Own>,
  at: number,
): {
  pictures: Picture[]
  risks: (Risk & { figure: RiskFigure })[]
  serious: Risk[]
  ownFigures: Compared<Own>[]
} {
  const title = sections[at]?.title
  // Where several sections have the title, the first has the pictures.
  const isFirst = sections.findIndex((section) => section.title === title) === at
  const drawn = risks.flatMap((risk) => (risk.figure ? [{ ...risk, figure: risk.figure }] : []))
  const alike = withCommonDenominator(drawn.map(({ figure }) => figure))
  const published = drawn.map((risk, nth) => ({ ...risk, figure: alike[nth]! }))
  const isAboutRisks = figuresSectionIndex(sections) === at
  return {
    pictures: isFirst ? pictures.filter(({ sectionTitle }) => sectionTitle === title) : [],
    risks: isAboutRisks ? published : [],
    serious: isAboutRisks ? risks.filter(({ serious }) => serious) : [],
    ownFigures: isAboutRisks ? compareFigures(ownFigures, published) : [],
  }
}
