import { FileStack, Plus, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { ListToolbar } from '../../ui/list-toolbar.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Pager } from '../../ui/pager.tsx'
import { ButtonLink } from '../../ui/plain/button.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { queryWith } from '../../ui/query-string.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { Select } from '../../ui/select.tsx'
import { SortSelect } from '../../ui/sort-select.tsx'
import type { TemplateContext } from './template-context.ts'
import { attentions } from './template-attention.ts'
import {
  isFiltered,
  templateListQuery,
  templateOrdersOf,
  templateViews,
  type TemplateListQuery,
} from './template-list-query.ts'
import { savedText } from './pending-version.ts'
import type { TemplateFacets, TemplatePage, TemplateRow, TemplateSide } from './template-operations.ts'
import { templateStatusWords } from './template-status.ts'
import { TemplateTable } from './template-table.tsx'
import { useTemplateActions } from './use-template-actions.tsx'

type TemplateListScreenProps = {
  page: TemplatePage
  facets: TemplateFacets
  params: URLSearchParams
  /** Another search or filter for this list, as a query string. */
  onQuery: (query: string) => void
  busy: boolean
  /** The one that was made a moment ago. */
  created?: TemplateRow | undefined
  acting: TemplateContext
  /** Above the title, where no menu leads here. */
  back?: ReactNode
  /** Beside the button that makes a template. */
  actions?: ReactNode
}

const words = {
  admin: { title: 'Consent Templates', lead: 'Templates available to every practice.' },
  clinic: {
    title: 'Templates',
    lead: 'Consent templates from Candour and your practice',
  },
}

/** What a practice of a group is shown besides. */
const leadWithGroup = (groupName: string) => `Consent templates from Candour, ${groupName} and your practice`

/** The templates of the platform, or those that a practice may use. */
export function TemplateListScreen(props: TemplateListScreenProps) {
  const { page, facets, params, onQuery, busy, created, acting } = props
  const { side, paths, canWrite } = acting
  const query = templateListQuery(params)
  const actions = useTemplateActions(acting)
  const create = canWrite && (
    <ButtonLink href={paths.create} icon={Plus}>
      Create Template
    </ButtonLink>
  )
  return (
    <>
      <PageHeader
        title={words[side].title}
        lead={facets.groupName === null ? words[side].lead : leadWithGroup(facets.groupName)}
        back={props.back}
        actions={
          <>
            {props.actions}
            {create}
          </>
        }
      />
      {created && (
        <InlineMessage tone="ok" role="status" title={savedText(created, true)} className="mt-5">
          <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <bdi>{created.name}</bdi>
            <ButtonLink href={paths.view(created.id)} size="small">
              Open
            </ButtonLink>
          </span>
        </InlineMessage>
      )}
      {side === 'clinic' && (
        <OwnerTabs params={params} current={query.owner} hasGroup={facets.groupName !== null} />
      )}
      <Filters {...{ query, facets, params, onQuery, side }} />
      <ProblemMessage problem={actions.problem} className="mt-4" />
      <div className="mt-4">
        <TemplateTable
          rows={page.rows}
          acting={acting}
          createdId={created?.id}
          params={params}
          actions={actions}
          busy={busy}
          empty={<NoTemplates query={query} action={create} />}
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
      {actions.dialog}
    </>
  )
}

type OwnerTabsProps = { params: URLSearchParams; current: TemplateListQuery['owner']; hasGroup: boolean }

function OwnerTabs({ params, current, hasGroup }: OwnerTabsProps) {
  // What an old bookmark asks for stays to be seen.
  const shown = templateViews.filter(({ owner }) => owner !== 'group' || hasGroup || current === 'group')
  return (
    <LinkTabs
      label="Source"
      className="mt-5"
      tabs={shown.map(({ owner, label }) => ({
        href: queryWith(params, { owner: owner === 'all' ? undefined : owner, page: undefined }),
        label,
        current: owner === current,
      }))}
    />
  )
}

type FiltersProps = Pick<TemplateListScreenProps, 'facets' | 'params' | 'onQuery'> & {
  query: TemplateListQuery
  side: TemplateSide
}

function Filters({ query, facets, params, onQuery, side }: FiltersProps) {
  const filter = (changes: Record<string, string | undefined>) =>
    onQuery(queryWith(params, { ...changes, page: undefined }))
  // What is filtered by stays to be seen, even when nothing has it any more.
  const types = new Set([...facets.treatmentTypes, ...(query.treatmentType ? [query.treatmentType] : [])])
  const statuses = new Set([...facets.statuses, ...(query.status === 'all' ? [] : [query.status])])
  return (
    <ListToolbar
      className="mt-5"
      search={
        <SearchField
          label="Search templates"
          placeholder="Name, treatment type or description"
          defaultValue={query.search}
          onSearch={(q) => filter({ q })}
        />
      }
    >
      {side === 'clinic' && (
        <Select
          label="Treatment type"
          hideLabel
          value={query.treatmentType}
          options={[
            { value: '', label: 'Any treatment' },
            ...[...types].map((type) => ({ value: type, label: type })),
          ]}
          onChange={(type) => filter({ type })}
        />
      )}
      <Select
        label="Status"
        hideLabel
        value={query.status}
        options={[
          { value: 'all', label: 'All statuses' },
          ...[...statuses].map((value) => ({ value, label: templateStatusWords[value].label })),
        ]}
        onChange={(status) => filter({ status: status === 'all' ? undefined : status })}
      />
      <Select
        label="Needs attention"
        hideLabel
        value={query.attention}
        options={attentions.map(({ attention, label }) => ({ value: attention, label }))}
        onChange={(attention) => filter(attentionChange(attention))}
      />
      <SortSelect orders={templateOrdersOf(params)} params={params} onQuery={onQuery} />
    </ListToolbar>
  )
}

/** What is awaiting approval has another status than what is in use, so that filter is taken away. */
const attentionChange = (attention: string): Record<string, string | undefined> =>
  attention === 'approval'
    ? { attention, status: undefined }
    : { attention: attention === 'all' ? undefined : attention }

/** The same words whether nothing matches or nothing is there; only in the latter case there is something to do. */
function NoTemplates({ query, action }: { query: TemplateListQuery; action: ReactNode }) {
  const filtered = isFiltered(query)
  return (
    <EmptyState
      icon={filtered ? SearchX : FileStack}
      title="No templates found. Try adjusting your search or filters."
      action={filtered ? undefined : action || undefined}
    />
  )
}
