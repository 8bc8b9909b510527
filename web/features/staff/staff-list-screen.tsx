import { SearchX, UserPlus, UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'
import type { StaffMember } from '../../../contract/staff.ts'
import type { Api } from '../../api.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { ListToolbar } from '../../ui/list-toolbar.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Pager } from '../../ui/pager.tsx'
import { ButtonLink } from '../../ui/plain/button.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { queryWith } from '../../ui/query-string.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { SortSelect } from '../../ui/sort-select.tsx'
import { RightsMatrix } from './rights-matrix.tsx'
import { staffListQuery, staffOrders, staffViews, type StaffListQuery } from './staff-list-query.ts'
import { StaffTable } from './staff-table.tsx'
import { editItem, useStaffActions } from './use-staff-actions.tsx'

type StaffPage = Awaited<ReturnType<Api['staff']['list']>>

type StaffListScreenProps = {
  page: StaffPage
  params: URLSearchParams
  /** Another search for this list, as a query string. */
  onQuery: (query: string) => void
  busy: boolean
  editHref: (member: StaffMember) => string
  registerHref: string
  onChanged: () => Promise<void>
}

/** The people of the practice: who they are, where their invitation stands, and who may do what. */
export function StaffListScreen(props: StaffListScreenProps) {
  const { page, params, onQuery, busy, editHref, registerHref, onChanged } = props
  const query = staffListQuery(params)
  const actions = useStaffActions(onChanged)
  const register = (
    <ButtonLink href={registerHref} icon={UserPlus}>
      Add to staff
    </ButtonLink>
  )
  const list = {
    rows: page.rows,
    hrefOf: editHref,
    busy: busy || actions.busy,
    empty: <EmptyStaffList query={query} action={register} />,
    footer: (
      <Pager
        page={page.page}
        pageSize={page.pageSize}
        total={page.total}
        hrefOfPage={(number) => queryWith(params, { page: number > 1 ? number : undefined })}
      />
    ),
  }
  return (
    <>
      <PageHeader title="Staff" lead="Staff and their permissions" actions={register} />
      <LinkTabs
        label="Views"
        className="mt-5"
        tabs={staffViews.map(({ view, label }) => ({
          href: queryWith(params, { view: view === 'active' ? undefined : view, page: undefined }),
          label,
          current: view === query.view,
        }))}
      />
      <ListToolbar
        className="mt-5"
        search={
          <SearchField
            label="Search staff"
            placeholder="Search by name or e-mail"
            defaultValue={query.search}
            onSearch={(q) => onQuery(queryWith(params, { q, page: undefined }))}
          />
        }
      >
        {query.view !== 'rights' && <SortSelect orders={staffOrders} params={params} onQuery={onQuery} />}
      </ListToolbar>
      <ProblemMessage problem={actions.problem} className="mt-4" />
      <div className="mt-4">
        {query.view === 'rights' ? (
          <RightsMatrix {...list} />
        ) : (
          <StaffTable
            {...list}
            params={params}
            actionsOf={(row) => [editItem(editHref(row)), ...actions.itemsFor(row)]}
          />
        )}
      </div>
      {actions.dialog}
    </>
  )
}

const emptyTitles = {
  active: 'No active staff',
  invited: 'No pending invitations',
  inactive: 'No inactive staff',
  all: 'No staff yet',
  rights: 'No active staff',
}

function EmptyStaffList({ query, action }: { query: StaffListQuery; action: ReactNode }) {
  if (query.search) {
    return (
      <EmptyState icon={SearchX} title="No staff match">
        Check the spelling or choose another view.
      </EmptyState>
    )
  }
  if (query.view === 'inactive') {
    return (
      <EmptyState icon={UsersRound} title={emptyTitles.inactive}>
        Deactivated staff appear here and can be reactivated.
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={UsersRound} title={emptyTitles[query.view]} action={action}>
      Add staff to send them an invitation.
    </EmptyState>
  )
}
