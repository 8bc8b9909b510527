import { Banknote, SearchX, Upload } from 'lucide-react'
import { Suspense, useState, type ReactNode } from 'react'
import type { NhsCharges } from '../../../contract/fees.ts'
import type { Api } from '../../api.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListToolbar } from '../../ui/list-toolbar.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Pager } from '../../ui/pager.tsx'
import { BackLink } from '../../ui/plain/back-link.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { lazyPart } from '../../ui/plain/lazy-part.ts'
import { queryWith, searchIn } from '../../ui/query-string.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { SortSelect } from '../../ui/sort-select.tsx'
import { feeOrders } from './fee-orders.ts'
import type { ImportFees } from './fee-import-dialog.tsx'
import { FeeTable, type FeeTableActions } from './fee-table.tsx'
import { NhsChargesPanel } from './nhs-charges-panel.tsx'

const FeeImportDialog = lazyPart(async () => ({
  default: (await import('./fee-import-dialog.tsx')).FeeImportDialog,
}))

type FeeListScreenProps = {
  page: Awaited<ReturnType<Api['fees']['list']>>
  /** Whose list it is, and where; what practices of a group see of it is asked in its name. */
  list: FeeTableActions & { path: string; import: ImportFees }
  lead: string
  /** Below what the page is: who uses the fees of a group. */
  note?: ReactNode
  /** What the NHS charges in the practice's nation; null for a list of several. */
  charges: NhsCharges | null
  isReadOnly?: boolean
  params: URLSearchParams
  /** Another search for this list, as a query string. */
  onQuery: (query: string) => void
  busy: boolean
  settingsHref?: string
  onChanged: () => Promise<void>
}

/** What treatments cost in a practice, with what the NHS charges in its nation, or in a group of practices. */
export function FeeListScreen(props: FeeListScreenProps) {
  const {
    page,
    list,
    lead,
    note,
    charges,
    isReadOnly = false,
    params,
    onQuery,
    busy,
    settingsHref,
    onChanged,
  } = props
  const [isImporting, setImporting] = useState(false)
  const search = searchIn(params)
  return (
    <>
      <PageHeader
        title="Fees"
        lead={lead}
        back={settingsHref && <BackLink href={settingsHref}>Settings</BackLink>}
        actions={
          !isReadOnly && (
            <Button variant="quiet" icon={Upload} onClick={() => setImporting(true)}>
              Import CSV
            </Button>
          )
        }
      />
      {note}
      {charges && (
        <div className="mt-5">
          <NhsChargesPanel charges={charges} />
        </div>
      )}
      <ListToolbar
        className="mt-5 mb-4"
        search={
          <SearchField
            label="Search fees"
            placeholder="Treatment"
            defaultValue={search}
            onSearch={(q) => onQuery(queryWith(params, { q, page: undefined }))}
          />
        }
      >
        <SortSelect orders={feeOrders} params={params} onQuery={onQuery} alwaysShown />
      </ListToolbar>
      <FeeTable
        rows={page.rows}
        path={list.path}
        actions={list}
        isReadOnly={isReadOnly}
        params={params}
        charges={charges}
        busy={busy}
        empty={
          search ? (
            <EmptyState icon={SearchX} title="No treatments found. Try another search." />
          ) : (
            <EmptyState icon={Banknote} title="No treatments in use" />
          )
        }
        footer={
          <Pager
            page={page.page}
            pageSize={page.pageSize}
            total={page.total}
            hrefOfPage={(number) => queryWith(params, { page: number > 1 ? number : undefined })}
          />
        }
        onChanged={onChanged}
      />
      <Suspense>
        {isImporting && (
          <FeeImportDialog
            importFees={list.import}
            onImported={onChanged}
            onClose={() => setImporting(false)}
          />
        )}
      </Suspense>
    </>
  )
}
