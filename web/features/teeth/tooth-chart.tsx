import { clsx } from 'clsx'
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { findTooth, type Tooth, type ToothNotation } from '../../../contract/teeth.ts'
import { Button } from '../../ui/plain/button.tsx'
import { Fieldset } from '../../ui/plain/fieldset.tsx'
import { RadioGroup } from '../../ui/plain/radio-group.tsx'
import { useToothNotation } from '../clinics/index.ts'
import { ToothBox } from './tooth-box.tsx'
import { toothAfterDigit, toothAfterKey } from './tooth-chart-navigation.ts'
import { rowsOf, type Dentition } from './tooth-chart-rows.ts'
import { toothFullName } from './tooth-words.ts'

type ToothChartProps = {
  id: string
  value: readonly string[]
  onChange: (teeth: string[]) => void
  dentition: Dentition
  onDentition: (dentition: Dentition) => void
  legend?: string | undefined
  optional: boolean
  error?: string | undefined
}

const dentitionOptions = [
  { value: 'adult', label: 'Adult teeth' },
  { value: 'mixed', label: 'Both' },
  { value: 'baby', label: 'Baby teeth' },
]

/** Teeth chosen on a picture of the mouth, seen as one looks at the patient: their right is on the left. */
export function ToothChart({
  id,
  value,
  onChange,
  dentition,
  onDentition,
  legend = 'Tooth',
  optional,
  error,
}: ToothChartProps) {
  const chart = useRef<HTMLDivElement>(null)
  const notation = useToothNotation()
  const rows = rowsOf(dentition)
  const [last, setLast] = useState('')
  const quadrant = useRef('')
  const shown = rows.flat()
  const stop = [last, ...value, shown[0]?.fdi].find((fdi) => shown.some((tooth) => tooth.fdi === fdi))

  const toggle = (fdi: string) =>
    onChange(value.includes(fdi) ? value.filter((chosen) => chosen !== fdi) : [...value, fdi])

  function digitLeadsTo(digit: string): string | undefined {
    const step = toothAfterDigit(rows, quadrant.current, digit)
    quadrant.current = step.quadrant
    return step.to
  }
  function moveFocus(event: KeyboardEvent, from: string) {
    if (event.key === 'Escape' && value.length > 0) {
      event.preventDefault()
      return onChange([])
    }
    const isDigit = /^\d$/.test(event.key)
    if (!isDigit) quadrant.current = ''
    const to = isDigit ? digitLeadsTo(event.key) : toothAfterKey(rows, from, event.key)
    if (to === undefined) return
    event.preventDefault()
    chart.current?.querySelector<HTMLInputElement>(`[data-tooth="${to}"]`)?.focus()
  }

  return (
    <Fieldset
      id={id}
      legend={
        <>
          {legend}
          {optional && <span className="font-normal text-muted"> (optional)</span>}
        </>
      }
      hint={
        <span className="sr-only">
          Arrow keys move along the arch, two digits lead to a tooth, Space chooses, Escape clears.
        </span>
      }
      className="field-row"
      error={error}
    >
      {(control) => (
        <>
          <div ref={chart} className="@container rounded-lg border border-line bg-surface p-2">
            <div
              className="mb-1 hidden justify-between text-small font-medium text-muted @md:flex"
              aria-hidden
            >
              <span>Patient’s right</span>
              <span>Patient’s left</span>
            </div>
            {rows.map((row) => (
              <div key={row[0]?.fdi} className="grid gap-x-3 @md:grid-cols-2 @md:divide-x @md:divide-line">
                {[row.slice(0, row.length / 2), row.slice(row.length / 2)].map((quadrant) => (
                  <Quadrant key={quadrant[0]?.fdi} teeth={quadrant}>
                    {(tooth) => (
                      <ToothBox
                        key={tooth.fdi}
                        id={tooth.fdi === stop ? control.id : undefined}
                        tooth={tooth}
                        notation={notation}
                        chosen={value.includes(tooth.fdi)}
                        inTabOrder={tooth.fdi === stop}
                        describedBy={control['aria-describedby']}
                        onToggle={toggle}
                        onFocus={setLast}
                        onKeyDown={moveFocus}
                      />
                    )}
                  </Quadrant>
                ))}
              </div>
            ))}
          </div>
          <div className="mt-1.5 flex flex-wrap items-center justify-between gap-x-6">
            <ChosenTeeth teeth={value} notation={notation} onClear={() => onChange([])} />
            <RadioGroup
              legend="Teeth shown"
              hideLegend
              name={`${id}-dentition`}
              inline
              options={dentitionOptions}
              value={dentition}
              onChange={(chosen) => onDentition(chosen as Dentition)}
            />
          </div>
        </>
      )}
    </Fieldset>
  )
}

type QuadrantProps = { teeth: readonly Tooth[]; children: (tooth: Tooth) => ReactNode }

/** One quarter of the mouth. In a narrow place it stands in a line of its own, with its side in words. */
function Quadrant({ teeth, children }: QuadrantProps) {
  const first = teeth[0]
  if (!first) return null
  const label = `Patient’s ${first.arch} ${first.side}${first.baby ? ', baby teeth' : ''}`
  return (
    <div role="group" aria-label={label} className="py-1.5">
      <p aria-hidden className="text-small text-muted @md:hidden">
        {label}
      </p>
      <div className={clsx('flex', first.baby && '@md:w-5/8', first.side === 'right' && '@md:ms-auto')}>
        {teeth.map(children)}
      </div>
    </div>
  )
}

type ChosenTeethProps = { teeth: readonly string[]; notation: ToothNotation; onClear: () => void }

function ChosenTeeth({ teeth, notation, onClear }: ChosenTeethProps) {
  const names = teeth.flatMap((fdi) => findTooth(fdi) ?? []).map((tooth) => toothFullName(notation, tooth))
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-3">
      <p role="status">
        {names.length > 0 ? (
          <>
            <span className="text-muted">Chosen: </span>
            <strong>{names.join('; ')}</strong>
          </>
        ) : (
          <span className="text-muted">No tooth chosen</span>
        )}
      </p>
      {names.length > 0 && (
        <Button variant="link" size="small" onClick={onClear}>
          Clear
        </Button>
      )}
    </div>
  )
}
