import {
  type LintedTemplate,
  type Remark,
  errorRemark,
  sectionHtmlOf,
  warningRemark,
} from './linted-template.ts'
import { partsByHeading, listItems, plainText } from './plain-text.ts'

const risksTitle = 'Risks and Complications'

/** The fixed words of each band with its figures. */
const bandHeadings = [
  'Very common (more than 1 in 10 people)',
  'Common (between 1 in 10 and 1 in 100 people)',
  'Uncommon (between 1 in 100 and 1 in 1,000 people)',
  'Rare (fewer than 1 in 1,000 people)',
  'Very rare (fewer than 1 in 10,000 people)',
]

/** Every risk of the list is told under its band; the serious ones in bold. */
export function checkRisksListed(template: LintedTemplate): Remark[] {
  const parts = partsByHeading(sectionHtmlOf(template, risksTitle))
  return template.risks.flatMap(({ label, band, serious, inText }) => {
    const part = parts.find(({ html }) => plainText(html).includes(inText))
    if (!part) return [errorRemark(risksTitle, `does not tell "${label}": the words "${inText}" are missing`)]
    const told = listItems(part.html).find((item) => plainText(item).includes(inText)) ?? part.html
    const remarks: Remark[] = []
    if (band !== 'varies' && !part.heading.toLowerCase().startsWith(`${band} (`)) {
      remarks.push(
        errorRemark(risksTitle, `"${inText}" stands under "${part.heading}", but its band is ${band}`),
      )
    }
    if (band === 'varies' && !/studies range|cannot give a figure/i.test(plainText(told))) {
      remarks.push(
        errorRemark(risksTitle, `"${inText}" varies: give its range, or say "we cannot give a figure"`),
      )
    }
    if (serious && !boldTexts(told).some((bold) => bold.includes(inText))) {
      remarks.push(errorRemark(risksTitle, `"${inText}" is serious and must be in bold`))
    }
    return remarks
  })
}

/** Only the fixed band headings, each once, from frequent to rare. */
export function checkBandOrder(template: LintedTemplate): Remark[] {
  if (template.groups.includes('admin')) return []
  const headings = partsByHeading(sectionHtmlOf(template, risksTitle)).map(({ heading }) => heading)
  const places = headings.map((heading) => bandHeadings.indexOf(heading))
  const unknown = headings.filter((_heading, index) => places[index] === -1)
  if (headings.length === 0)
    return [errorRemark(risksTitle, 'has no headings with bands', { suggestion: bandHeadings.join('; ') })]
  if (unknown.length > 0)
    return unknown.map((heading) =>
      errorRemark(risksTitle, `"${heading}" is not a band heading`, {
        excerpt: heading,
        suggestion: matchBandHeading(heading),
      }),
    )
  return places.some((place, index) => index > 0 && place <= (places[index - 1] ?? -1))
    ? [errorRemark(risksTitle, 'the bands must go from very common to very rare, each once')]
    : []
}

/** Every band of the risk list has its heading in the text, so that a patient reads of it. */
export function checkBandsOfRisks(
  template: LintedTemplate,
  risks: readonly { label: string; band: string }[],
): Remark[] {
  const headings = partsByHeading(sectionHtmlOf(template, risksTitle)).map(({ heading }) =>
    heading.toLowerCase(),
  )
  return bandHeadings.flatMap((fixed) => {
    const first = risks.find(({ band }) => fixed.toLowerCase().startsWith(`${band} (`))
    if (!first || headings.includes(fixed.toLowerCase())) return []
    const message = `has no heading for "${first.label}", whose band is ${first.band}`
    return [warningRemark(risksTitle, message, { suggestion: fixed })]
  })
}

/** The fixed heading whose first words these are. */
const matchBandHeading = (heading: string) =>
  bandHeadings.find((fixed) => fixed.toLowerCase().startsWith(bandOf(heading))) ?? ''
const bandOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^a-z ].*$/, '')
    .trim() || '-'

function boldTexts(html: string): string[] {
  return [...html.matchAll(/<strong>([\s\S]*?)<\/strong>/g)].map((match) => plainText(match[1] ?? ''))
}
