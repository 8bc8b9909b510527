import { CellText } from './cell-text.tsx'
import { DataTable } from './data-table.tsx'
import { Select } from './select.tsx'
import type { Column } from './table-row.tsx'

/** A column of somebody else's table, with a few of its values. */
export type MappedColumn<Field extends string> = {
  name: string
  samples: readonly string[]
  field: Field | null
}

type ColumnMappingProps<Field extends string> = {
  columns: readonly MappedColumn<Field>[]
  /** What a column may hold, in the order in which it is offered. */
  labels: Readonly<Record<Field, string>>
  onChange: (index: number, field: Field | null) => void
}

type NumberedColumn<Field extends string> = MappedColumn<Field> & { index: number }

const ignoreOption = { value: '', label: 'Leave out' }

const columnsOf = <Field extends string>({
  labels,
  onChange,
}: Omit<ColumnMappingProps<Field>, 'columns'>): Column<NumberedColumn<Field>>[] => [
  {
    key: 'name',
    header: 'Column',
    cell: ({ name, samples }) => (
      <CellText
        main={<span dir="auto">{name}</span>}
        sub={<span dir="auto">{samples.length > 0 ? samples.join(' · ') : 'Empty'}</span>}
      />
    ),
  },
  {
    key: 'field',
    header: 'Field',
    className: '@2xl:w-72',
    cell: ({ index, name, field }) => (
      <Select
        id={`column-${index}`}
        label={`Field for ‘${name}’`}
        hideLabel
        options={[ignoreOption, ...optionsOf(labels)]}
        value={field ?? ''}
        onChange={(value) => onChange(index, value === '' ? null : (value as Field))}
      />
    ),
  },
]

const optionsOf = <Field extends string>(labels: Readonly<Record<Field, string>>) =>
  (Object.keys(labels) as Field[]).map((value) => ({ value, label: labels[value] }))

/** Says for each column of a file what it holds, or that it is left out. */
export function ColumnMapping<Field extends string>({ columns, ...props }: ColumnMappingProps<Field>) {
  return (
    <DataTable
      caption="Columns of the file and the field for each"
      columns={columnsOf(props)}
      rows={columns.map((column, index) => ({ ...column, index }))}
      rowKey={({ index }) => String(index)}
      empty={null}
    />
  )
}
