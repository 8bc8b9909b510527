import { feeUnits } from '../../../contract/charges.ts'
import type { FeeRow } from '../../../contract/fees.ts'
import { CellText } from '../../ui/cell-text.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { calendarDayText } from '../../ui/plain/date-text.ts'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { SelectField } from '../../ui/plain/select-field.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import type { Column } from '../../ui/table-row.tsx'
import { feeFields } from './fee-form-parsing.ts'
import { bandOptions, bandText, comingTexts, groupText, unitLabels, type BandCharges } from './fee-words.ts'
import { formatPrice } from './price-text.ts'

const none = <span className="text-muted">None</span>

/** Where focus goes back to once a row is no longer edited. */
export const feeButtonId = ({ templateId }: FeeRow) => `fee-of-${templateId}`

/** How the list is shown, and what can be done with a row. */
type FeeListActions = {
  charges: BandCharges
  isReadOnly: boolean
  onEdit: (row: FeeRow) => void
  onRemove: (row: FeeRow) => void
  onCancelChange: (row: FeeRow) => void
}

function rowMenu(row: FeeRow, { onEdit, onRemove, onCancelChange }: FeeListActions): MenuItem[] {
  const edit = { label: 'Change fee', onSelect: () => onEdit(row) }
  const cancel = { label: 'Cancel scheduled change', onSelect: () => onCancelChange(row) }
  const remove = { label: 'Remove fee', danger: true, separated: true, onSelect: () => onRemove(row) }
  return [edit, ...(row.ownComing ? [cancel] : []), ...(isOwn(row.current) ? [remove] : [])]
}

/** Of the list itself, and not of the group's. */
const isOwn = (fee: FeeRow['current']): boolean => fee?.group === null

const priceText = ({ current }: FeeRow): string | null =>
  current?.pricePence == null ? null : formatPrice(current.pricePence)

const ScheduledChanges = ({ row }: { row: FeeRow }) =>
  comingTexts(row).map((text) => (
    <span key={text} className="block">
      {text}
    </span>
  ))

/** The list as it is read: a press on a fee begins to edit its row. */
const shownCells = (actions: FeeListActions): Record<string, Column<FeeRow>['cell']> => ({
  price: (row) =>
    actions.isReadOnly ? (
      (priceText(row) ?? none)
    ) : (
      <CellText
        main={
          <Button
            id={feeButtonId(row)}
            variant="link"
            size="small"
            className="-ms-3 whitespace-nowrap"
            onClick={() => actions.onEdit(row)}
          >
            {priceText(row) ?? 'Set fee'}
            <span className="sr-only"> for {row.name}</span>
          </Button>
        }
        sub={groupText(row)}
      />
    ),
  unit: ({ current }) => (current?.pricePence == null ? none : unitLabels[current.unit]),
  band: ({ current }) => (current?.band ? bandText(current.band, actions.charges) : none),
  from: (row) => (
    <CellText
      main={row.current ? calendarDayText(row.current.effectiveFrom) : none}
      sub={row.coming && <ScheduledChanges row={row} />}
    />
  ),
  actions: (row) =>
    !actions.isReadOnly &&
    (isOwn(row.current) || row.ownComing !== null) && (
      <Menu label={`Actions for the fee of ${row.name}`} items={rowMenu(row, actions)} align="end" />
    ),
})

/** The row that is edited. */
export type FeeEditing = {
  row: FeeRow
  /** It is none of the page's rows, but stays in sight. */
  isElsewhere: boolean
  /** YYYY-MM-DD. */
  today: string
  errors: readonly FieldProblem[]
  busy: boolean
  onCancel: () => void
}

/** The same cells as fields of a form round the table. */
const editedCells = (
  { row, today, errors, busy, onCancel }: FeeEditing,
  charges: BandCharges,
): Record<string, Column<FeeRow>['cell']> => {
  const fee = row.current ?? row.coming
  const field = (name: keyof typeof feeFields) => ({
    ...{ id: feeFields[name], name: feeFields[name], hideLabel: true },
    error: errorOf(errors, feeFields[name]),
  })
  return {
    price: () => (
      <TextField
        {...field('price')}
        label={`Private fee for ${row.name}`}
        placeholder="£"
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        defaultValue={formatPrice(fee?.pricePence ?? null)}
        className="max-w-40 @2xl:min-w-24"
      />
    ),
    unit: () => (
      <SelectField
        {...field('unit')}
        label="Unit"
        options={feeUnits.map((value) => ({ value, label: unitLabels[value] }))}
        defaultValue={fee?.unit ?? 'treatment'}
        className="@2xl:min-w-36"
      />
    ),
    band: () => (
      <SelectField
        {...field('band')}
        label="NHS band"
        empty="None"
        options={bandOptions(charges, fee?.band ?? null)}
        defaultValue={fee?.band ?? ''}
        className="@2xl:min-w-36"
      />
    ),
    from: () => (
      <>
        <TextField
          {...field('from')}
          type="date"
          label="Applies from"
          defaultValue={today}
          className="max-w-44"
        />
        <div className="mt-2 flex gap-2">
          <Button type="submit" size="small" busy={busy}>
            Save
          </Button>
          <Button variant="quiet" size="small" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </>
    ),
    actions: () => null,
  }
}

/** The columns of the fee list; one row of it may be edited. */
export function feeColumns(actions: FeeListActions, editing: FeeEditing | null): Column<FeeRow>[] {
  const shown = shownCells(actions)
  const edited = editing && editedCells(editing, actions.charges)
  const cellOf = (key: string) => (row: FeeRow) =>
    (edited && row.templateId === editing.row.templateId ? edited : shown)[key]!(row)
  return [
    {
      key: 'name',
      header: 'Treatment',
      cell: ({ templateId, name, treatmentType }) => (
        <CellText
          main={
            editing?.isElsewhere && templateId === editing.row.templateId ? (
              <>
                {name} <Badge tone="warn">Unsaved</Badge>
              </>
            ) : (
              name
            )
          }
          sub={treatmentType === name ? undefined : treatmentType}
        />
      ),
    },
    { key: 'price', header: 'Private fee', cell: cellOf('price'), className: 'tabular-nums' },
    { key: 'unit', header: 'Unit', cell: cellOf('unit') },
    { key: 'band', header: 'NHS band', cell: cellOf('band') },
    { key: 'from', header: 'Applies from', cell: cellOf('from') },
    { key: 'actions', header: 'Actions', hideHeader: true, align: 'end', cell: cellOf('actions') },
  ]
}
