import { type LintedTemplate, type Remark, error, warning } from './linted-template.ts'
import { plainText } from './plain-text.ts'
import { measure } from './readability.ts'

const grade = { warned: 5, refused: 8 }
const smog = { warned: 8, refused: 9 }
const longestSentenceWords = 25
const longShare = 0.1

export function readingAge(template: LintedTemplate): Remark[] {
  const bySection = template.sections.flatMap(({ title, html }) =>
    over(title, 'Flesch-Kincaid grade', measure(plainText(html)).grade, grade),
  )
  return [...bySection, ...over('', 'SMOG grade', measure(wholeText(template)).smog, smog)]
}

export function sentenceLength(template: LintedTemplate): Remark[] {
  const explanations = template.questions.map(({ question, explanation }) => `${question}\n${explanation}`)
  const whole = measure([wholeText(template), ...explanations].join('\n'))
  const remarks: Remark[] = []
  if (whole.longestSentenceWords > longestSentenceWords) {
    remarks.push(error('', `a sentence of ${whole.longestSentenceWords} words: "${whole.longestSentence}"`))
  }
  if (whole.longShare > longShare)
    remarks.push(warning('', 'more than a tenth of the sentences have over 20 words'))
  return remarks
}

/** The text of all sections, as a patient reads it. */
export function wholeText({ sections }: LintedTemplate): string {
  return sections.map(({ html }) => plainText(html)).join('\n')
}

function over(
  title: string,
  name: string,
  value: number,
  limit: { warned: number; refused: number },
): Remark[] {
  const message = `${name} ${value.toFixed(1)}; aim for ${limit.warned} or less`
  if (value > limit.refused) return [error(title, message)]
  return value > limit.warned ? [warning(title, message)] : []
}
