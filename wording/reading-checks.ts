import { type LintedTemplate, type Remark, errorRemark, warningRemark } from './linted-template.ts'
import { plainText, withoutPlaceholders, splitWords, splitSentences } from './plain-text.ts'
import { measureReadability } from './readability.ts'

const grade = { warned: 5, refused: 8 }
const smog = { warned: 8, refused: 9 }
const longestSentenceWords = 25
const longWords = 20
const longShare = 0.1

export function checkReadingAge(template: LintedTemplate): Remark[] {
  const bySection = template.sections.flatMap(({ title, html }) =>
    checkSectionReadingAge(title, plainText(html)),
  )
  return [...bySection, ...checkTemplateReadingAge(templateText(template))]
}

const checkSectionReadingAge = (title: string, text: string): Remark[] =>
  remarkAboveLimit(title, 'Flesch-Kincaid grade', measureReadability(text).grade, grade)

export const checkTemplateReadingAge = (text: string): Remark[] =>
  remarkAboveLimit('', 'SMOG grade', measureReadability(text).smog, smog)

export function checkSentenceLength(template: LintedTemplate): Remark[] {
  const explanations = template.questions.map(({ question, explanation }) => `${question}\n${explanation}`)
  const whole = measureReadability([templateText(template), ...explanations].join('\n'))
  const remarks: Remark[] = []
  if (whole.longestSentenceWords > longestSentenceWords) {
    remarks.push(
      errorRemark('', `a sentence of ${whole.longestSentenceWords} words: "${whole.longestSentence}"`),
    )
  }
  if (whole.longShare > longShare)
    remarks.push(warningRemark('', 'more than a tenth of the sentences have over 20 words'))
  return remarks
}

/** The text of all sections, as a patient reads it. */
export function templateText({ sections }: LintedTemplate): string {
  return sections.map(({ html }) => plainText(html)).join('\n')
}

function remarkAboveLimit(
  title: string,
  name: string,
  value: number,
  limit: { warned: number; refused: number },
): Remark[] {
  const message = `${name} ${value.toFixed(1)}; aim for ${limit.warned} or less`
  const suggestion = 'Use shorter words, and one idea in each sentence.'
  if (value > limit.refused) return [errorRemark(title, message, { suggestion })]
  return value > limit.warned ? [warningRemark(title, message, { suggestion })] : []
}

/** The reading age of one section, once there is enough of it to measure. */
export const checkDraftSectionReadingAge = (title: string, text: string): Remark[] =>
  splitWords(text).length < measured_words_min ? [] : checkSectionReadingAge(title, text)

/** Each long sentence of a section by itself, for whoever can still shorten it. */
export function longSentences(title: string, text: string): Remark[] {
  const suggestion = 'Make two sentences of it: one idea in each, 8 to 14 words.'
  return longSentencesIn(measuredSentences(text)).map((sentence) => {
    const about = { excerpt: sentence.text, suggestion }
    return sentence.words > longestSentenceWords
      ? errorRemark(
          title,
          `has a sentence of ${sentence.words} words; the most is ${longestSentenceWords}`,
          about,
        )
      : warningRemark(title, `has a sentence of ${sentence.words} words; aim for 8 to 14`, about)
  })
}

/** A sentence as it is written, placeholders and all. */
type MeasuredSentence = { text: string; words: number }

/** How hard a section is to read, for its writer to see while writing. */
export type SectionReadability = {
  /** Flesch-Kincaid school grade; null while there are too few words to measure. */
  grade: number | null
  /** The reading age in years that goes with it. */
  age: number | null
  words: number
  /** Empty when nothing is written. */
  longestSentence: string
  /** Every sentence of more than 20 words, in order. */
  longSentences: MeasuredSentence[]
}

/** Under this a formula says more about one name than about the text. */
const measured_words_min = 30
const ageOverGrade_years = 5
const youngestReader_years = 5

export function measureSection(html: string): SectionReadability {
  const text = plainText(html)
  const { grade, words: count } = measureReadability(text)
  const all = measuredSentences(text)
  const longest = all.reduce((most, one) => (one.words > most.words ? one : most), { text: '', words: 0 })
  const isMeasured = count >= measured_words_min
  return {
    grade: isMeasured ? grade : null,
    age: isMeasured ? Math.max(youngestReader_years, Math.round(grade + ageOverGrade_years)) : null,
    words: count,
    longestSentence: longest.text,
    longSentences: longSentencesIn(all),
  }
}

const measuredSentences = (text: string): MeasuredSentence[] =>
  splitSentences(text).map((sentence) => ({
    text: sentence,
    words: splitWords(withoutPlaceholders(sentence)).length,
  }))

const longSentencesIn = (all: MeasuredSentence[]) => all.filter((sentence) => sentence.words > longWords)
