import type { FormEvent } from 'react'
import { Button, ButtonLink } from '../../ui/plain/button.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { SelectField } from '../../ui/plain/select-field.tsx'
import { hasFilters, type AuditQuery } from './audit-query.ts'

export type ClinicName = { id: string; name: string }

type AuditFiltersProps = {
  query: AuditQuery
  /** The practices to choose from; absent where it is the log of one. */
  clinics?: readonly ClinicName[] | undefined
  onSearch: (query: AuditQuery) => void
}

/** What is typed, without what was left empty, in the order that the list stands in. */
const parseFilterForm = (form: HTMLFormElement, { sort }: AuditQuery): AuditQuery => ({
  ...(sort && { sort }),
  ...Object.fromEntries(
    [...new FormData(form)].map(([name, value]) => [name, String(value).trim()]).filter(([, value]) => value),
  ),
})

/** What the log is searched by, all of it at once and when it is sent: an entry is found by several things together. */
export function AuditFilters({ query, clinics, onSearch }: AuditFiltersProps) {
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    onSearch(parseFilterForm(event.currentTarget, query))
  }
  return (
    // Another address fills the fields anew.
    <form key={JSON.stringify(query)} role="search" onSubmit={submit} className="card mt-5 p-5">
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <TextField
          name="who"
          label="Person"
          hint="E-mail address or staff name"
          defaultValue={query.who}
          maxLength={100}
          autoComplete="off"
        />
        <TextField
          name="action"
          label="Action"
          hint="Such as consent.sent"
          defaultValue={query.action}
          maxLength={100}
          autoComplete="off"
        />
        {clinics && (
          <SelectField
            name="clinic"
            label="Practice"
            hint="Or the platform"
            options={[
              { value: '', label: 'All practices' },
              { value: 'platform', label: 'Platform' },
              ...clinics.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            defaultValue={query.clinic ?? ''}
          />
        )}
        <TextField
          name="ip"
          label="Address"
          hint="IP address, such as 203.0.113.7"
          defaultValue={query.ip}
          maxLength={60}
          autoComplete="off"
        />
        <TextField
          name="session"
          label="Session"
          hint="Actions in one sign-in session"
          defaultValue={query.session}
          maxLength={100}
          autoComplete="off"
        />
        <div className="grid grid-cols-2 gap-3">
          <TextField type="date" name="from" label="From" hint="First day" defaultValue={query.from} />
          <TextField type="date" name="to" label="Until" hint="Last day" defaultValue={query.to} />
        </div>
      </div>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button type="submit">Search</Button>
        {hasFilters(query) && (
          <ButtonLink href="?" variant="quiet">
            Clear search
          </ButtonLink>
        )}
      </div>
    </form>
  )
}
