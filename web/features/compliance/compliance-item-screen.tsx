import { useState } from 'react'
import type {
  SourceRecord,
  ComplianceGroup,
  ComplianceItem,
  ComplianceItemDetail,
} from '../../../contract/compliance.ts'
import { compliance_group_min } from '../../../contract/limits.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { calendarDayText, momentText } from '../../ui/plain/date-text.ts'
import { Link } from '../../ui/plain/link.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { PercentageBar } from '../../ui/percentage-bar.tsx'
import type { Column } from '../../ui/table-row.tsx'
import { ActionDialog, NoteDialog, type Person } from './action-dialogs.tsx'
import { compliancePaths, complianceTrail } from './compliance-paths.ts'
import {
  formatTarget,
  formatFigure,
  denominatorText,
  spanText,
  stateTones,
  stateWords,
} from './compliance-words.ts'
import { IncompleteDataNotice } from './incomplete-data-notice.tsx'

export type RecordLinks = { [kind in SourceRecord['kind']]: ((id: string) => string) | undefined }

type ItemScreenProps = {
  detail: ComplianceItemDetail
  people: readonly Person[]
  show: 'all' | 'gaps'
  /** The list over the same period. */
  overviewHref: string
  hrefOfRecords: (asked: { show: 'all' | 'gaps'; page: number }) => string
  hrefs: RecordLinks
  busy: boolean
  onChanged: () => Promise<void>
}

/** One item: its number, how it moved, the records behind it, and what is done about it. */
export function ComplianceItemScreen(props: ItemScreenProps) {
  const { detail, overviewHref } = props
  const { item, besides, groups, span } = detail
  const of = denominatorText(item)
  return (
    <>
      <PageHeader
        back={
          <Breadcrumbs
            trail={complianceTrail(false, { href: overviewHref, label: 'Evidence for inspections' })}
          />
        }
        title={item.ask}
        lead={item.counts}
        badge={item.id !== 'CQ39' && <Badge tone={stateTones[item.state]}>{stateWords[item.state]}</Badge>}
      />
      <IncompleteDataNotice uncounted={detail.uncounted} />
      <div className="mt-5 grid gap-5 lg:grid-cols-2">
        <Panel title={item.id} lead={spanText(span)}>
          <DescriptionList
            items={[
              ...(item.id === 'CQ39'
                ? []
                : [
                    { term: 'Now', detail: `${formatFigure(item, item.unit)}${of && ` (${of})`}` },
                    { term: 'Target', detail: formatTarget(item) },
                  ]),
              ...besides.map(({ label, value }) => ({ term: label, detail: value })),
              ...(item.regulations.length > 0
                ? [{ term: 'Regulations', detail: item.regulations.join('; ') }]
                : []),
              ...(item.statement ? [{ term: 'Quality statement', detail: item.statement }] : []),
            ]}
          />
        </Panel>
        {item.id !== 'CQ39' && <TrendPanel item={item} />}
      </div>
      {groups.length > 0 || item.id === 'CQ39' ? <GroupPanel groups={groups} /> : <RecordTable {...props} />}
      <div className="mt-5 grid items-start gap-5 lg:grid-cols-2">
        <ActionPanel {...props} />
        <NotePanel {...props} />
      </div>
    </>
  )
}

const TrendPanel = ({ item: { trend, unit } }: { item: ComplianceItem }) => (
  <Panel title="Trend" flush>
    <table className="w-full text-start">
      <caption className="sr-only">This period and previous periods</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Period</th>
          <th scope="col">Share</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-t border-line">
        {trend.map((each) => (
          <tr key={each.from}>
            <th scope="row" className="px-5 py-2.5 text-start text-small font-normal text-muted tabular-nums">
              {spanText(each)}
            </th>
            <td className="px-5 py-2.5 tabular-nums">
              {unit === 'percent' ? (
                <PercentageBar part={each.count} total={each.of} />
              ) : (
                formatFigure(each, unit)
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </Panel>
)

const groupTitles = { age: 'By age', language: 'By language', need: 'By communication need' }
const groupItems: Record<string, string> = {
  CQ07: 'Time to decide',
  CQ08: 'Questions answered before signing',
  CQ38: 'Had enough information to decide',
}
const groupColumns: Column<ComplianceGroup>[] = [
  { key: 'by', header: 'Grouped by', cell: ({ by }) => groupTitles[by] },
  { key: 'name', header: 'Group', cell: ({ name }) => name },
  { key: 'item', header: 'Measure', cell: ({ item }) => groupItems[item] ?? item },
  {
    key: 'share',
    header: 'Share',
    cell: ({ figure }) =>
      figure ? (
        <PercentageBar part={figure.count} total={figure.of} />
      ) : (
        <span className="text-muted">Hidden: too few people</span>
      ),
  },
]

const GroupPanel = ({ groups }: { groups: readonly ComplianceGroup[] }) => (
  <section className="mt-5">
    <h2>Groups of patients</h2>
    <p className="mt-0.5 text-muted">
      Groups of fewer than {compliance_group_min} are hidden, along with groups that would reveal them.
    </p>
    <DataTable
      caption="Groups of patients"
      className="mt-3"
      columns={groupColumns}
      rows={groups}
      rowKey={({ by, name, item }) => by + name + item}
      empty={<EmptyState title="No data">No patients in this period.</EmptyState>}
    />
  </section>
)

const formatTargetMet = (isMet: boolean | null) => (isMet === null ? '' : isMet ? 'Counts' : 'Not met')

const buildColumns = (hrefs: RecordLinks): Column<SourceRecord>[] => [
  { key: 'title', header: 'Record', cell: (row) => <RecordTitle row={row} hrefs={hrefs} /> },
  { key: 'detail', header: 'Details', cell: ({ detail }) => <span dir="auto">{detail}</span> },
  {
    key: 'met',
    header: 'Counts',
    cell: ({ isMet }) => <Badge tone={isMet ? 'ok' : 'warn'}>{formatTargetMet(isMet)}</Badge>,
  },
]

function RecordTable({ detail: { records }, show, hrefOfRecords, hrefs, busy }: ItemScreenProps) {
  return (
    <section className="mt-5">
      <h2>Records counted</h2>
      <LinkTabs
        label="Show records"
        className="mt-2"
        tabs={[
          { href: hrefOfRecords({ show: 'all', page: 1 }), label: 'All', current: show === 'all' },
          {
            href: hrefOfRecords({ show: 'gaps', page: 1 }),
            label: 'Not met',
            current: show === 'gaps',
          },
        ]}
      />
      <DataTable
        caption="Records counted"
        className="mt-3"
        columns={buildColumns(hrefs)}
        rows={records.rows}
        rowKey={({ kind, id }) => kind + id}
        busy={busy}
        empty={
          <EmptyState title={show === 'gaps' ? 'All records meet the criterion' : 'No data'}>
            {show === 'gaps' ? 'Every record in this period meets it.' : 'No records in this period.'}
          </EmptyState>
        }
        footer={<Pager {...records} hrefOfPage={(page) => hrefOfRecords({ show, page })} />}
      />
    </section>
  )
}

function RecordTitle({ row, hrefs }: { row: SourceRecord; hrefs: RecordLinks }) {
  const href = hrefs[row.kind]?.(row.id)
  return href ? (
    <Link href={href} dir="auto" className="text-link">
      {row.title}
    </Link>
  ) : (
    <span dir="auto">{row.title}</span>
  )
}

function ActionPanel({ detail: { item, actions }, people, onChanged }: ItemScreenProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Panel
      title="Actions"
      actions={
        <Button variant="quiet" size="small" onClick={() => setOpen(true)}>
          Add action
        </Button>
      }
    >
      {actions.length === 0 && <p className="text-muted">None yet.</p>}
      <ul className="divide-y divide-line">
        {actions.map(({ id, title, owner, dueOn, status, isOverdue, outcome }) => (
          <li key={id} className="py-2.5 first:pt-0">
            <p dir="auto" className="wrap-anywhere">
              {title}
            </p>
            <p className="text-small text-muted">
              {owner?.name ?? 'Unassigned'},{' '}
              {status === 'closed' ? `closed: ${outcome}` : `due ${calendarDayText(dueOn)}`}
              {isOverdue && ' (overdue)'}
            </p>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-small">
        <Link href={compliancePaths.actions} className="text-link">
          All actions
        </Link>
      </p>
      {isOpen && (
        <ActionDialog item={item.id} people={people} onDone={onChanged} onClose={() => setOpen(false)} />
      )}
    </Panel>
  )
}

function NotePanel({ detail: { item, notes }, onChanged }: ItemScreenProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Panel
      title="Notes"
      actions={
        <Button variant="quiet" size="small" onClick={() => setOpen(true)}>
          Add note
        </Button>
      }
    >
      {notes.length === 0 && <p className="text-muted">None yet.</p>}
      <ul className="divide-y divide-line">
        {notes.map(({ id, text, by, at }) => (
          <li key={id} className="py-2.5 first:pt-0">
            <p dir="auto" className="wrap-anywhere whitespace-pre-line">
              {text}
            </p>
            <p className="text-small text-muted">
              <bdi>{by}</bdi>, {momentText(at)}
            </p>
          </li>
        ))}
      </ul>
      {isOpen && <NoteDialog itemId={item.id} onDone={onChanged} onClose={() => setOpen(false)} />}
    </Panel>
  )
}
