import words from '../../../build/content/page.consent-plan.json' with { type: 'json' }
import type { ConsentPlan, TreatmentOption } from '../../../contract/consent-plan.ts'
import type { FrozenContent, FrozenTreatment } from '../../../contract/consents.ts'
import { placeInWords } from '../../../contract/teeth.ts'
import { escapeHtml } from '../../platform/escape-html.ts'

type Section = FrozenContent['sections'][number]
type Plan = Pick<
  ConsentPlan,
  'options' | 'recommended' | 'recommendedWhy' | 'personalRisks' | 'reflectionWaived'
>
export type PlanToTell = Plan & { treatments: readonly FrozenTreatment[]; reflectionHours: number }

/** '£73.50', and '£73' where there are no pence. */
export const poundsOf = (pence: number): string =>
  `£${(pence / 100).toLocaleString('en-GB', { minimumFractionDigits: pence % 100 ? 2 : 0 })}`

/** A line of a list with what was typed filled in as text; nothing where nothing was typed. */
const line = (pattern: string, name: string, value: string): string =>
  value ? `<li>${pattern.replace(`{${name}}`, () => escapeHtml(value))}</li>` : ''

const list = (lines: readonly string[]): string => (lines.some(Boolean) ? `<ul>${lines.join('')}</ul>` : '')
const paragraph = (text: string): string => (text ? `<p>${text}</p>` : '')

type Priced = { pricePence: number | null; band: FrozenTreatment['band'] }

/** What it costs and by whose scale; empty where nothing is said of it. */
function priceText({ pricePence, band }: Priced): string {
  const named = band ? words.treatment.bands[band] : ''
  if (pricePence === null) return named
  return named ? `${poundsOf(pricePence)} (${named})` : poundsOf(pricePence)
}

function treatmentHtml({ title, teeth, area, material, ...priced }: FrozenTreatment): string {
  const place = placeInWords(
    teeth.map(({ fdi }) => fdi),
    area,
  )
  const { where, material: madeOf, price } = words.treatment
  const lines = [
    line(where, 'place', place),
    line(madeOf, 'material', material),
    line(price, 'price', priceText(priced)),
  ]
  return `<h3>${escapeHtml(title)}</h3>${list(lines)}`
}

const isPriced = ({ pricePence, band, material }: FrozenTreatment) =>
  pricePence !== null || band !== null || material !== ''

function treatmentSection({ treatments }: PlanToTell): string {
  if (treatments.length === 1 && !treatments.some(isPriced)) return ''
  const { lead, each } = words.treatment
  const several = treatments.length > 1 ? paragraph(each) : ''
  return paragraph(lead) + treatments.map(treatmentHtml).join('') + several
}

function optionHtml(option: TreatmentOption, isRecommended: boolean, why: string): string {
  const { title, benefit, risk, lasts, visits, notSuitable } = option
  const said = words.options
  const heading = isRecommended
    ? said.recommended.replace('{option}', () => escapeHtml(title))
    : escapeHtml(title)
  const lines = [
    line(said.benefit, 'benefit', benefit),
    line(said.risk, 'risk', risk),
    line(said.lasts, 'lasts', lasts),
    line(said.visits, 'visits', visits),
    line(said.price, 'price', priceText(option)),
    line(said.notSuitable, 'reason', notSuitable),
    line(said.why, 'why', isRecommended ? why : ''),
  ]
  return `<h3>${heading}</h3>${list(lines)}`
}

function optionsSection({ options, recommended, recommendedWhy }: PlanToTell): string {
  if (options.length === 0) return ''
  const each = options.map((option, place) => optionHtml(option, place === recommended, recommendedWhy))
  return paragraph(words.options.lead) + each.join('')
}

/** Each risk in the words the clinician decided on, and what makes it one of this patient. */
function personalSection({ personalRisks }: PlanToTell): string {
  const told = personalRisks.filter(({ decision }) => decision !== 'left-out')
  if (told.length === 0) return ''
  const { lead, because } = words.personalRisks
  const said = (pattern: string, name: string, value: string) =>
    value && ` ${pattern.replace(`{${name}}`, () => escapeHtml(value))}.`
  const lines = told.map(({ statement, because: causes, teeth }) => {
    const where = said(words.treatment.where, 'place', placeInWords(teeth, null))
    const why = said(because, 'because', causes.join(', '))
    return `<li>${escapeHtml(statement)}${where}${why}</li>`
  })
  return paragraph(lead) + list(lines)
}

const day_hours = 24

function reflectionSection({ reflectionHours, reflectionWaived }: PlanToTell): string {
  if (reflectionHours === 0) return ''
  const isDays = reflectionHours % day_hours === 0
  const count = isDays ? reflectionHours / day_hours : reflectionHours
  const said = words.reflection[isDays ? 'days' : 'hours'][count === 1 ? 'one' : 'other']
  const waived =
    reflectionWaived && words.reflection.waived.replace('{reason}', () => escapeHtml(reflectionWaived))
  return paragraph(said.replace('{count}', String(count))) + paragraph(waived)
}

const sectionOf = (title: string, content: string): Section[] =>
  content ? [{ id: 0, title, content, media: null }] : []

/**
 * The parts of a text that are about this patient alone, around those of the wording: what is riskier for them comes
 * first, before what is planned, and their choices and the time to think last. They are read, signed and printed as every other part is.
 */
export function withPlanSections(wording: readonly Section[], plan: PlanToTell): Section[] {
  const sections = [
    ...sectionOf(words.personalRisks.title, personalSection(plan)),
    ...sectionOf(words.treatment.title, treatmentSection(plan)),
    ...wording,
    ...sectionOf(words.options.title, optionsSection(plan)),
    ...sectionOf(words.reflection.title, reflectionSection(plan)),
  ]
  return sections.length === wording.length
    ? [...wording]
    : sections.map((section, index) => ({ ...section, id: index + 1 }))
}
