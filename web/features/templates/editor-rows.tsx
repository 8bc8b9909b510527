import { Plus, Trash2 } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { Button } from '../../ui/plain/button.tsx'

type EditorRowsProps<Row> = {
  /** In front of each field's id. */
  prefix: string
  rows: readonly Row[]
  onChange: (rows: Row[]) => void
  createRow: () => Row
  addLabel: string
  /** What one row is called, by its number. */
  nameOf: (number: number) => string
  /** Said while there is none. */
  emptyText: string
  children: (row: Row, index: number, change: (row: Row) => void) => ReactNode
}

/** A list that is added to, changed and taken from; the first field of a row has the id `prefix-number`. */
export function EditorRows<Row>(props: EditorRowsProps<Row>) {
  const { prefix, rows, onChange, createRow, addLabel, nameOf, emptyText, children } = props
  const focusTargetId = useRef<string | null>(null)
  const addId = `${prefix}-add`
  useEffect(() => {
    if (focusTargetId.current) document.getElementById(focusTargetId.current)?.focus()
    focusTargetId.current = null
  })

  function remove(index: number) {
    const last = rows.length - 2
    focusTargetId.current = last < 0 ? addId : `${prefix}-${Math.min(index, last)}`
    onChange(rows.toSpliced(index, 1))
  }
  function add() {
    focusTargetId.current = `${prefix}-${rows.length}`
    onChange([...rows, createRow()])
  }
  return (
    <>
      {rows.length === 0 && <p className="mb-3 text-muted">{emptyText}</p>}
      <ol className="space-y-3">
        {rows.map((row, index) => (
          <li
            key={index}
            aria-label={nameOf(index + 1)}
            className="flex items-start gap-2 rounded-md border border-line px-4 py-3.5"
          >
            <div className="min-w-0 flex-1">
              {children(row, index, (changed) => onChange(rows.with(index, changed)))}
            </div>
            <IconButton
              label={`Remove ${nameOf(index + 1).toLowerCase()}`}
              icon={Trash2}
              size="small"
              onClick={() => remove(index)}
            />
          </li>
        ))}
      </ol>
      <Button id={addId} variant="quiet" size="small" icon={Plus} onClick={add} className="mt-3">
        {addLabel}
      </Button>
    </>
  )
}
