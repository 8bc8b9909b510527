import { ListX } from 'lucide-react'
import type { LibraryQuestions } from '../../../build/content/types.d.ts'
import type { History } from '../../../contract/histories.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListToolbar } from '../../ui/list-toolbar.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { ErrorSummary, errorOf } from '../../ui/plain/error-summary.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { queryWith } from '../../ui/query-string.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { Select } from '../../ui/select.tsx'
import type { Dentition } from '../teeth/index.ts'
import { FactorRow } from './factor-row.tsx'
import {
  conflictOf,
  questionsFor,
  shownFact,
  setAnswer,
  setFact,
  answerRemainingNo,
  type HistoryDraft,
  type Question,
} from './history-draft.ts'
import { parseHistoryQuery, filterQuestions } from './history-query.ts'
import { HistorySaveBar, sourceId } from './history-save-bar.tsx'
import { useHistorySaving } from './use-history-saving.ts'

export type HistoryAnswersProps = {
  history: History
  questions: LibraryQuestions
  draft: HistoryDraft
  onDraft: (draft: HistoryDraft) => void
  params: URLSearchParams
  onQuery: (query: string) => void
  mayEdit: boolean
  dentition: Dentition
  onChanged: () => Promise<void>
}

/** Every question part by part, with a search and what is not saved yet. */
export function HistoryAnswers(props: HistoryAnswersProps) {
  const { history, questions, draft, onDraft, params, onQuery, mayEdit, onChanged } = props
  const saving = useHistorySaving({ history, questions, draft, onDraft, onChanged })
  const query = parseHistoryQuery(params)
  const fitting = questionsFor(questions.factors, history)
  const shown = filterQuestions(fitting, { known: history.facts, draft }, query)
  return (
    <>
      <ErrorSummary errors={saving.errors} className="mt-5" />
      <ListToolbar
        className="mt-5"
        search={
          <SearchField
            label="Search the questions"
            placeholder="Medicine, condition or allergy"
            defaultValue={query.search}
            onSearch={(q) => onQuery(queryWith(params, { q }))}
          />
        }
      >
        <div className="sm:basis-60!">
          <ShownFilter {...{ history, params, onQuery }} count={fitting.length} />
        </div>
      </ListToolbar>
      {mayEdit && (
        <p className="mt-2 text-small text-muted pointer-coarse:hidden">
          Press Y, N or U to answer and move to the next question. ‘Others no’ skips anything that may stop a
          treatment: ask those one by one.
        </p>
      )}
      {/* What is focused stops above the bar that sticks to the bottom. */}
      <div className="mt-4 space-y-5 md:[&_:is(input,select,button)]:scroll-mb-48">
        {questions.sections.map(({ id, title }) => (
          <HistorySection
            key={id}
            {...props}
            title={title}
            shown={shown.filter(({ section }) => section === id)}
            errors={saving.errors}
          />
        ))}
        {shown.length === 0 && <NoMatchingQuestions show={query.show} isSearched={query.search !== ''} />}
      </div>
      <ProblemMessage problem={saving.problem} className="mt-5">
        {saving.problem?.reason === 'changed-meanwhile' && (
          <Button variant="quiet" size="small" className="mt-3" onClick={() => void saving.reload()}>
            Load their changes and keep mine
          </Button>
        )}
      </ProblemMessage>
      {mayEdit && saving.count > 0 && (
        <HistorySaveBar
          count={saving.count}
          busy={saving.busy}
          error={errorOf(saving.errors, sourceId)}
          onSave={(choice) => void saving.save(choice)}
          onDiscard={() => void saving.discard()}
        />
      )}
    </>
  )
}

type ShownFilterProps = Pick<HistoryAnswersProps, 'history' | 'params' | 'onQuery'> & { count: number }

function ShownFilter({ history, count, params, onQuery }: ShownFilterProps) {
  const yes = history.facts.filter(({ answer }) => answer === 'yes').length
  return (
    <Select
      label="Questions shown"
      hideLabel
      value={parseHistoryQuery(params).show}
      options={[
        { value: 'all', label: `All questions (${count})` },
        { value: 'yes', label: `Yes answers (${yes})` },
        { value: 'open', label: `Not asked (${history.unasked.length})` },
      ]}
      onChange={(show) => onQuery(queryWith(params, { show: show === 'all' ? undefined : show }))}
    />
  )
}

type HistorySectionProps = HistoryAnswersProps & {
  title: string
  shown: readonly Question[]
  errors: ReturnType<typeof useHistorySaving>['errors']
}

/** One part of the history: nothing where search and filter leave none of it. */
function HistorySection(props: HistorySectionProps) {
  const { title, shown, history, draft, onDraft, mayEdit, dentition, errors } = props
  const { facts } = history
  if (shown.length === 0) return null
  const hasOpen = shown.some(({ id, mayStop }) => !mayStop && !shownFact(facts, draft, id))
  return (
    <Panel
      title={title}
      flush
      actions={
        mayEdit &&
        hasOpen && (
          <Button
            variant="quiet"
            size="small"
            aria-label={`Others no: ${title}`}
            onClick={() => onDraft(answerRemainingNo(draft, facts, shown))}
          >
            Others no
          </Button>
        )
      }
    >
      <ul className="divide-y divide-line border-t border-line">
        {shown.map((question) => (
          <FactorRow
            key={question.id}
            question={question}
            known={facts.find(({ factor }) => factor === question.id)}
            fact={shownFact(facts, draft, question.id)}
            isDrafted={draft[question.id] !== undefined}
            clash={conflictOf(draft, facts, question.id)}
            mayEdit={mayEdit}
            dentition={dentition}
            onAnswer={(answer) => onDraft(setAnswer(draft, facts, question.id, answer))}
            onChange={(fact) => onDraft(setFact(draft, facts, fact))}
            errors={errors}
          />
        ))}
      </ul>
    </Panel>
  )
}

function NoMatchingQuestions({ show, isSearched }: { show: 'all' | 'yes' | 'open'; isSearched: boolean }) {
  if (isSearched) return <EmptyState icon={ListX} title="No question matches. Try another word or filter." />
  return show === 'yes' ? (
    <EmptyState icon={ListX} title="No yes answers" />
  ) : (
    <EmptyState icon={ListX} title="All questions asked" />
  )
}
