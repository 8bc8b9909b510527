import {
  type LintedTemplate,
  type Remark,
  type SectionTitle,
  errorRemark,
  sectionHtmlOf,
} from './linted-template.ts'
import { partsByHeading, plainText } from './plain-text.ts'
import { contradictions, seedFacts } from './seed-facts.ts'

const figure = /[\d.,]+ in (?:every )?(?:10|100|1,000|10,000)\b/g

/** Every chance given in the text is covered by a claim with a source; every claim occurs in the text. */
export function checkFiguresHaveSources(template: LintedTemplate): Remark[] {
  const questions = template.questions.map((asked) =>
    [asked.question, ...asked.answers, asked.explanation].join('\n'),
  )
  const texts = [
    ...template.sections.map(({ title, html }) => ({ title, text: withoutHeadings(html) })),
    { title: 'Questions', text: questions.join('\n') },
  ]
  const remarks = texts.flatMap(({ title, text }) =>
    [...text.matchAll(figure)]
      .filter((match) => !isCoveredByClaim(text, match.index, match[0].length, template.evidence))
      .map((match) => errorRemark(title, `"${match[0]}" needs an entry in evidence with a source`)),
  )
  const everything = texts.map(({ text }) => text.toLowerCase()).join('\n')
  for (const { claim, source } of template.evidence) {
    if (!everything.includes(claim.toLowerCase()))
      remarks.push(errorRemark('', `evidence: the text does not say "${claim}"`))
    if (source === 'GPK' && claim.match(figure)) {
      remarks.push(errorRemark('', `evidence: "${claim}" is a figure and needs a published source`))
    }
  }
  return remarks
}

export function checkSeedFactsStated(template: LintedTemplate): Remark[] {
  const remarks: Remark[] = seedFacts
    .filter(({ key }) => template.seedFacts.includes(key))
    .filter(({ section, stated }) => !stated.test(plainText(sectionHtmlOf(template, section))))
    .map(({ key, section }) => errorRemark(section, `must state the fact ${key}`))

  if (template.seedFacts.includes('crowns-10-15')) {
    const benefits = plainText(sectionHtmlOf(template, 'Benefits'))
    if (!/cannot promise|not promised/i.test(benefits)) {
      remarks.push(errorRemark('Benefits', 'must say that the years a crown lasts are not promised'))
    }
    if (
      template.treatmentType === 'Dental Crown' &&
      !(/\b63 in/.test(benefits) && /\b53 in/.test(benefits))
    ) {
      remarks.push(
        errorRemark('Benefits', 'must pair 10-15 years with the NHS figures: 63 and 53 in every 100'),
      )
    }
  }
  return remarks
}

export function checkContradictions(template: LintedTemplate): Remark[] {
  const text = plainText(sectionHtmlOf(template, 'Aftercare Instructions'))
  const stated = new Set<string>(seedFacts.filter((fact) => fact.stated.test(text)).map(({ key }) => key))
  return contradictions
    .filter((pair) => pair.every((key) => stated.has(key)))
    .map(([one, other]) =>
      errorRemark('Aftercare Instructions', `gives two times for the same care: ${one} and ${other}`),
    )
}

type FamilyFact = { group: string; section: SectionTitle | null; stated: RegExp; message: string }

/** What the law or safety asks every template of a family to say. */
const familyFacts: FamilyFact[] = [
  { group: 'whitening', section: null, stated: /\b6\s?%/, message: 'must give the limit of 6%' },
  {
    group: 'whitening',
    section: null,
    stated: /\bunder (?:the age of )?18\b/i,
    message: 'must give the rule for under 18',
  },
  {
    group: 'aesthetics',
    section: null,
    stated: /\badults\b|\bunder (?:the age of )?18\b/i,
    message: 'must say adults only',
  },
  { group: 'amalgam', section: null, stated: /\bpregnan\w+/i, message: 'must mention pregnancy' },
  { group: 'amalgam', section: null, stated: /\bbreast-?feed\w*/i, message: 'must mention breastfeeding' },
  {
    group: 'amalgam',
    section: null,
    stated: /\bunder (?:the age of )?15\b/i,
    message: 'must mention the age of 15',
  },
  {
    group: 'sedation',
    section: 'Aftercare Instructions',
    stated: /\btakes? you home\b/i,
    message: 'must say who takes you home',
  },
  {
    group: 'sedation',
    section: 'Aftercare Instructions',
    stated: /\b24 hours\b/i,
    message: 'must say what waits 24 hours',
  },
]

export function checkFamilyFactsStated(template: LintedTemplate): Remark[] {
  const everything = template.sections.map(({ html }) => plainText(html)).join('\n')
  const remarks = familyFacts
    .filter(({ group }) => template.groups.includes(group))
    .filter(
      ({ section, stated }) =>
        !stated.test(section ? plainText(sectionHtmlOf(template, section)) : everything),
    )
    .map(({ section, message }) => errorRemark(section ?? '', message))
  if (/\bgraft\b/i.test(template.treatmentSubtype) && !everything.includes('{{graftSource}}')) {
    remarks.push(errorRemark('', 'must say where the graft comes from: {{graftSource}}'))
  }
  return remarks
}

/** Band headings carry figures of their own, so they are left out. */
function withoutHeadings(html: string): string {
  return partsByHeading(`<h3></h3>${html}`)
    .map((part) => plainText(part.html))
    .join('\n')
}

function isCoveredByClaim(
  text: string,
  start: number,
  length: number,
  evidence: LintedTemplate['evidence'],
): boolean {
  const lower = text.toLowerCase()
  return evidence.some(({ claim }) => {
    const wanted = claim.toLowerCase()
    for (let at = lower.indexOf(wanted); at !== -1; at = lower.indexOf(wanted, at + 1)) {
      if (at <= start && at + wanted.length >= start + length) return true
    }
    return false
  })
}
