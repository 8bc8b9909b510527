import { FileDown, FileUp, SearchX, Stethoscope } from 'lucide-react'
import { useState } from 'react'
import { clinicalReviewFilters } from '../../../contract/clinical-review-states.ts'
import type { ClinicalReviewPage, ClinicalReviewRow } from '../../../contract/clinical-reviews.ts'
import { clinical_review_notice_days } from '../../../contract/limits.ts'
import type { Api } from '../../api.ts'
import { Breadcrumbs, type Crumb } from '../../ui/breadcrumbs.tsx'
import { CellText } from '../../ui/cell-text.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { sortableColumns } from '../../ui/list-orders.ts'
import { ListToolbar } from '../../ui/list-toolbar.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { Button, ButtonLink } from '../../ui/plain/button.tsx'
import { calendarDayText } from '../../ui/plain/date-text.ts'
import { Link } from '../../ui/plain/link.tsx'
import { numberText } from '../../ui/plain/number-text.ts'
import { Panel } from '../../ui/plain/panel.tsx'
import { queryWith } from '../../ui/query-string.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { Select } from '../../ui/select.tsx'
import { SortSelect } from '../../ui/sort-select.tsx'
import { StatTile } from '../../ui/stat-tile.tsx'
import type { Column } from '../../ui/table-row.tsx'
import { AnswerSheetDialog } from './answer-sheet-dialog.tsx'
import { ClinicalReviewBadge, NextReview } from './clinical-review-badge.tsx'
import { clinicalReviewOrders, parseClinicalReviewQuery } from './clinical-review-query.ts'
import { filterLabels, outdatedText } from './clinical-review-words.ts'

type ReviewList = Awaited<ReturnType<Api['clinicalReviews']['list']>>

type ClinicalReviewListScreenProps = {
  list: ReviewList
  params: URLSearchParams
  /** Another search or filter for this list, as a query string. */
  onQuery: (query: string) => void
  busy: boolean
  /** Above the page. */
  trail: readonly Crumb[]
  hrefOf: (templateId: string) => string
  onImported: (page: ClinicalReviewPage) => Promise<void> | void
}

/** Where the clinical review of the library stands: how many templates need what, and which. */
export function ClinicalReviewListScreen(props: ClinicalReviewListScreenProps) {
  const { list, params, onQuery, busy, trail, hrefOf, onImported } = props
  const [isImporting, setImporting] = useState(false)
  return (
    <>
      <PageHeader
        back={<Breadcrumbs trail={trail} />}
        title="Clinical review"
        lead="Reviews of the templates by registered clinicians. A template that no one has signed is awaiting clinical review."
        actions={
          <>
            <ButtonLink
              variant="quiet"
              icon={FileDown}
              href="/api/admin/signed-clinical-reviews.yaml"
              download
              reload
            >
              Download signed reviews
            </ButtonLink>
            <Button icon={FileUp} onClick={() => setImporting(true)}>
              Import answer sheet
            </Button>
          </>
        }
      />
      <Counts counts={list.counts} />
      <Filters params={params} onQuery={onQuery} />
      <DataTable
        caption="Clinical reviews by template"
        className="mt-4"
        columns={sortableColumns(columns, params, clinicalReviewOrders)}
        rows={list.rows}
        rowKey={({ templateId }) => templateId}
        rowHref={({ templateId }) => hrefOf(templateId)}
        busy={busy}
        empty={<NoTemplates isFiltered={list.counts.all > 0} />}
        footer={
          <Pager
            page={list.page}
            pageSize={list.pageSize}
            total={list.total}
            hrefOfPage={(wanted) => queryWith(params, { page: wanted > 1 ? wanted : undefined })}
          />
        }
      />
      <OutdatedSources sources={list.outdatedSources} hrefOf={hrefOf} />
      {isImporting && <AnswerSheetDialog onImported={onImported} onClose={() => setImporting(false)} />}
    </>
  )
}

const countNotes = {
  signed: 'This version, by a registered clinician',
  awaiting: 'This version is not signed',
  due: `Passed, or within ${clinical_review_notice_days} days`,
  changed: 'An earlier version was reviewed',
  'outdated-source': 'A source was withdrawn or superseded',
  never: 'No version was ever reviewed',
  disputed: 'Not signed until resolved',
} as const

function Counts({ counts }: Pick<ReviewList, 'counts'>) {
  return (
    <div className="mt-6 grid grid-cols-2 gap-3 lg:grid-cols-4">
      {(Object.keys(countNotes) as (keyof typeof countNotes)[]).map((show) => (
        <StatTile
          key={show}
          label={filterLabels[show]}
          value={numberText(counts[show])}
          note={countNotes[show]}
          href={`?show=${show}`}
        />
      ))}
      <StatTile label="Templates" value={numberText(counts.all)} note="Not retired" href="?" />
    </div>
  )
}

function Filters({ params, onQuery }: Pick<ClinicalReviewListScreenProps, 'params' | 'onQuery'>) {
  const query = parseClinicalReviewQuery(params)
  const filter = (changes: Record<string, string | undefined>) =>
    onQuery(queryWith(params, { ...changes, page: undefined }))
  return (
    <ListToolbar
      className="mt-6"
      search={
        <SearchField
          label="Search templates"
          placeholder="Name or treatment type"
          defaultValue={query.search}
          onSearch={(q) => filter({ q })}
        />
      }
    >
      <Select
        label="Show"
        hideLabel
        value={query.show}
        options={clinicalReviewFilters.map((value) => ({ value, label: filterLabels[value] }))}
        onChange={(show) => filter({ show: show === 'all' ? undefined : show })}
      />
      <SortSelect orders={clinicalReviewOrders} params={params} onQuery={onQuery} />
    </ListToolbar>
  )
}

const columns: Column<ClinicalReviewRow>[] = [
  {
    key: 'name',
    header: 'Template',
    cell: ({ name, treatmentType, version }) => (
      <CellText main={name} sub={`${treatmentType} · version ${version}`} />
    ),
  },
  { key: 'state', header: 'Status', cell: (row) => <ReviewStatus row={row} /> },
  {
    key: 'reviewed',
    header: 'Last review',
    cell: ({ lastReview }) =>
      lastReview ? (
        <CellText
          main={calendarDayText(lastReview.reviewedOn)}
          sub={`${lastReview.reviewerName}, version ${lastReview.version}`}
        />
      ) : (
        <span className="text-muted">Never</span>
      ),
  },
  { key: 'due', header: 'Next review', cell: (row) => <NextReview {...row} /> },
]

/** Whether this version is signed, and what else there is to look at. */
function ReviewStatus({ row }: { row: ClinicalReviewRow }) {
  return (
    <span className="flex flex-wrap gap-1.5">
      <ClinicalReviewBadge state={row.state} />
      {row.isChanged && <Badge tone="warn">{filterLabels.changed}</Badge>}
      {row.outdatedSources.length > 0 && <Badge tone="bad">{filterLabels['outdated-source']}</Badge>}
    </span>
  )
}

function NoTemplates({ isFiltered }: { isFiltered: boolean }) {
  if (!isFiltered) return <EmptyState icon={Stethoscope} title="No templates yet" />
  return (
    <EmptyState
      icon={SearchX}
      title="No template matches"
      action={
        <ButtonLink href="?" variant="quiet">
          Clear search and filters
        </ButtonLink>
      }
    />
  )
}

type OutdatedSourcesProps = Pick<ReviewList, 'outdatedSources'>['outdatedSources']

function OutdatedSources({
  sources,
  hrefOf,
}: {
  sources: OutdatedSourcesProps
  hrefOf: (templateId: string) => string
}) {
  return (
    <Panel title="Withdrawn and superseded sources" className="mt-6">
      {sources.length === 0 && (
        <p className="text-muted">No source in the library has been withdrawn or superseded.</p>
      )}
      <ul className="space-y-5">
        {sources.map((source) => (
          <li key={source.reference}>
            <p className="font-medium wrap-anywhere">{source.reference}</p>
            <p className="text-muted wrap-anywhere">{outdatedText(source)}</p>
            {source.note && <p className="text-muted wrap-anywhere">{source.note}</p>}
            {source.templates.length === 0 ? (
              <p className="mt-1">No template uses it any more.</p>
            ) : (
              <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
                {source.templates.map(({ templateId, name }) => (
                  <li key={templateId}>
                    <Link href={hrefOf(templateId)} className="text-link" dir="auto">
                      {name}
                    </Link>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
