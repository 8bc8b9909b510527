import universal from '../../../build/content/understanding.json' with { type: 'json' }
import type { ClinicPolicies } from '../../../contract/clinic-settings.ts'
import type { FrozenUnderstandingCheck, FrozenContent } from '../../../contract/consents.ts'
import { understanding_questions_usual } from '../../../contract/limits.ts'
import type { ConsentKind } from '../../../contract/consent-states.ts'
import type { Template } from '../../../contract/templates.ts'
import { textOfHtml } from '../../../contract/language-detection.ts'
import type { PlanTranslator } from './plan-translator.ts'

type CheckQuestion = FrozenUnderstandingCheck['questions'][number]
type TemplateQuestion = Template['questions'][number]
type Section = FrozenContent['sections'][number]

type CheckInput = {
  policy: ClinicPolicies['understandingCheck']
  kind: ConsentKind
  /** The questions that each treatment's template brings, in the order of the treatments. */
  ofTreatments: readonly { treatmentType: string; questions: readonly TemplateQuestion[] }[]
  /** The parts of the text as the patient reads them. */
  sections: readonly Section[]
  /** How they are asked in the patient's own language. */
  translator?: PlanTranslator | undefined
}

/** Only what can be answered is asked: a question with answers of which one is right. */
const isAnswerable = ({ answers }: TemplateQuestion): boolean =>
  answers.length > 1 && answers.some(({ right }) => right)

/**
 * The questions of each treatment in turn, so that each is asked about something before one is asked about more: one of
 * each at least, and as many in all as leave the whole check at its usual length. What two templates ask alike is asked
 * once.
 */
function interleaveQuestions(
  ofTreatments: CheckInput['ofTreatments'],
  ofEverybody: number,
): { place: number; asked: TemplateQuestion }[] {
  const max = Math.max(understanding_questions_usual - ofEverybody, ofTreatments.length)
  const rounds = Math.max(0, ...ofTreatments.map(({ questions }) => questions.length))
  const known = new Set<string>()
  const chosen: { place: number; asked: TemplateQuestion }[] = []
  for (let round = 0; round < rounds; round++)
    for (const [place, { questions }] of ofTreatments.entries()) {
      const asked = questions[round]
      if (!asked || !isAnswerable(asked) || known.has(asked.question) || chosen.length >= max) continue
      known.add(asked.question)
      chosen.push({ place, asked })
    }
  return chosen.toSorted((one, other) => one.place - other.place)
}

const letters_min = 4

/** The words of a text that say something, each once. */
const significantWords = (text: string): Set<string> =>
  new Set(
    text
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.filter((word) => word.length >= letters_min || /\d/.test(word)),
  )

/**
 * The part of the text that a template's question is about: the one that shares most words with the question and its
 * explanation, where words that few parts use count for more. Null where two parts are as near as each other.
 */
function mostSimilarSection(
  { question, answers, explanation }: TemplateQuestion,
  place: number,
  sections: readonly Section[],
): number | null {
  const right = answers.find((answer) => answer.right)?.text ?? ''
  const asked = significantWords(`${question} ${right} ${explanation}`)
  const texts = sections.map(({ title, content }) => significantWords(`${title} ${textOfHtml(content)}`))
  const weightOf = (word: string) => Math.log(sections.length / texts.filter((text) => text.has(word)).length)
  const scores = sections.map(({ treatments }, at) => {
    if (treatments && !treatments.includes(place)) return 0
    return [...asked].reduce((sum, word) => (texts[at]!.has(word) ? sum + weightOf(word) : sum), 0)
  })
  const best = Math.max(0, ...scores)
  const nearest = scores.flatMap((score, at) => (score === best ? [at + 1] : []))
  return best > 0 && nearest.length === 1 ? nearest[0]! : null
}

/** The part with this title, or where several treatments have one of their own, the first of them. */
function sectionNumberOf(heading: string, sections: readonly Section[]): number | null {
  if (heading === '') return null
  const at = sections.findIndex(({ title }) => title === heading || title.startsWith(`${heading}: `))
  return at < 0 ? null : at + 1
}

/** A question in the patient's own language too, where that has every word of it. */
function withTranslation(question: CheckQuestion, own: PlanTranslator | undefined): CheckQuestion {
  const { question: asked, explanation, answers } = question
  const translated = own?.translateAll([asked, explanation, ...answers.map(({ text }) => text)], 'question')
  if (!own || !translated) return question
  const [ownQuestion, ownExplanation, ...ownAnswers] = translated as [string, string, ...string[]]
  const beside = { language: own.language, question: ownQuestion, explanation: ownExplanation }
  return { ...question, beside: { ...beside, answers: ownAnswers } }
}

/**
 * The understanding check as it is frozen with a text: the questions of its templates, then those that everybody is
 * asked. Undefined where the practice asks none, and where the patient says no to what is advised: there is nothing to
 * agree to then.
 */
export function buildUnderstandingCheck({
  policy,
  kind,
  ofTreatments,
  sections,
  translator,
}: CheckInput): FrozenUnderstandingCheck | undefined {
  if (policy === 'off' || kind === 'refusal') return undefined
  const ofEverybody = universal.filter(({ notFor }) =>
    ofTreatments.some(({ treatmentType }) => !notFor.includes(treatmentType)),
  )
  const ofTemplates = interleaveQuestions(ofTreatments, ofEverybody.length).map(
    ({ place, asked: { question, answers, explanation } }, at): CheckQuestion => ({
      id: `treatment-${place + 1}-${at + 1}`,
      ...{ question, answers, explanation },
      part: mostSimilarSection({ question, answers, explanation }, place, sections),
    }),
  )
  const common = ofEverybody.map(({ section, notFor: _notFor, ...question }): CheckQuestion => ({
    ...question,
    part: sectionNumberOf(section, sections),
  }))
  return {
    isBeforeSigning: policy === 'before-signing',
    questions: [...ofTemplates, ...common].map((question) => withTranslation(question, translator)),
  }
}
