import { Download, FilePenLine, NotebookPen, Plus, SearchX, SlidersHorizontal } from 'lucide-react'
import { Suspense, useState, type ReactNode } from 'react'
import { list_count_max } from '../../../contract/limits.ts'
import type { Api } from '../../api.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { sortableColumns } from '../../ui/list-orders.ts'
import { ListToolbar } from '../../ui/list-toolbar.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Button, ButtonLink } from '../../ui/plain/button.tsx'
import { lazyPart } from '../../ui/plain/lazy-part.ts'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { queryWith } from '../../ui/query-string.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { useTask } from '../../ui/use-task.ts'
import type { Clinician } from '../staff/index.ts'
import { BulkActionBar } from './bulk-action-bar.tsx'
import { downloadConsents } from './consent-download.ts'
import { FilterChips, countActiveFilters } from './filter-chips.tsx'
import {
  parseConsentListQuery,
  consentOrders,
  consentViews,
  hasFilters,
  actionViews,
  type ConsentListQuery,
} from './consent-list-query.ts'
import { ConsentTable, type ConsentRow } from './consent-table.tsx'
import { formatCount } from './count-text.ts'
import type { TemplateChoice } from './template-filter.tsx'
import { useBulkAction } from './use-bulk-action.ts'
import { useDraftDiscarding } from './use-draft-discarding.ts'
import { useLinkCopying } from './use-link-copying.tsx'

const ConsentFilters = lazyPart(async () => ({
  default: (await import('./consent-filters.tsx')).ConsentFilters,
}))

const BulkProgressPanel = lazyPart(async () => ({
  default: (await import('./bulk-progress-panel.tsx')).BulkProgressPanel,
}))

type ConsentPage = Awaited<ReturnType<Api['consents']['list']>>

type ConsentListScreenProps = {
  page: ConsentPage
  clinicians: readonly Clinician[]
  /** The template of the address. */
  template: TemplateChoice | null
  params: URLSearchParams
  /** Another search or filter for this list, as a query string. */
  onQuery: (query: string) => void
  busy: boolean
  onChanged: () => Promise<void>
  /** Views that were saved, which are another feature's to show. */
  savedViews: ReactNode
  hrefOf: (row: Pick<ConsentRow, 'id'>) => string
  newHref: string
  fromNoteHref: string
}

/** Every consent of the practice, by how far it has come. */
export function ConsentListScreen(props: ConsentListScreenProps) {
  const { page, clinicians, template, params, onQuery, savedViews, newHref, fromNoteHref } = props
  const query = parseConsentListQuery(params)
  const [isFiltering, setFiltering] = useState(false)
  const exporting = useTask()
  const filter = (changes: Record<string, string>) =>
    onQuery(queryWith(params, { ...changes, page: undefined }))
  const inUse = countActiveFilters(query)
  return (
    <>
      <PageHeader
        title="Consents"
        actions={
          <>
            <ButtonLink href={fromNoteHref} variant="quiet" icon={NotebookPen}>
              From a note
            </ButtonLink>
            <NewConsent href={newHref} />
          </>
        }
      />
      <ViewTabs counts={page.counts} params={params} query={query} />
      <ListToolbar
        className="mt-5"
        search={
          <SearchField
            label="Search consents"
            placeholder="Search by patient or treatment"
            defaultValue={query.search}
            slash
            onSearch={(q) => filter({ q })}
          />
        }
      >
        <Button
          variant="quiet"
          icon={SlidersHorizontal}
          className="sm:max-lg:basis-auto!"
          aria-expanded={isFiltering}
          aria-controls={filtersId}
          onClick={() => setFiltering(!isFiltering)}
        >
          {inUse > 0 ? `Filters (${inUse})` : 'Filters'}
        </Button>
        {savedViews}
        <Button
          variant="quiet"
          icon={Download}
          className="sm:max-lg:basis-auto!"
          busy={exporting.busy}
          onClick={() => void exporting.run(() => downloadConsents(filterOfQuery(query)))}
        >
          Export
        </Button>
      </ListToolbar>
      <Suspense>
        {isFiltering && <ConsentFilters id={filtersId} {...{ query, clinicians, template, filter }} />}
      </Suspense>
      <FilterChips {...{ query, clinicians, template, params }} />
      <ProblemMessage problem={exporting.problem} className="mt-4" />
      <SelectableConsents {...props} query={query} runExport={exporting.run} />
    </>
  )
}

const filtersId = 'consent-filters'

const filterOfQuery = ({ page: _page, ...filter }: ConsentListQuery) => filter

const NewConsent = ({ href }: { href: string }) => (
  <ButtonLink href={href} icon={Plus}>
    New consent
  </ButtonLink>
)

type ViewTabsProps = { counts: ConsentPage['counts']; params: URLSearchParams; query: ConsentListQuery }

/** What waits for somebody has a tab of its own as long as something does. */
const openActionViews = (counts: ConsentPage['counts'], open: ConsentListQuery['view']) =>
  actionViews.filter(({ view }) => view === open || (counts[view] ?? 0) > 0)

const ViewTabs = ({ counts, params, query }: ViewTabsProps) => (
  <LinkTabs
    label="Views"
    className="mt-5"
    tabs={[...consentViews, ...openActionViews(counts, query.view)].map(({ view, label }) => ({
      href: queryWith(params, { view: view === 'all' ? undefined : view, page: undefined }),
      label,
      count: formatCount(counts[view] ?? 0),
      current: view === query.view,
    }))}
  />
)

type SelectableConsentsProps = ConsentListScreenProps & {
  query: ConsentListQuery
  runExport: (work: () => Promise<unknown>) => Promise<boolean>
}

/** The list itself: consents are chosen in it, and what is done with them is told above it. */
function SelectableConsents(props: SelectableConsentsProps) {
  const { page, params, query, busy, hrefOf, newHref, onChanged, runExport } = props
  const { rows, counts, total } = page
  const [chosen, onChoose] = useState<ReadonlySet<string>>(new Set())
  const { work, begin, tryAgain, putAway } = useBulkAction<ConsentRow>(onChanged)
  const { copyLink, dialog } = useLinkCopying()
  const discarding = useDraftDiscarding(() => void onChanged())
  function toggle(id: string) {
    const now = new Set(chosen)
    if (!now.delete(id)) now.add(id)
    onChoose(now)
  }
  const exportChosen = (picked: readonly ConsentRow[]) =>
    void runExport(() => downloadConsents({ consentIds: picked.map(({ id }) => id).join(',') }))
  return (
    <>
      <Suspense>
        {work && (
          <BulkProgressPanel
            key={work.title}
            work={work}
            hrefOf={hrefOf}
            onTryAgain={() => void tryAgain()}
            onPutAway={putAway}
          />
        )}
      </Suspense>
      <div className="mt-4 space-y-2">
        {rows.length > 0 && (
          <BulkActionBar
            rows={rows}
            chosen={chosen}
            onChoose={onChoose}
            begin={(picked, what) => {
              onChoose(new Set())
              void begin(picked, what)
            }}
            onExport={exportChosen}
          />
        )}
        {rows.length > 0 && (
          <p className="px-1 text-small text-muted lg:hidden">
            {consentOrders.labels[query.sort ?? consentOrders.fallback]}
          </p>
        )}
        <ProblemMessage problem={discarding.problem} />
        <ConsentTable
          rows={rows}
          sortable={(columns) => sortableColumns(columns, params, consentOrders)}
          selection={{
            isSelected: ({ id }) => chosen.has(id),
            onToggle: ({ id }) => toggle(id),
            labelOf: ({ patient, treatment }) => `Select ${patient.name}, ${treatment}`,
          }}
          hrefOf={hrefOf}
          onCopyLink={(row) => void copyLink(row)}
          onDiscard={({ id }) => void discarding.discard(id)}
          busy={busy}
          empty={
            hasFilters(query) || counts['all'] ? (
              <NoSearchResults />
            ) : (
              <NoConsentsYet action={<NewConsent href={newHref} />} />
            )
          }
          footer={
            <Pager
              page={page.page}
              pageSize={page.pageSize}
              total={total}
              isCapped={total >= list_count_max}
              hrefOfPage={(number) => queryWith(params, { page: number > 1 ? number : undefined })}
            />
          }
        />
      </div>
      {dialog}
    </>
  )
}

const NoConsentsYet = ({ action }: { action: ReactNode }) => (
  <EmptyState icon={FilePenLine} title="No consents yet" action={action}>
    Create the first: choose a patient and a treatment, check the text, and send it.
  </EmptyState>
)

const NoSearchResults = () => (
  <EmptyState icon={SearchX} title="No consents found">
    Try another name, or remove a filter.
  </EmptyState>
)
