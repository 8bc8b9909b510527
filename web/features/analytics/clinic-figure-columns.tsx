import type { ReactNode } from 'react'
import type { MetricsPeriod, GroupFigures } from '../../../contract/clinic-figures.ts'
import { figure_group_min } from '../../../contract/limits.ts'
import { timeToSignBuckets } from '../../../contract/measures.ts'
import { ButtonLink } from '../../ui/plain/button.tsx'
import { PercentageBar } from '../../ui/percentage-bar.tsx'
import { numberText } from '../../ui/plain/number-text.ts'
import type { Column } from '../../ui/table-row.tsx'
import { clinicTables, tableHref } from './metric-query.ts'

/** A group as it may be told: without figures where it is small, or where they would tell of one that is. */
export type ReportedGroup<T> = { key: string; name: string; figures: T | null; hiddenReason: string }

type TableLinkProps = { table: string; asked: MetricsPeriod; of: string; tables?: string }

/** One table as a file. */
export const TableLink = ({ table, asked, of, tables = clinicTables }: TableLinkProps) => (
  <ButtonLink variant="quiet" size="small" href={tableHref(tables, table, asked)} download reload>
    <span>
      CSV<span className="sr-only"> of {of}</span>
    </span>
  </ButtonLink>
)

/** In place of a figure that would tell of few people. */
export const TooFewNotice = () => (
  <span className="whitespace-nowrap text-muted">Fewer than {figure_group_min}</span>
)

/** In place of a chart without a column. */
export const EmptyChart = () => <p className="text-muted">Not enough data for a chart yet</p>

/** In the other columns of a group that has no figures. */
const SuppressedCell = () => (
  <span className="text-muted">
    <span aria-hidden>–</span>
    <span className="sr-only">Not shown</span>
  </span>
)

/** Below a table of groups, where some have no figures. */
export const tooFewNote = (groups: readonly ReportedGroup<unknown>[]) =>
  groups.some(({ figures }) => figures === null) && (
    <p className="text-small text-muted">
      Groups of fewer than {figure_group_min} consents are hidden, along with figures that would reveal them.
    </p>
  )

type MetricColumn<T> = {
  key: string
  header: string
  cell: (figures: T) => ReactNode
  lesser?: boolean
  end?: boolean
}

/** Columns of groups: their name, then their figures, or that there are too few. */
export const groupColumns = <T,>(
  first: { header: string; name?: (group: ReportedGroup<T>) => ReactNode },
  figures: readonly MetricColumn<T>[],
): Column<ReportedGroup<T>>[] => [
  {
    key: 'name',
    header: first.header,
    cell: (group) => first.name?.(group) ?? <span dir="auto">{group.name}</span>,
  },
  ...figures.map(({ key, header, cell, lesser: hideOnMedium, end = true }, at): Column<ReportedGroup<T>> => ({
    ...{ key, header, hideOnMedium, align: end ? 'end' : undefined, className: 'tabular-nums' },
    cell: (group) => {
      if (group.figures) return cell(group.figures)
      return at === 0 ? <span className="text-muted">{group.hiddenReason}</span> : <SuppressedCell />
    },
  })),
]

const count = (key: keyof GroupFigures, header: string, lesser = false): MetricColumn<GroupFigures> => ({
  ...{ key, header, lesser },
  cell: (figures) => numberText(Number(figures[key])),
})

/** What became of the consents of each group. */
export const consentMetricColumns: readonly MetricColumn<GroupFigures>[] = [
  count('sent', 'Sent'),
  count('opened', 'Opened'),
  count('signed', 'Signed'),
  count('declined', 'Declined'),
  count('withdrawn', 'Withdrawn', true),
  count('expired', 'Expired', true),
  count('questions', 'Questions asked', true),
  {
    key: 'share',
    header: 'Signed (% of sent)',
    end: false,
    cell: ({ signed, sent }) => <PercentageBar part={signed} total={sent} />,
  },
]

/** The span within which half of the signatures came, in words. */
export const medianTimeToSignText = (measure: string | null): string =>
  timeToSignBuckets.find((span) => span.measure === measure)?.label ?? 'Too few'
