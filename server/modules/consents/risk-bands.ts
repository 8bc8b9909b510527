import words from '../../../build/content/page.consent-plan.json' with { type: 'json' }
import type { RiskDecision } from '../../../contract/histories.ts'
import { listBandChanges } from '../histories/index.ts'
import { englishTranslator, type PlanTranslator } from './plan-translator.ts'
import type { TreatmentText } from './treatment-merge.ts'

type Section = TreatmentText['sections'][number]
type BandChange = ReturnType<typeof listBandChanges>[number]
type Band = BandChange['band']

const title = 'Risks and Complications'
/** From the most frequent. */
const bands = Object.keys(words.bands) as Band[]

/** A heading with what stands below it, up to the next; the first has none. */
type BandSection = { heading: string; body: string }

function splitByHeading(html: string): BandSection[] {
  const parts = html.split(/(?=<h3>)/)
  const withLead = html.startsWith('<h3>') ? ['', ...parts] : parts
  return withLead.map((part, at): BandSection => {
    const end = at === 0 ? 0 : part.indexOf('</h3>') + '</h3>'.length
    return { heading: part.slice(0, end), body: part.slice(end) }
  })
}

const htmlOf = (passages: readonly BandSection[]): string =>
  passages.map(({ heading, body }) => heading + body).join('')

const listItem = /<li>.*?<\/li>/gs
const itemsOf = ({ body }: BandSection): string[] => body.match(listItem) ?? []
const plainTextOf = (html: string): string => html.replaceAll(/<[^>]*>/g, '')
const headingOf = (band: Band, translator: PlanTranslator): string =>
  `<h3>${translator.translatePhrase(words.bands[band])}</h3>`

/** Where a point stands, by places, and the passage that it moves to; a new one before the passage of that place. */
type RiskMove = { from: number; item: number; to: number; isNew: boolean }

function findRiskMove(passages: readonly BandSection[], { inText, band }: BandChange): RiskMove | null {
  const bandAt = passages.map(({ heading }) =>
    bands.findIndex((one) => heading === headingOf(one, englishTranslator)),
  )
  const from = passages.findIndex((passage) =>
    itemsOf(passage).some((item) => inText.some((anchor) => plainTextOf(item).includes(anchor))),
  )
  const bandIndex = bands.indexOf(band)
  if (from < 0 || bandAt[from]! < 0 || bandAt[from] === bandIndex) return null
  const item = itemsOf(passages[from]!).findIndex((one) =>
    inText.some((anchor) => plainTextOf(one).includes(anchor)),
  )
  const there = bandAt.indexOf(bandIndex)
  if (there >= 0) return { from, item, to: there, isNew: false }
  const next = bandAt.findIndex((at) => at > bandIndex)
  return { from, item, to: next < 0 ? passages.length : next, isNew: true }
}

/** The body with a point at the end of its last list. */
function withItem(body: string, item: string): string {
  const end = body.lastIndexOf('</ul>')
  return end < 0 ? `\n<ul>\n${item}\n</ul>${body}` : `${body.slice(0, end)}${item}\n${body.slice(end)}`
}

function withoutItem(body: string, item: string): string {
  return body
    .replace(item, '')
    .replaceAll(/<ul>\s*<\/ul>\n?/g, '')
    .replaceAll(/\n{2,}/g, '\n')
}

function applyRiskMove(
  passages: readonly BandSection[],
  step: RiskMove,
  band: Band,
  translator: PlanTranslator,
): BandSection[] {
  const item = itemsOf(passages[step.from]!)[step.item]!
  const forYou = `<strong>${translator.translatePhrase(words.personalRisks.change)}</strong> `
  const itemHtml = item.replace('<li>', () => `<li>${forYou}`)
  const left = passages.map((passage, at) => ({
    heading: passage.heading,
    body: at === step.from ? withoutItem(passage.body, item) : passage.body,
  }))
  if (step.isNew)
    left.splice(step.to, 0, { heading: headingOf(band, translator), body: withItem('\n', itemHtml) })
  else left[step.to]!.body = withItem(left[step.to]!.body, itemHtml)
  // A heading under which nothing is left.
  return left.filter(({ heading, body }) => heading === '' || body.trim() !== '')
}

function updateSection(section: Section, change: BandChange, own: PlanTranslator | undefined): Section {
  const passages = splitByHeading(section.content)
  const step = findRiskMove(passages, change)
  if (!step) return section
  const { beside } = section
  const ownPassages = beside && splitByHeading(beside.content)
  const counts = (all: readonly BandSection[]) => all.map((passage) => itemsOf(passage).length).join(' ')
  // A translation has the points of the English in their order; where somebody made others of them, it stays.
  const isAlike = ownPassages && own && counts(ownPassages) === counts(passages)
  return {
    ...section,
    content: htmlOf(applyRiskMove(passages, step, change.band, englishTranslator)),
    ...(isAlike && {
      beside: {
        ...beside,
        content: htmlOf(applyRiskMove(ownPassages, step, change.band, own)),
        status: 'machine' as const,
      },
    }),
  }
}

/** The text of a treatment with each risk in the band that the patient's own risks put it in. */
export function applyRiskBands(
  text: TreatmentText,
  disclosed: readonly Pick<RiskDecision, 'ruleId'>[],
  own?: PlanTranslator,
): TreatmentText {
  const changes = listBandChanges(disclosed.map(({ ruleId }) => ruleId)).filter((change) =>
    text.risks.some(({ label }) => change.risks.includes(label)),
  )
  return changes.reduce(
    ({ sections, risks, ...rest }, change) => ({
      ...rest,
      sections: sections.map((section) =>
        section.title === title ? updateSection(section, change, own) : section,
      ),
      risks: risks.map((risk) => (change.risks.includes(risk.label) ? { ...risk, band: change.band } : risk)),
    }),
    text,
  )
}
