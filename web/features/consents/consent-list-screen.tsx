import { FilePenLine, NotebookPen, Plus, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Api } from '../../api.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { ListToolbar } from '../../ui/list-toolbar.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Pager } from '../../ui/pager.tsx'
import { ButtonLink } from '../../ui/plain/button.tsx'
import { queryWith } from '../../ui/query-string.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { Select } from '../../ui/select.tsx'
import type { Clinician } from '../staff/index.ts'
import { consentListQuery, consentViews, waitingViews } from './consent-list-query.ts'
import { ConsentTable, type ConsentRow } from './consent-table.tsx'
import { useLinkCopying } from './use-link-copying.tsx'

type ConsentPage = Awaited<ReturnType<Api['consents']['list']>>

type ConsentListScreenProps = {
  page: ConsentPage
  clinicians: readonly Clinician[]
  params: URLSearchParams
  /** Another search or filter for this list, as a query string. */
  onQuery: (query: string) => void
  busy: boolean
  hrefOf: (row: ConsentRow) => string
  newHref: string
  fromNoteHref: string
}

/** Every consent of the practice, by how far it has come. */
export function ConsentListScreen(props: ConsentListScreenProps) {
  const { page, clinicians, params, onQuery, busy, hrefOf, newHref, fromNoteHref } = props
  const { rows, counts } = page
  const query = consentListQuery(params)
  const filtered = query.search !== '' || query.clinicianId !== undefined
  const { copyLink, dialog } = useLinkCopying()
  const filter = (changes: Record<string, string>) =>
    onQuery(queryWith(params, { ...changes, page: undefined }))
  const newConsent = (
    <ButtonLink href={newHref} icon={Plus}>
      New consent
    </ButtonLink>
  )
  return (
    <>
      <PageHeader
        title="Consents"
        lead="Prepared, sent and signed at this practice."
        actions={
          <>
            <ButtonLink href={fromNoteHref} variant="quiet" icon={NotebookPen}>
              From a note
            </ButtonLink>
            {newConsent}
          </>
        }
      />
      <LinkTabs
        label="Views"
        className="mt-5"
        tabs={[...consentViews, ...waitingViews.filter(({ view }) => view === query.view)].map(
          ({ view, label }) => ({
            href: queryWith(params, { view: view === 'all' ? undefined : view, page: undefined }),
            label,
            count: counts[view],
            current: view === query.view,
          }),
        )}
      />
      <ListToolbar
        className="mt-5"
        search={
          <SearchField
            label="Search consents"
            placeholder="Search by patient or treatment"
            defaultValue={query.search}
            onSearch={(q) => filter({ q })}
          />
        }
      >
        <Select
          label="Clinician"
          hideLabel
          options={[
            { value: '', label: 'Any clinician' },
            ...clinicians.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={query.clinicianId ?? ''}
          onChange={(clinician) => filter({ clinician })}
        />
      </ListToolbar>
      <div className="mt-4">
        <ConsentTable
          rows={rows}
          hrefOf={hrefOf}
          onCopyLink={(row) => void copyLink(row)}
          busy={busy}
          empty={filtered || counts['all'] ? <NothingFound /> : <NoConsents action={newConsent} />}
          footer={
            <Pager
              page={page.page}
              pageSize={page.pageSize}
              total={page.total}
              hrefOfPage={(number) => queryWith(params, { page: number > 1 ? number : undefined })}
            />
          }
        />
      </div>
      {dialog}
    </>
  )
}

const NoConsents = ({ action }: { action: ReactNode }) => (
  <EmptyState icon={FilePenLine} title="No consents yet" action={action}>
    Make the first one out to a patient: choose a treatment, check the text, and send it.
  </EmptyState>
)

const NothingFound = () => (
  <EmptyState icon={SearchX} title="Nothing matches">
    Try another name, or take a filter away.
  </EmptyState>
)
