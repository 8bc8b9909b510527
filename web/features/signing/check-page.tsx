import type { PatientConsent } from '../../../contract/signing.ts'
import { summarizeCheck } from '../../../contract/understanding-state.ts'
import { CheckQuestionPage } from './check-question-page.tsx'
import { useCheckProgress } from './check-progress.ts'
import { nextCheckStep } from './check-navigation.ts'
import type { DraftProps } from './draft-state.ts'
import { OwnWordsPage } from './own-words-page.tsx'
import type { StepProps } from './step-props.ts'

type CheckPageProps = StepProps & DraftProps & { number: number; onLapsed: () => void }

/** One page of the understanding check: a question, or at its end the person's own words. */
export function CheckPage({ number, onLapsed, ...given }: CheckPageProps) {
  const { consent, onStep } = given
  const { understanding } = consent.content
  const progress = useCheckProgress(consent.id, onLapsed)
  if (!understanding) return null
  const { questions } = understanding
  const question = questions[number - 1]
  const standing = summarizeCheck(
    questions.map(({ id }) => id),
    progress.steps,
  )
  const continueToNext = () => onStep(nextCheckStep(number, standing.standings, hasFinished(progress.steps)))
  const page = { ...given, number, progress, onNext: continueToNext }
  return question ? (
    <CheckQuestionPage {...page} question={question} isDone={standing.isDone} />
  ) : (
    <OwnWordsPage {...page} standing={standing} />
  )
}

const hasFinished = (steps: ReturnType<typeof useCheckProgress>['steps']): boolean =>
  steps.some(({ kind }) => kind === 'finished')

/** What both kinds of page are given. */
export type CheckStepProps = StepProps &
  DraftProps & {
    consent: PatientConsent
    number: number
    progress: ReturnType<typeof useCheckProgress>
    onNext: () => void
  }
