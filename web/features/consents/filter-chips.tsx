import { X } from 'lucide-react'
import { calendarDayText } from '../../ui/plain/date-text.ts'
import { Link } from '../../ui/plain/link.tsx'
import { queryWith } from '../../ui/query-string.ts'
import type { FilterProps } from './consent-filters.tsx'
import type { ConsentListQuery } from './consent-list-query.ts'

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
    clinicianId && { name: 'clinician', text: clinician?.name ?? 'Former clinician' },
    templateId && { name: 'template', text: template?.name ?? 'Deleted template' },
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
            <span className="sr-only">Remove the filter </span>
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
