import words from '../../../build/content/page.consent-plan.json' with { type: 'json' }
import type { ConsentPlan, TreatmentOption } from '../../../contract/consent-plan.ts'
import type { FrozenContent, FrozenTreatment } from '../../../contract/consents.ts'
import { escapeHtml } from '../../platform/escape-html.ts'
import { englishTranslator, type PlanTranslator } from './plan-translator.ts'

type Section = FrozenContent['sections'][number]
type Plan = Pick<
  ConsentPlan,
  'options' | 'recommended' | 'recommendedWhy' | 'personalRisks' | 'reflectionWaived'
>
export type PatientPlan = Plan & { treatments: readonly FrozenTreatment[]; reflectionHours: number }

/** '£73.50', and '£73' where there are no pence. */
export const formatPounds = (pence: number): string =>
  `£${(pence / 100).toLocaleString('en-GB', { minimumFractionDigits: pence % 100 ? 2 : 0 })}`

/** A line of a list with what was typed filled in as text; nothing where nothing was typed. */
const line = (pattern: string, name: string, value: string): string =>
  value ? `<li>${pattern.replace(`{${name}}`, () => escapeHtml(value))}</li>` : ''

const list = (lines: readonly string[]): string => (lines.some(Boolean) ? `<ul>${lines.join('')}</ul>` : '')
const paragraph = (text: string): string => (text ? `<p>${text}</p>` : '')

type Priced = { pricePence: number | null; band: FrozenTreatment['band'] }

/** What it costs and by whose scale; empty where nothing is said of it. */
function priceText({ pricePence, band }: Priced, translator: PlanTranslator): string {
  const named = band ? translator.translatePhrase(words.treatment.bands[band]) : ''
  if (pricePence === null) return named
  return named ? `${formatPounds(pricePence)} (${named})` : formatPounds(pricePence)
}

/** A treatment's name; in another language with the English behind it, by which the practice knows it. */
function translatedName(translator: PlanTranslator, title: string): string {
  const own = translator.translateTyped(title, 'treatment')
  return own === title ? title : `${own} (${title})`
}

function treatmentHtml(
  { title, teeth, area, material, ...priced }: FrozenTreatment,
  translator: PlanTranslator,
): string {
  const codes = teeth.map(({ fdi }) => fdi)
  const { where, material: madeOf, price } = words.treatment
  const lines = [
    line(translator.translatePhrase(where), 'place', translator.formatPlace({ teeth: codes, area })),
    line(
      translator.translatePhrase(madeOf),
      'material',
      material && translator.translateTyped(material, 'material'),
    ),
    line(translator.translatePhrase(price), 'price', priceText(priced, translator)),
  ]
  return `<h3>${escapeHtml(translatedName(translator, title))}</h3>${list(lines)}`
}

const isPriced = ({ pricePence, band, material }: FrozenTreatment) =>
  pricePence !== null || band !== null || material !== ''

function treatmentSection({ treatments }: PatientPlan, translator: PlanTranslator): string {
  if (treatments.length === 1 && !treatments.some(isPriced)) return ''
  const { lead, each } = words.treatment
  const several = treatments.length > 1 ? paragraph(translator.translatePhrase(each)) : ''
  const all = treatments.map((treatment) => treatmentHtml(treatment, translator)).join('')
  return paragraph(translator.translatePhrase(lead)) + all + several
}

type Choice = { option: TreatmentOption; isRecommended: boolean; why: string }

function optionHtml({ option, isRecommended, why }: Choice, translator: PlanTranslator): string {
  const optionWords = words.options
  const title = escapeHtml(translator.translateTyped(option.title, 'option'))
  const heading = isRecommended
    ? translator.translatePhrase(optionWords.recommended).replace('{option}', () => title)
    : title
  const typed = (text: string) => text && translator.translateTyped(text, 'option')
  const lines = [
    line(translator.translatePhrase(optionWords.benefit), 'benefit', typed(option.benefit)),
    line(translator.translatePhrase(optionWords.risk), 'risk', typed(option.risk)),
    line(translator.translatePhrase(optionWords.lasts), 'lasts', typed(option.lasts)),
    line(translator.translatePhrase(optionWords.visits), 'visits', typed(option.visits)),
    line(translator.translatePhrase(optionWords.price), 'price', priceText(option, translator)),
    line(translator.translatePhrase(optionWords.notSuitable), 'reason', typed(option.notSuitable)),
    line(
      translator.translatePhrase(optionWords.why),
      'why',
      isRecommended && why ? translator.translateTyped(why, 'recommendedWhy') : '',
    ),
  ]
  return `<h3>${heading}</h3>${list(lines)}`
}

function optionsSection(
  { options, recommended, recommendedWhy: why }: PatientPlan,
  translator: PlanTranslator,
): string {
  if (options.length === 0) return ''
  const each = options.map((option, place) =>
    optionHtml({ option, isRecommended: place === recommended, why }, translator),
  )
  return paragraph(translator.translatePhrase(words.options.lead)) + each.join('')
}

/** Each risk in the words the clinician decided on, and what makes it one of this patient. */
function personalRisksSection({ personalRisks }: PatientPlan, translator: PlanTranslator): string {
  const disclosed = personalRisks.filter(({ decision }) => decision !== 'left-out')
  if (disclosed.length === 0) return ''
  const { lead, because } = words.personalRisks
  const said = (pattern: string, name: string, value: string) =>
    value &&
    ` ${translator.translatePhrase(pattern).replace(`{${name}}`, () => escapeHtml(value))}${translator.punctuation.stop}`
  const lines = disclosed.map(({ statement, because: causes, teeth }) => {
    const where = said(words.treatment.where, 'place', translator.formatPlace({ teeth, area: null }))
    const why = said(
      because,
      'because',
      causes.map((cause) => translator.translateTyped(cause, 'risk')).join(translator.punctuation.semicolon),
    )
    return `<li>${escapeHtml(translator.translateTyped(statement, 'risk'))}${where}${why}</li>`
  })
  return paragraph(translator.translatePhrase(lead)) + list(lines)
}

const day_hours = 24

function reflectionSection(
  { reflectionHours, reflectionWaived }: PatientPlan,
  translator: PlanTranslator,
): string {
  if (reflectionHours === 0) return ''
  const isDays = reflectionHours % day_hours === 0
  const count = isDays ? reflectionHours / day_hours : reflectionHours
  const said = words.reflection[isDays ? 'days' : 'hours'][count === 1 ? 'one' : 'other']
  const reason =
    reflectionWaived && escapeHtml(translator.translateTyped(reflectionWaived, 'reflectionWaived'))
  const waived =
    reason && translator.translatePhrase(words.reflection.waived).replace('{reason}', () => reason)
  return paragraph(translator.translatePhrase(said).replace('{count}', String(count))) + paragraph(waived)
}

/** The parts that are about this patient alone, with what stands before the wording and what behind. */
const planSections = [
  { title: words.personalRisks.title, contentOf: personalRisksSection, isBefore: true },
  { title: words.treatment.title, contentOf: treatmentSection, isBefore: true },
  { title: words.options.title, contentOf: optionsSection, isBefore: false },
  { title: words.reflection.title, contentOf: reflectionSection, isBefore: false },
]

type PlanSection = (typeof planSections)[number]

function sectionOf(
  { title, contentOf }: PlanSection,
  plan: PatientPlan,
  own: PlanTranslator | undefined,
): Section[] {
  const content = contentOf(plan, englishTranslator)
  if (!content) return []
  const beside = own && {
    ...{ language: own.language, format: 'standard' as const, status: 'machine' as const },
    ...{ title: own.translatePhrase(title), content: contentOf(plan, own) },
  }
  return [{ id: 0, title, content, media: null, ...(beside && { beside }) }]
}

/**
 * The parts of a text that are about this patient alone, around those of the wording: what is riskier for them comes
 * first, before what is planned, and their choices and the time to think last. They are read, signed and printed as every
 * other part is, and stand in the patient's own language beside the English, as far as that has words for them.
 */
export function addPlanSections(
  wording: readonly Section[],
  plan: PatientPlan,
  own?: PlanTranslator,
): Section[] {
  const told = (isBefore: boolean) =>
    planSections.filter((part) => part.isBefore === isBefore).flatMap((part) => sectionOf(part, plan, own))
  const sections = [...told(true), ...wording, ...told(false)]
  return sections.length === wording.length
    ? [...wording]
    : sections.map((section, index) => ({ ...section, id: index + 1 }))
}
