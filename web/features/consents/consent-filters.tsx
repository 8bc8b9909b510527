import { useState } from 'react'
import { TextField } from '../../ui/plain/text-field.tsx'
import { Select } from '../../ui/select.tsx'
import type { Clinician } from '../staff/index.ts'
import { consentOrders, type ConsentListQuery } from './consent-list-query.ts'
import { TemplateFilter, type TemplateChoice } from './template-filter.tsx'

export type FilterProps = {
  query: ConsentListQuery
  clinicians: readonly Clinician[]
  /** The template of the address; null where none is asked for, or none such is known. */
  template: TemplateChoice | null
}

type ConsentFiltersProps = FilterProps & { id: string; filter: (changes: Record<string, string>) => void }

/** What the list can be narrowed by besides search and view, and sorted by; each choice counts at once. */
export function ConsentFilters({ id, query, clinicians, template, filter }: ConsentFiltersProps) {
  return (
    <div id={id} role="group" aria-label="Filters" className="card mt-3 grid gap-4 p-5 sm:grid-cols-2">
      <Select
        label="Clinician"
        options={[
          { value: '', label: 'Any clinician' },
          ...clinicians.map((clinician) => ({ value: clinician.id, label: clinician.name })),
        ]}
        value={query.clinicianId ?? ''}
        onChange={(clinician) => filter({ clinician })}
      />
      <TemplateFilter value={template} onChange={(chosen) => filter({ template: chosen?.id ?? '' })} />
      <DateFilter label="Changed from" value={query.from ?? ''} onDay={(from) => filter({ from })} />
      <DateFilter label="Changed until" value={query.to ?? ''} onDay={(to) => filter({ to })} />
      <Select
        label="Sort by"
        options={Object.entries(consentOrders.labels).map(([value, label]) => ({ value, label }))}
        value={query.sort ?? consentOrders.fallback}
        onChange={(sort) => filter({ sort })}
      />
    </div>
  )
}

/** No consent is older: a smaller year is one that is still being typed. */
const earliestDay = '2000'

type DateFilterProps = { label: string; value: string; onDay: (day: string) => void }

/** A day that counts as soon as it is whole, and that keeps what is typed until then. */
function DateFilter({ label, value, onDay }: DateFilterProps) {
  const [typed, setTyped] = useState(value)
  const [asked, setAsked] = useState(value)
  // The address changes without typing too: by a chip, a saved view, the way back.
  if (asked !== value) {
    setAsked(value)
    setTyped(value)
  }
  function change(day: string) {
    setTyped(day)
    if (day === '' || day >= earliestDay) onDay(day)
  }
  return (
    <TextField
      type="date"
      label={label}
      value={typed}
      width="medium"
      onChange={(event) => change(event.target.value)}
    />
  )
}
