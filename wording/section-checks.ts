import {
  type LintedTemplate,
  type Remark,
  type SectionTitle,
  errorRemark,
  sectionHtmlOf,
  sectionTitles,
} from './linted-template.ts'
import { isConditionName, listItems, placeholderNames, plainText, splitWords } from './plain-text.ts'
import { nearestPlaceholder } from './placeholder-names.ts'
import { knownPlaceholders } from './word-lists.ts'

const wordsMin: Record<SectionTitle, number> = {
  'Treatment Description': 90,
  'Risks and Complications': 120,
  Benefits: 45,
  Alternatives: 70,
  'Aftercare Instructions': 80,
  'No Treatment': 50,
}

/** Groups after which a patient may need help the same night. */
const urgentGroups = ['surgery', 'extraction', 'implant', 'endo', 'sedation', 'ga', 'aesthetics']

export function checkSixSections({ sections }: LintedTemplate): Remark[] {
  const titles = sections.map(({ title }) => title)
  if (titles.join('|') !== sectionTitles.join('|')) {
    return [errorRemark('', `the sections must be, in this order: ${sectionTitles.join(', ')}`)]
  }
  return sections
    .filter(({ html }) => plainText(html) === '')
    .map(({ title }) => errorRemark(title, 'is empty'))
}

export function checkMinimumWords(template: LintedTemplate): Remark[] {
  const short = ['admin', 'cleaning', 'prevention'].some((group) => template.groups.includes(group))
  return sectionTitles.flatMap((title) => {
    const least = short ? wordsMin[title] / 2 : wordsMin[title]
    const count = splitWords(plainText(sectionHtmlOf(template, title))).length
    return count < least ? [errorRemark(title, `has ${count} words and needs at least ${least}`)] : []
  })
}

export function checkRecommendation(template: LintedTemplate): Remark[] {
  const stated = /\bdentist recommends\b|\bdental professional recommends\b/i
  const suggestion = 'Your dentist recommends … The reason is: {{reason}}.'
  return stated.test(plainText(sectionHtmlOf(template, 'Alternatives')))
    ? []
    : [
        errorRemark('Alternatives', "must say what the dentist recommends: 'Your dentist recommends …'", {
          suggestion,
        }),
      ]
}

export function checkOptions(template: LintedTemplate): Remark[] {
  if (template.groups.includes('admin')) return []
  return listItems(sectionHtmlOf(template, 'Alternatives')).length < 2
    ? [errorRemark('Alternatives', 'must list at least 2 options')]
    : []
}

export function checkNoTreatmentOption(template: LintedTemplate): Remark[] {
  if (template.groups.includes('admin')) return []
  const offered = /\bno treatment\b|\bdo nothing\b/i
  const suggestion = 'Have no treatment. The last part of this form says what may happen.'
  return offered.test(plainText(sectionHtmlOf(template, 'Alternatives')))
    ? []
    : [errorRemark('Alternatives', "must offer 'no treatment' or to 'do nothing'", { suggestion })]
}

export function checkEmergencyLine(template: LintedTemplate): Remark[] {
  if (!urgentGroups.some((group) => template.groups.includes(group))) return []
  const text = plainText(sectionHtmlOf(template, 'Aftercare Instructions'))
  const remarks: Remark[] = []
  if (!/\{\{(?:practicePhone|outOfHours)\}\}/.test(text)) {
    remarks.push(
      errorRemark('Aftercare Instructions', 'must say whom to phone: {{practicePhone}}', {
        suggestion: 'Phone us on {{practicePhone}} if …',
      }),
    )
  }
  if (!/\b999\b|A&E/.test(text)) {
    remarks.push(
      errorRemark('Aftercare Instructions', 'must say when to call 999 or go to A&E', {
        suggestion: 'Call 999 or go to A&E if swelling makes it hard to breathe or swallow.',
      }),
    )
  }
  return remarks
}

export function checkRightToRefuse(template: LintedTemplate): Remark[] {
  const text = plainText(sectionHtmlOf(template, 'No Treatment'))
  const remarks: Remark[] = []
  if (!/\bsay no\b|\bchoose not\b/i.test(text)) {
    remarks.push(
      errorRemark('No Treatment', "must say 'You can say no'", {
        suggestion: 'You can say no. If you do nothing:',
      }),
    )
  }
  if (!/\bchange your mind\b/i.test(text)) {
    remarks.push(
      errorRemark('No Treatment', "must say 'You can change your mind'", {
        suggestion: 'You can change your mind at any time. We will still care for you.',
      }),
    )
  }
  return remarks
}

export function checkPlaceholders(template: LintedTemplate): Remark[] {
  const remarks: Remark[] = []
  const need = (title: SectionTitle, name: string) => {
    if (!sectionHtmlOf(template, title).includes(`{{${name}}}`))
      remarks.push(errorRemark(title, `must use {{${name}}}`, { suggestion: `{{${name}}}` }))
  }
  need('Risks and Complications', 'individualRisks')
  if (template.requiresTooth) need('Treatment Description', 'tooth')
  if (template.requiresDiagnosis) need('Treatment Description', 'diagnosis')
  for (const { title, html } of template.sections) {
    const unknown = placeholderNames(html).filter(
      (name) => !knownPlaceholders.has(name) && !isConditionName(name),
    )
    for (const name of unknown) {
      const known = nearestPlaceholder(name)
      const about = {
        excerpt: `{{${name}}}`,
        suggestion: known && `{{${known}}}`,
        ...(known && { fix: { find: `{{${name}}}`, nth: 0, put: `{{${known}}}` } }),
      }
      remarks.push(errorRemark(title, `there is no placeholder {{${name}}}`, about))
    }
    const [excerpt] = /\{[\w{]*|\}+/.exec(plainText(html).replace(/\{\{[^{}]*\}\}/g, ' ')) ?? []
    if (excerpt !== undefined)
      remarks.push(errorRemark(title, 'a placeholder is not closed: write {{name}}', { excerpt }))
  }
  return remarks
}

/** Tags and attributes beyond those that patients' pages show; the server's sanitiser would change the text. */
export function checkAllowedHtml({ sections }: LintedTemplate): Remark[] {
  const allowed = /^<(?:\/?(?:p|ul|ol|li|strong|em|h3)|br ?\/?|a href="https:\/\/[^"<>\s]*"|\/a)>$/
  return sections.flatMap(({ title, html }) =>
    (html.match(/<[^>]*>?/g) ?? [])
      .filter((tag) => !allowed.test(tag))
      .map((tag) => errorRemark(title, `this cannot be shown: ${tag}`)),
  )
}
