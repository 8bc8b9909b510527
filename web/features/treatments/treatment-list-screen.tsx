import { ListTree, Plus, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListToolbar } from '../../ui/list-toolbar.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { sortIn } from '../../ui/list-orders.ts'
import { queryWith, searchIn } from '../../ui/query-string.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { SortSelect } from '../../ui/sort-select.tsx'
import { TreatmentItem } from './treatment-item.tsx'
import type { Treatment, TreatmentContext } from './treatment-operations.ts'
import { searchTreatments, sortTreatments, treatmentOrders } from './treatment-search.ts'
import { useTreatmentActions } from './use-treatment-actions.ts'
import { useTreatmentDialogs } from './use-treatment-dialogs.tsx'

type TreatmentListScreenProps = {
  title: string
  lead: string
  treatments: readonly Treatment[]
  params: URLSearchParams
  /** Another search or order of this list, as a query string. */
  onQuery: (query: string) => void
  busy: boolean
  acting: TreatmentContext
  /** Above the title, where no menu leads here. */
  back?: ReactNode
  /** Beside the button that adds a type. */
  actions?: ReactNode
  /** Between the title and the list. */
  children?: ReactNode
}

/** The treatment types with their subtypes: what a template can be for. */
export function TreatmentListScreen(props: TreatmentListScreenProps) {
  const { title, lead, treatments, params, onQuery, busy, acting } = props
  const search = searchIn(params)
  const found = sortTreatments(searchTreatments(treatments, search), sortIn(params, treatmentOrders))
  const { ask, dialog } = useTreatmentDialogs(acting)
  const actions = useTreatmentActions(acting)
  return (
    <>
      <PageHeader
        title={title}
        lead={lead}
        back={props.back}
        actions={
          <>
            {props.actions}
            {acting.canWrite && (
              <Button icon={Plus} onClick={() => ask({ about: 'new type' })}>
                Add treatment type
              </Button>
            )}
          </>
        }
      />
      {props.children}
      <ListToolbar
        className="mt-6"
        search={
          <SearchField
            label="Search treatment types"
            placeholder="Type or subtype"
            defaultValue={search}
            onSearch={(q) => onQuery(queryWith(params, { q }))}
          />
        }
      >
        <SortSelect orders={treatmentOrders} params={params} onQuery={onQuery} alwaysShown />
      </ListToolbar>
      <ProblemMessage problem={actions.problem} className="mt-4" />
      <div className="card mt-4 overflow-clip" aria-busy={busy || actions.busy}>
        {found.length === 0 ? (
          <NoTreatments searched={search !== ''} />
        ) : (
          <ul aria-label="Treatment types" className="divide-y divide-line">
            {found.map(({ treatment, subtypes }) => (
              <TreatmentItem
                key={treatment.id}
                treatment={treatment}
                subtypes={subtypes}
                acting={acting}
                actions={actions}
                openDialog={ask}
                open={search !== ''}
              />
            ))}
          </ul>
        )}
      </div>
      {dialog}
    </>
  )
}

const NoTreatments = ({ searched }: { searched: boolean }) =>
  searched ? (
    <EmptyState icon={SearchX} title="No treatment types found">
      Check the spelling, or search for part of the name.
    </EmptyState>
  ) : (
    <EmptyState icon={ListTree} title="No treatment types yet">
      Add the first one to create templates for it.
    </EmptyState>
  )
