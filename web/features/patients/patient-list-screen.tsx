import { FileUp, Plus, SearchX, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Api } from '../../api.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListToolbar } from '../../ui/list-toolbar.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Pager } from '../../ui/pager.tsx'
import { ButtonLink } from '../../ui/plain/button.tsx'
import { queryWith } from '../../ui/query-string.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { moveFocusAmongRows } from '../../ui/row-navigation.ts'
import { Select } from '../../ui/select.tsx'
import { SortSelect } from '../../ui/sort-select.tsx'
import { parsePatientListQuery, patientOrders, type PatientListQuery } from './patient-list-query.ts'
import { statusLabels } from './patient-words.ts'
import { PatientTable, type PatientRow } from './patient-table.tsx'

type PatientPage = Awaited<ReturnType<Api['patients']['list']>>

type PatientListScreenProps = {
  page: PatientPage
  params: URLSearchParams
  /** Another search or filter for this list, as a query string. */
  onQuery: (query: string) => void
  busy: boolean
  hrefOf: (row: PatientRow) => string
  /** Absent where the reader may not add patients. */
  newHref: string | undefined
  /** The patients whom the reader opened last. */
  recent: ReactNode
  importHref: string | undefined
  newConsentHrefOf: ((row: PatientRow) => string) | undefined
}

const statusOptions = (['active', 'archived', 'left', 'deceased'] as const).map((value) => ({
  value,
  label: statusLabels[value],
}))

/** The practice's patients, by last name unless sorted otherwise. */
export function PatientListScreen(props: PatientListScreenProps) {
  const { page, params, onQuery, busy, hrefOf, newHref, importHref, recent, newConsentHrefOf } = props
  const query = parsePatientListQuery(params)
  const filter = (changes: Record<string, string | undefined>) =>
    onQuery(queryWith(params, { ...changes, page: undefined }))
  const addPatient = newHref && (
    <ButtonLink href={newHref} icon={Plus}>
      Add patient
    </ButtonLink>
  )
  const isUnasked = query.search === '' && query.status === 'active' && query.page === 1
  const actions = (
    <>
      {importHref && (
        <ButtonLink href={importHref} variant="quiet" icon={FileUp}>
          Import
        </ButtonLink>
      )}
      {addPatient}
    </>
  )
  return (
    <div onKeyDown={moveFocusAmongRows}>
      <PageHeader title="Patients" lead="All patients at this practice" actions={actions} />
      <ListToolbar
        className="mt-6"
        search={
          <SearchField
            label="Search patients"
            placeholder="Name, date of birth, phone or NHS number"
            defaultValue={query.search}
            slash
            onSearch={(q) => filter({ q })}
          />
        }
      >
        <Select
          label="Status"
          hideLabel
          options={statusOptions}
          value={query.status}
          onChange={(status) => filter({ status: status === 'active' ? undefined : status })}
        />
        <SortSelect orders={patientOrders} params={params} onQuery={onQuery} />
      </ListToolbar>
      {isUnasked && recent}
      <div className="mt-4">
        <PatientTable
          rows={page.rows}
          hrefOf={hrefOf}
          params={params}
          newConsentHrefOf={query.status === 'active' ? newConsentHrefOf : undefined}
          busy={busy}
          empty={<NoPatients query={query} action={actions} />}
          footer={
            <Pager
              page={page.page}
              pageSize={page.pageSize}
              total={page.total}
              isCapped={page.isCapped}
              hrefOfPage={(number) => queryWith(params, { page: number > 1 ? number : undefined })}
            />
          }
        />
      </div>
    </div>
  )
}

function NoPatients({ query, action }: { query: PatientListQuery; action: ReactNode }) {
  if (query.search) {
    return (
      <EmptyState icon={SearchX} title="No patients found">
        Type the beginning of a name, a date of birth like 14 3 1961, a phone or an NHS number.
      </EmptyState>
    )
  }
  if (query.status !== 'active')
    return (
      <EmptyState
        icon={Users}
        title={`No patients with this status: ${statusLabels[query.status].toLowerCase()}`}
      />
    )
  return (
    <EmptyState icon={Users} title="No patients yet" action={action}>
      Add a patient to create their first consent.
    </EmptyState>
  )
}
