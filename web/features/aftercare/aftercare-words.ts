import type { Api } from '../../api.ts'

export type Aftercare = Awaited<ReturnType<Api['aftercare']['ofConsent']>>
export type OpenWorry = Awaited<ReturnType<Api['aftercare']['openWorries']>>[number]
type TemplateScores = Awaited<ReturnType<Api['aftercare']['scores']>>

/** 'hours-4' as people say it. */
export function formatStep(step: string): string {
  const [unit, count] = step.split('-')
  if (unit === 'hours') return `after ${count} hours`
  return unit === 'day' ? `on day ${count}` : 'how it went'
}

/** What patients said of a template some weeks later, where enough of them did. */
export function formatScores(scores: TemplateScores) {
  const figuresOf = new Map(scores.map(({ templateId, figures }) => [templateId, figures]))
  return (templateId: string): string | undefined => {
    const figures = figuresOf.get(templateId)
    return figures ? `Patient feedback: ${figures.score} of 100 (${figures.answers} answers)` : undefined
  }
}

/** What somebody agreed to from 1 to 5, as the survey asks it. */
const surveyQuestionTexts = {
  understood: 'Had enough information to decide',
  time: 'Had enough time to decide',
  asSaid: 'It went as explained',
  again: 'Would make the same choice again',
  regret: 'Regrets the choice',
} as const

const scaleWords = ['', 'not at all', 'not really', 'not sure', 'mostly', 'fully'] as const

/** What somebody answered, a line for each question that was asked then. */
export const listSurveyAnswers = (
  answers: NonNullable<NonNullable<Aftercare['survey']>['answers']>,
): string[] =>
  (Object.keys(surveyQuestionTexts) as (keyof typeof surveyQuestionTexts)[]).flatMap((question) => {
    const answer = answers[question]
    return answer === undefined ? [] : [`${surveyQuestionTexts[question]}: ${scaleWords[answer]}`]
  })
