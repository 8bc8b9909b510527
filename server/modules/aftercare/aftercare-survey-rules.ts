import { surveyQuestions, type SurveyAnswers, type TemplateScore } from '../../../contract/aftercare.ts'
import { scored_answers_min } from '../../../contract/limits.ts'

const score_max = 5

/** What an answer is worth, from 0 to 1: with regret the other way round. */
const scoreOf = (answers: SurveyAnswers): number => {
  const better = surveyQuestions.filter((question) => question !== 'regret')
  const points =
    better.reduce((sum, question) => sum + answers[question] - 1, 0) + (score_max - answers.regret)
  return points / (surveyQuestions.length * (score_max - 1))
}

/** What several people said, as figures; null where so few have that it would tell who said what (rulings 58). */
export function surveyMetrics(all: readonly SurveyAnswers[]): TemplateScore['figures'] {
  if (all.length < scored_answers_min) return null
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const means = Object.fromEntries(
    surveyQuestions.map((question) => [
      question,
      Math.round(mean(all.map((answers) => answers[question])) * 10) / 10,
    ]),
  ) as NonNullable<TemplateScore['figures']>['means']
  return { answers: all.length, score: Math.round(mean(all.map(scoreOf)) * 100), means }
}
