import { useRef, useState, type FocusEvent, type KeyboardEvent, type ReactNode } from 'react'
import { clsx } from 'clsx'
import type { StaffMember } from '../../../contract/staff.ts'
import { Link } from '../../ui/plain/link.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { nextGridCell, type GridCell } from './grid-navigation.ts'
import { PersonRights } from './person-rights.tsx'
import { PermissionIcon } from './permission-icon.tsx'
import { allFlags, flagWords, rightsOf, type Right } from './rights-words.ts'
import { memberName, roleLabels } from './staff-state-words.ts'

type RightsMatrixProps = {
  rows: StaffMember[]
  hrefOf: (member: StaffMember) => string
  busy: boolean
  empty: ReactNode
  footer: ReactNode
}

/** Who may do what, and why. Where there is no room for a table, one person at a time. */
export function RightsMatrix({ rows, hrefOf, busy, empty, footer }: RightsMatrixProps) {
  if (rows.length === 0) return <div className="card">{empty}</div>
  return (
    <div className="card @container overflow-clip">
      <p role="status" className="sr-only">
        {busy ? 'Loading' : ''}
      </p>
      <div className={clsx('transition-opacity', busy && 'opacity-55')}>
        <div className="hidden @4xl:block">
          <RightsGrid rows={rows} hrefOf={hrefOf} busy={busy} />
        </div>
        <div className="p-5 @4xl:hidden">
          <PersonRights people={rows} hrefOf={hrefOf} />
        </div>
      </div>
      <p className="border-t border-line px-5 py-3 text-small text-muted">
        Additional permissions add to what role and level allow.
      </p>
      <div className="border-t border-line px-5 py-3">{footer}</div>
    </div>
  )
}

const cellId = ({ row, column }: GridCell) => `${row}:${column}`

/** One stop of the Tab key; the arrow keys walk from cell to cell. */
function useGridNavigation(rows: number) {
  const grid = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState<GridCell>({ row: 0, column: 0 })
  const here = { ...at, row: Math.min(at.row, rows - 1) }

  function walk(event: KeyboardEvent) {
    const next = nextGridCell(here, event.key, { rows, columns: allFlags.length + 1 })
    if (!next) return
    event.preventDefault()
    grid.current?.querySelector<HTMLElement>(`[data-place="${cellId(next)}"]`)?.focus()
  }
  function arrive(event: FocusEvent<HTMLElement>) {
    const [row, column] = (event.target.dataset['place'] ?? '').split(':').map(Number)
    if (row !== undefined && column !== undefined) setAt({ row, column })
  }
  const stop = (place: GridCell) => ({
    'data-place': cellId(place),
    tabIndex: cellId(place) === cellId(here) ? 0 : -1,
  })
  return { grid, walk, arrive, stop }
}

const gridRow = 'grid pe-3 grid-cols-[14rem_repeat(14,minmax(0,1fr))]'

function RightsGrid({ rows, hrefOf, busy }: Pick<RightsMatrixProps, 'rows' | 'hrefOf' | 'busy'>) {
  const { grid, walk, arrive, stop } = useGridNavigation(rows.length)
  return (
    <div
      ref={grid}
      role="grid"
      tabIndex={-1}
      aria-label="Permissions by person"
      aria-busy={busy}
      onKeyDown={walk}
      onFocus={arrive}
      className="divide-y divide-line"
    >
      <div role="row" className={clsx(gridRow, 'items-end pt-4 text-small font-medium text-muted')}>
        <div role="columnheader" className="ps-5 pb-3">
          Name
        </div>
        {allFlags.map((flag) => (
          <div key={flag} role="columnheader" className="flex justify-center pb-3">
            <span className="rotate-180 whitespace-nowrap [writing-mode:vertical-rl]">
              {flagWords[flag].label}
            </span>
          </div>
        ))}
      </div>
      {rows.map((member, row) => (
        <div key={member.id} role="row" className={clsx(gridRow, 'items-center py-1 hover:bg-paper')}>
          <div role="rowheader" className="min-w-0 py-1.5 ps-5 pe-3">
            <Link
              href={hrefOf(member)}
              {...stop({ row, column: 0 })}
              className="rounded-sm font-semibold underline-offset-4 hover:underline"
            >
              <span dir="auto">{memberName(member)}</span>
            </Link>
            <span className="block truncate text-small text-muted">{roleAndLevel(member)}</span>
          </div>
          {rightsOf(member).map((right, index) => (
            <RightCell key={right.flag} right={right} stop={stop({ row, column: index + 1 })} />
          ))}
        </div>
      ))}
    </div>
  )
}

const roleAndLevel = ({ role, permissionLevel }: StaffMember) =>
  role === 'clinic_admin' ? roleLabels[role] : `${roleLabels[role]}, level ${permissionLevel}`

type RightCellProps = { right: Right; stop: { 'data-place': string; tabIndex: number } }

function RightCell({ right: { flag, held, why, brief }, stop }: RightCellProps) {
  return (
    <Tooltip text={`${flagWords[flag].label}: ${held ? 'yes' : 'no'}. ${why}.`}>
      <div
        {...stop}
        role="gridcell"
        className="grid min-h-11 cursor-default content-center justify-items-center gap-0.5 rounded-sm focus-visible:-outline-offset-2"
      >
        <PermissionIcon held={held} />
        <span aria-hidden className="text-[0.6875rem] leading-none whitespace-nowrap text-muted">
          {brief}
        </span>
        <span className="sr-only">
          {held ? 'Yes' : 'No'}. {why}.
        </span>
      </div>
    </Tooltip>
  )
}
