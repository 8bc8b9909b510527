import { useState } from 'react'
import type { LibraryQuestions } from '../../../build/content/types.d.ts'
import type { History } from '../../../contract/histories.ts'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { BackLink } from '../../ui/plain/back-link.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { queryWith } from '../../ui/query-string.ts'
import { dentitionAt } from '../teeth/index.ts'
import type { TemplateSummary } from '../templates/index.ts'
import { HistoryAnswers } from './history-answers.tsx'
import { parseHistoryQuery, type HistoryView } from './history-query.ts'
import { HistoryReviewButton } from './history-review-button.tsx'
import { HistoryTimeline, type TimelinePage } from './history-timeline.tsx'
import { formatReviewStatus } from './history-words.ts'
import { PlanRisks } from './plan-risks.tsx'
import { useHistoryDraft } from './use-history-draft.ts'

type HistoryScreenProps = {
  patient: { id: string; name: string; ageYears: number }
  history: History
  questions: LibraryQuestions
  /** Each there where its view is shown. */
  timeline: TimelinePage | null
  templates: readonly TemplateSummary[] | null
  params: URLSearchParams
  onQuery: (query: string) => void
  profileHref: string
  newConsentHref: string | undefined
  writerId: string
  mayEdit: boolean
  onChanged: () => Promise<void>
}

const tabs: readonly { view: HistoryView; label: string }[] = [
  { view: 'answers', label: 'Answers' },
  { view: 'risks', label: 'For a treatment' },
  { view: 'changes', label: 'Changes' },
]

/** What is known of a patient's health: asked, looked up, and what it changes. */
export function HistoryScreen(props: HistoryScreenProps) {
  const { patient, history, questions, timeline, templates, params, mayEdit, writerId, onChanged } = props
  const { draft, setDraft } = useHistoryDraft(writerId, history)
  const [problem, setProblem] = useState<Error | null>(null)
  const { view } = parseHistoryQuery(params)
  const review = formatReviewStatus(history.review)
  const dentition = dentitionAt(patient.ageYears)

  async function reload() {
    await onChanged()
    setProblem(null)
  }
  return (
    <>
      <PageHeader
        title="Medical history"
        lead={review.text}
        badge={<Badge tone={review.tone}>{review.badge}</Badge>}
        back={
          <BackLink href={props.profileHref}>
            <span dir="auto">{patient.name}</span>
          </BackLink>
        }
        actions={
          mayEdit && <HistoryReviewButton history={history} onReviewed={onChanged} onProblem={setProblem} />
        }
      />
      <ProblemMessage problem={problem} className="mt-5">
        <Button variant="quiet" size="small" className="mt-3" onClick={() => void reload()}>
          Load the history again
        </Button>
      </ProblemMessage>
      <LinkTabs
        label="Medical history"
        className="mt-5"
        tabs={tabs.map(({ view: value, label }) => ({
          href: queryWith(params, { view: value === 'answers' ? undefined : value, page: undefined }),
          label,
          current: value === view,
        }))}
      />
      {view === 'answers' && (
        <HistoryAnswers
          {...{ history, questions, draft, params, mayEdit, dentition, onChanged }}
          onDraft={setDraft}
          onQuery={props.onQuery}
        />
      )}
      {view === 'risks' && templates && (
        <PlanRisks
          patientId={patient.id}
          templates={templates}
          dentition={dentition}
          hasDraft={Object.keys(draft).length > 0}
          newConsentHref={props.newConsentHref}
        />
      )}
      {view === 'changes' && timeline && (
        <HistoryTimeline page={timeline} questions={questions} params={params} />
      )}
    </>
  )
}
