import { History as Clock } from 'lucide-react'
import type { LibraryQuestions } from '../../../build/content/types.d.ts'
import type { ToothNotation } from '../../../contract/teeth.ts'
import type { HistoryFact, HistoryStep } from '../../../contract/histories.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pager } from '../../ui/pager.tsx'
import { momentText } from '../../ui/plain/date-text.ts'
import { Panel } from '../../ui/plain/panel.tsx'
import { queryWith } from '../../ui/query-string.ts'
import { useToothNotation } from '../clinics/index.ts'
import type { Question } from './history-draft.ts'
import { answerWords, formatFactDetails, sourceWords } from './history-words.ts'

export type TimelinePage = { rows: HistoryStep[]; total: number; page: number; pageSize: number }

type HistoryTimelineProps = { page: TimelinePage; questions: LibraryQuestions; params: URLSearchParams }

/** Every save with what it changed, and every review, the newest first. */
export function HistoryTimeline({ page, questions, params }: HistoryTimelineProps) {
  const notation = useToothNotation()
  const byId = new Map(questions.factors.map((question) => [question.id, question]))
  return (
    <Panel title="Change history" className="mt-5" flush>
      {page.rows.length === 0 ? (
        <EmptyState icon={Clock} title="No changes yet" />
      ) : (
        <ol className="divide-y divide-line border-t border-line">
          {page.rows.map((step) => (
            <li key={`${step.kind}-${step.at}-${step.version}`} className="px-5 py-4">
              <p>
                <strong>{step.kind === 'reviewed' ? 'Reviewed with the patient' : saveSummary(step)}</strong>
                <span className="text-muted">
                  , {momentText(step.at)}, {step.byName}
                </span>
              </p>
              {step.changes.length > 0 && (
                <ul className="mt-1.5 space-y-1">
                  {step.changes.map(({ before, after }) => (
                    <li key={after.factor}>
                      {byId.get(after.factor)?.label ?? after.factor}:{' '}
                      {before && (
                        <>
                          <del className="text-muted">{factWords(before, byId, notation)}</del>{' '}
                          <span aria-hidden>→</span>{' '}
                        </>
                      )}
                      <ins className="font-medium no-underline">{factWords(after, byId, notation)}</ins>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ol>
      )}
      <div className="border-t border-line px-5 py-3">
        <Pager
          page={page.page}
          pageSize={page.pageSize}
          total={page.total}
          hrefOfPage={(number) => queryWith(params, { page: number > 1 ? number : undefined })}
        />
      </div>
    </Panel>
  )
}

const saveSummary = ({ source, changes }: HistoryStep): string =>
  `${changes.length === 1 ? '1 answer' : `${changes.length} answers`}${source ? `, from ${sourceWords[source].by}` : ''}`

function factWords(fact: HistoryFact, byId: ReadonlyMap<string, Question>, notation: ToothNotation): string {
  const details = formatFactDetails(fact, byId.get(fact.factor), notation)
  return details ? `${answerWords[fact.answer]} (${details})` : answerWords[fact.answer]
}
