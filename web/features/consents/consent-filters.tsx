import { X } from 'lucide-react'
import { Suspense, useState } from 'react'
import { calendarDayText } from '../../ui/plain/date-text.ts'
import { lazyPart } from '../../ui/plain/lazy-part.ts'
import { Link } from '../../ui/plain/link.tsx'
import { Skeleton } from '../../ui/plain/skeleton.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { queryWith } from '../../ui/query-string.ts'
import { Select } from '../../ui/select.tsx'
import type { Clinician } from '../staff/index.ts'
import type { ConsentListQuery } from './consent-list-query.ts'
import type { TemplateChoice } from './template-filter.tsx'

const TemplateFilter = lazyPart(async () => ({
  default: (await import('./template-filter.tsx')).TemplateFilter,
}))

type FilterProps = {
  query: ConsentListQuery
  clinicians: readonly Clinician[]
  /** The template of the address; null where none is asked for, or none such is known. */
  template: TemplateChoice | null
}

type ConsentFiltersProps = FilterProps & { id: string; filter: (changes: Record<string, string>) => void }

/** What the list can be narrowed by besides search and view; each choice counts at once. */
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
      <Suspense fallback={<Skeleton className="h-16" />}>
        <TemplateFilter value={template} onChange={(chosen) => filter({ template: chosen?.id ?? '' })} />
      </Suspense>
      <DateFilter label="Changed from" value={query.from ?? ''} onDay={(from) => filter({ from })} />
      <DateFilter label="Changed until" value={query.to ?? ''} onDay={(to) => filter({ to })} />
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

/** What narrows the list now, each to be taken away by a press. */
export function FilterChips({
  query,
  clinicians,
  template,
  params,
}: FilterProps & { params: URLSearchParams }) {
  const { clinicianId, templateId, from, to } = query
  const clinician = clinicians.find(({ id }) => id === clinicianId)
  const chips = [
    clinicianId && { name: 'clinician', text: clinician?.name ?? 'A clinician who has left' },
    templateId && { name: 'template', text: template?.name ?? 'A template that is gone' },
    from && { name: 'from', text: `From ${calendarDayText(from)}` },
    to && { name: 'to', text: `Until ${calendarDayText(to)}` },
  ].filter((chip) => typeof chip === 'object')
  if (chips.length === 0) return null
  return (
    <ul aria-label="Filters in use" className="mt-3 flex flex-wrap gap-2">
      {chips.map(({ name, text }) => (
        <li key={name} className="min-w-0">
          <Link
            href={queryWith(params, { [name]: undefined, page: undefined })}
            className="flex min-h-9 max-w-full items-center gap-2 rounded-full bg-brand-soft px-3 text-small text-brand-strong hover:underline pointer-coarse:min-h-11"
          >
            <span className="sr-only">Take away the filter </span>
            <span dir="auto" className="truncate">
              {text}
            </span>
            <X className="size-4 shrink-0" aria-hidden />
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** How many filters are in use besides search and view. */
export const countActiveFilters = ({ clinicianId, templateId, from, to }: ConsentListQuery): number =>
  [clinicianId, templateId, from, to].filter(Boolean).length
