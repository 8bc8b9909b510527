import { HeartPulse } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { LibraryQuestions } from '../../../build/content/types.d.ts'
import type { History } from '../../../contract/histories.ts'
import { api } from '../../api.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailedState } from '../../ui/failed-state.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { ButtonLink } from '../../ui/plain/button.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { SkeletonText } from '../../ui/plain/skeleton.tsx'
import { useTask } from '../../ui/use-task.ts'
import { useToothNotation } from '../clinics/index.ts'
import { loadQuestions } from './history-questions.ts'
import { HistoryReviewButton } from './history-review-button.tsx'
import { formatFactDetails, formatReviewStatus } from './history-words.ts'

type PatientHistoryPanelProps = { patientId: string; href: string; mayEdit: boolean }

type Loaded = { history: History; questions: LibraryQuestions }

/** What a profile tells of a patient's history: all that is yes, the gravest marked, and when it was reviewed. */
export function PatientHistoryPanel({ patientId, href, mayEdit }: PatientHistoryPanelProps) {
  const { loaded, failed, load } = usePatientHistory(patientId)
  const [problem, setProblem] = useState<Error | null>(null)
  const retry = useTask()
  const history = loaded?.history
  const review = history && formatReviewStatus(history.review)
  return (
    <Panel
      title="Medical history"
      lead={review?.text}
      actions={
        <div className="flex flex-wrap items-center gap-3">
          {review && history.version > 0 && <Badge tone={review.tone}>{review.badge}</Badge>}
          {history && mayEdit && (
            <HistoryReviewButton history={history} size="small" onReviewed={load} onProblem={setProblem} />
          )}
          <ButtonLink href={href} size="small" variant="quiet">
            Open history
          </ButtonLink>
        </div>
      }
    >
      <ProblemMessage problem={problem} className="mb-4" />
      {loaded ? (
        <YesFacts {...loaded} />
      ) : failed ? (
        <FailedState
          title="The history could not be loaded"
          busy={retry.busy}
          onRetry={() => void retry.run(load)}
          className="py-6"
        />
      ) : (
        <SkeletonText lines={2} />
      )}
    </Panel>
  )
}

const loadHistory = async (patientId: string): Promise<Loaded> => {
  const [history, questions] = await Promise.all([api.histories.get({ patientId }), loadQuestions()])
  return { history, questions }
}

/** The panel comes after the profile, which does not wait for it. */
function usePatientHistory(patientId: string) {
  const [loaded, setLoaded] = useState<Loaded>()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let wanted = true
    loadHistory(patientId).then(
      (answer) => wanted && setLoaded(answer),
      (problem: unknown) => {
        console.error(problem)
        if (wanted) setFailed(true)
      },
    )
    return () => {
      wanted = false
    }
  }, [patientId])

  async function load() {
    setLoaded(await loadHistory(patientId))
    setFailed(false)
  }
  return { loaded, failed, load }
}

function YesFacts({ history, questions }: Loaded) {
  const byId = new Map(questions.factors.map((question) => [question.id, question]))
  const facts = history.facts.filter(({ answer }) => answer === 'yes')
  const notation = useToothNotation()
  if (history.version === 0)
    return (
      <EmptyState icon={HeartPulse} title="No questions asked yet" className="py-6">
        Open the history and ask before treatment is planned.
      </EmptyState>
    )
  return (
    <>
      {facts.length === 0 ? (
        <p>No yes answers recorded.</p>
      ) : (
        <ul className="space-y-1.5">
          {facts.map((fact) => {
            const question = byId.get(fact.factor)
            const details = formatFactDetails(fact, question, notation)
            return (
              <li key={fact.factor} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span>
                  <strong>{question?.label ?? fact.factor}</strong>
                  {details && <span className="text-muted"> {details}</span>}
                </span>
                {question?.mayStop && <Badge tone="warn">May stop a treatment</Badge>}
              </li>
            )
          })}
        </ul>
      )}
      {history.unasked.length > 0 && (
        <p className="mt-3 text-muted">
          {history.unasked.length === 1
            ? '1 question has not been asked.'
            : `${history.unasked.length} questions have not been asked.`}
        </p>
      )}
    </>
  )
}
