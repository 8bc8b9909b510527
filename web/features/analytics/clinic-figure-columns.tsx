import type { ReactNode } from 'react'
import type { FigurePeriod, GroupFigures } from '../../../contract/clinic-figures.ts'
import { figure_group_min } from '../../../contract/limits.ts'
import { signingSpans } from '../../../contract/measures.ts'
import { ButtonLink } from '../../ui/plain/button.tsx'
import { ShareBar } from '../../ui/share-bar.tsx'
import type { Column } from '../../ui/table-row.tsx'
import { tableHref } from './figure-query.ts'
import { numberText } from './figure-text.ts'

/** A group as it may be told: without figures where it is small, or where they would tell of one that is. */
export type ToldGroup<T> = { key: string; name: string; figures: T | null }

/** One table as a file. */
export const TableLink = ({ table, asked, of }: { table: string; asked: FigurePeriod; of: string }) => (
  <ButtonLink variant="quiet" size="small" href={tableHref(table, asked)} download reload>
    <span>
      CSV<span className="sr-only"> of {of}</span>
    </span>
  </ButtonLink>
)

export const TooFew = () => <span className="whitespace-nowrap text-muted">Too few</span>

/** In place of a chart without a column. */
export const NothingDrawn = () => <p className="text-muted">There are too few consents to draw.</p>

/** In the other columns of a group that has no figures. */
const NotShown = () => (
  <span className="text-muted">
    <span aria-hidden>–</span>
    <span className="sr-only">Not shown</span>
  </span>
)

/** Below a table of groups, where some have no figures. */
export const tooFewNote = (groups: readonly ToldGroup<unknown>[]) =>
  groups.some(({ figures }) => figures === null) && (
    <p className="text-small text-muted">
      Groups of fewer than {figure_group_min} consents have no figures, nor have those from which they would
      follow.
    </p>
  )

type Figured<T> = {
  key: string
  header: string
  cell: (figures: T) => ReactNode
  lesser?: boolean
  end?: boolean
}

/** Columns of groups: their name, then their figures, or that there are too few. */
export const groupColumns = <T,>(
  first: { header: string; name?: (group: ToldGroup<T>) => ReactNode },
  figures: readonly Figured<T>[],
): Column<ToldGroup<T>>[] => [
  {
    key: 'name',
    header: first.header,
    cell: (group) => first.name?.(group) ?? <span dir="auto">{group.name}</span>,
  },
  ...figures.map(({ key, header, cell, lesser, end = true }, at): Column<ToldGroup<T>> => ({
    ...{ key, header, lesser, align: end ? 'end' : undefined, className: 'tabular-nums' },
    cell: (group) => {
      if (group.figures) return cell(group.figures)
      return at === 0 ? <TooFew /> : <NotShown />
    },
  })),
]

const count = (key: keyof GroupFigures, header: string, lesser = false): Figured<GroupFigures> => ({
  ...{ key, header, lesser },
  cell: (figures) => numberText(Number(figures[key])),
})

/** What became of the consents of each group. */
export const consentFigures: readonly Figured<GroupFigures>[] = [
  count('sent', 'Sent'),
  count('opened', 'Opened'),
  count('signed', 'Signed'),
  count('declined', 'Declined'),
  count('withdrawn', 'Withdrawn', true),
  count('expired', 'Expired', true),
  count('questions', 'With questions', true),
  {
    key: 'share',
    header: 'Signed of sent',
    end: false,
    cell: ({ signed, sent }) => <ShareBar part={signed} of={sent} />,
  },
]

/** The span within which half of the signatures came, in words. */
export const halfSignedText = (measure: string | null): string =>
  signingSpans.find((span) => span.measure === measure)?.label ?? 'Too few'
