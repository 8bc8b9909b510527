import type { DayList } from '../../../contract/day-lists.ts'
import { api } from '../../api.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { BackLink } from '../../ui/plain/back-link.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { queryWith } from '../../ui/query-string.ts'
import { StepList } from '../../ui/step-list.tsx'
import { useTask } from '../../ui/use-task.ts'
import type { Clinician } from '../staff/index.ts'
import { DayListCheckStep } from './day-list-check-step.tsx'
import { DayListColumnsStep } from './day-list-columns-step.tsx'
import { DayListFileStep, type PastLists } from './day-list-file-step.tsx'
import { DayListResultStep } from './day-list-result-step.tsx'

/** What the page shows: no list yet, or one. */
export type DayListState =
  { list: null; past: PastLists } | { list: DayList; clinicians: readonly Clinician[] }

type DayListScreenProps = {
  shown: DayListState
  params: URLSearchParams
  loading: boolean
  boardHref: (day?: string) => string
  prepareHref: ((day: string) => string) | null
  patientHref: (patientId: string) => string
  /** Another list or step, as a query string; the one before is one step back. */
  onGo: (query: string) => void
  onChanged: () => Promise<void>
}

const steps = ['Choose a file', 'Columns', 'Check', 'Result']

function currentStep({ list }: DayListState, isSettingColumns: boolean): number {
  if (!list) return 0
  if (list.status === 'draft' || (list.status === 'checked' && isSettingColumns)) return 1
  return list.status === 'checked' ? 2 : 3
}

const startQuery = '?'
const listHref = (listId: string) => `?list=${listId}`

/** Brings a practice system's list of a day to the board, step by step. */
export function DayListScreen(props: DayListScreenProps) {
  const { shown, params, boardHref, onGo } = props
  const current = currentStep(shown, params.get('step') === 'columns')
  const discarding = useTask()
  const discard = (listId: string) =>
    void discarding.run(async () => {
      await api.dayLists.discard({ listId })
      onGo(startQuery)
    })
  return (
    <>
      <PageHeader
        back={<BackLink href={boardHref()}>Dashboard</BackLink>}
        title="Import day list"
        lead="Preview first. Nothing changes until you confirm, and you can undo it."
      />
      <StepList label="Steps of the import" steps={steps} current={current} className="mt-6" />
      <ProblemMessage problem={discarding.problem} className="mt-4" />
      <div className="mt-6">
        {shown.list ? (
          <OpenList
            {...props}
            list={shown.list}
            clinicians={shown.clinicians}
            isSettingColumns={current === 1}
            onDiscard={discard}
          />
        ) : (
          <DayListFileStep
            past={shown.past}
            hrefOf={listHref}
            hrefOfPage={(page) => queryWith(params, { page: page > 1 ? page : undefined })}
            onRead={({ id }) => onGo(listHref(id))}
          />
        )}
      </div>
    </>
  )
}

type OpenListProps = DayListScreenProps & {
  list: DayList
  clinicians: readonly Clinician[]
  isSettingColumns: boolean
  onDiscard: (listId: string) => void
}

function OpenList(props: OpenListProps) {
  const { list, isSettingColumns, onDiscard, onGo, onChanged } = props
  const discard = () => onDiscard(list.id)
  // Where the step was not in the address it is the same address, so what it shows is fetched anew.
  const goOn = () => onGo(listHref(list.id))
  if (isSettingColumns)
    return (
      <DayListColumnsStep key={list.id} list={list} onChecked={goOn} onRead={onChanged} onDiscard={discard} />
    )
  if (list.preview)
    return <DayListCheckStep key={list.id} {...props} preview={list.preview} onDiscard={discard} />
  return <DayListResultStep {...props} againHref={startQuery} />
}
