import { useState } from 'react'
import type { CompliancePeriod } from '../../../contract/compliance.ts'
import { Button } from '../../ui/plain/button.tsx'
import { SelectField } from '../../ui/plain/select-field.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import type { PeriodQuery } from './compliance-period.ts'
import { periodWords } from './compliance-words.ts'

type PeriodFormProps = {
  query: PeriodQuery
  span: { from: string; to: string }
  submit?: string
  busy: boolean
  onSubmit: (query: PeriodQuery) => void
}

const options = Object.entries(periodWords).map(([value, label]) => ({ value, label }))

/** Over which days the list is counted: a month, quarter or year by any of its days, or days of one's own. */
export function PeriodForm({ query, span, submit = 'Show', busy, onSubmit }: PeriodFormProps) {
  const [period, setPeriod] = useState<CompliancePeriod>(query.period)
  const [error, setError] = useState<string>()
  const isOwn = period === 'own'
  return (
    <form
      noValidate
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        const typed = new FormData(event.currentTarget)
        const [from, to] = ['from', 'to'].map((name) => String(typed.get(name) ?? ''))
        const isWrong = isOwn && (!from || !to || to < from)
        setError(isWrong ? 'Enter a first day, and a last day on or after it' : undefined)
        if (isWrong) return document.getElementById('period-from')?.focus()
        onSubmit({ period, ...(from && { from }), ...(isOwn && to && { to }) })
      }}
    >
      <SelectField
        id="period"
        label="Period"
        options={options}
        value={period}
        onChange={(event) => setPeriod(event.target.value as CompliancePeriod)}
        className="w-36"
      />
      <TextField
        id="period-from"
        name="from"
        type="date"
        label={isOwn ? 'First day' : 'Period containing'}
        defaultValue={span.from}
        error={error}
        className="w-44"
      />
      {isOwn && (
        <TextField
          id="period-to"
          name="to"
          type="date"
          label="Last day"
          defaultValue={span.to}
          className="w-44"
        />
      )}
      <Button type="submit" variant="quiet" busy={busy}>
        {submit}
      </Button>
    </form>
  )
}
