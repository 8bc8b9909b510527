import { BadgeCheck, BookOpen, SearchX } from 'lucide-react'
import { useState } from 'react'
import { adoption_batch_max } from '../../../contract/limits.ts'
import { Breadcrumbs, type Crumb } from '../../ui/breadcrumbs.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { ListToolbar } from '../../ui/list-toolbar.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { queryWith } from '../../ui/query-string.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { Select } from '../../ui/select.tsx'
import { SortSelect } from '../../ui/sort-select.tsx'
import { AdoptDialog } from './adopt-dialog.tsx'
import {
  adoptionStateLabels,
  adoptionOrder,
  type AdoptionTarget,
  type Catalogue,
  type CatalogueTemplate,
} from './adoption-words.ts'
import { catalogueOrders, parseCatalogueQuery, hasFilters, type CatalogueQuery } from './catalogue-query.ts'
import { CatalogueTable } from './catalogue-table.tsx'

type CatalogueScreenProps = {
  page: Catalogue
  params: URLSearchParams
  /** Another search or filter for this list, as a query string. */
  onQuery: (query: string) => void
  busy: boolean
  hrefOf: ((templateId: string) => string) | undefined
  trail: readonly Crumb[]
  onChanged: () => Promise<void>
}

/** The library as a practice sees it: how long and how hard to read each text is, and who adopted it. */
export function CatalogueScreen(props: CatalogueScreenProps) {
  const { page, params, onQuery, busy, hrefOf, trail, onChanged } = props
  const query = parseCatalogueQuery(params)
  const picks = useSelection()
  const [adopting, setAdopting] = useState<AdoptionTarget | null>(null)

  async function adopted() {
    picks.clear()
    await onChanged()
  }
  return (
    <>
      <PageHeader
        title="Template catalogue"
        lead="Wording your practice can use, awaiting its clinical approval until one of your clinicians adopts it. Candour’s is drafted from published guidance."
        back={<Breadcrumbs trail={trail} />}
      />
      <StateTabs {...{ page, params, query }} />
      <Filters {...{ page, params, query, onQuery }} />
      <AdoptBar
        page={page}
        query={query}
        selected={picks.selected}
        onAdopt={setAdopting}
        onClear={picks.clear}
      />
      <div className="mt-4">
        <CatalogueTable
          rows={page.rows}
          params={params}
          selection={page.adopter && picks}
          hrefOf={hrefOf}
          busy={busy}
          empty={<EmptyCatalogue query={query} />}
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
      {adopting && page.adopter && (
        <AdoptDialog
          adopting={adopting}
          adopter={page.adopter}
          onAdopted={adopted}
          onClose={() => setAdopting(null)}
        />
      )}
    </>
  )
}

/** What is ticked, kept while the list is searched and paged. */
function useSelection() {
  const [selected, setPicked] = useState<ReadonlyMap<string, CatalogueTemplate>>(new Map())
  function onSelect(template: CatalogueTemplate, isPicked: boolean) {
    const next = new Map(selected)
    if (isPicked) next.set(template.templateId, template)
    else next.delete(template.templateId)
    setPicked(next)
  }
  return { selected, onSelect, clear: () => setPicked(new Map()) }
}

type ShownTemplates = { page: Catalogue; params: URLSearchParams; query: CatalogueQuery }

function StateTabs({ page: { counts }, params, query }: ShownTemplates) {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const tabs = adoptionOrder.map((state) => ({
    state,
    label: adoptionStateLabels[state].tab,
    count: counts[state],
  }))
  return (
    <LinkTabs
      label="Adoption"
      className="mt-5"
      tabs={[{ state: 'all' as const, label: 'All', count: all }, ...tabs].map(({ state, label, count }) => ({
        href: queryWith(params, { state: state === 'all' ? undefined : state, page: undefined }),
        label,
        count,
        current: state === query.state,
      }))}
    />
  )
}

function Filters({ page, params, query, onQuery }: ShownTemplates & Pick<CatalogueScreenProps, 'onQuery'>) {
  const filter = (changes: Record<string, string | undefined>) =>
    onQuery(queryWith(params, { ...changes, page: undefined }))
  const options = page.types.map(({ treatmentType, total }) => ({
    value: treatmentType,
    label: `${treatmentType} (${total})`,
  }))
  const { treatmentType } = query
  // What is filtered by stays to be seen, even when nothing has it any more.
  const isGone = treatmentType !== '' && options.every(({ value }) => value !== treatmentType)
  return (
    <ListToolbar
      className="mt-5"
      search={
        <SearchField
          label="Search the catalogue"
          placeholder="Name, treatment type or subtype"
          defaultValue={query.search}
          onSearch={(q) => filter({ q })}
        />
      }
    >
      <Select
        label="Treatment type"
        hideLabel
        value={treatmentType}
        options={[
          { value: '', label: 'Any treatment' },
          ...options,
          ...(isGone ? [{ value: treatmentType, label: treatmentType }] : []),
        ]}
        onChange={(type) => filter({ type })}
      />
      <SortSelect orders={catalogueOrders} params={params} onQuery={onQuery} alwaysShown />
    </ListToolbar>
  )
}

type AdoptBarProps = Pick<ShownTemplates, 'page' | 'query'> & {
  selected: ReadonlyMap<string, CatalogueTemplate>
  onAdopt: (adopting: AdoptionTarget) => void
  onClear: () => void
}

/** What a registered clinician can adopt from here; others are told who can. */
function AdoptBar({ page, query, selected, onAdopt, onClear }: AdoptBarProps) {
  if (!page.adopter)
    return (
      <p className="mt-4 text-muted">
        Only a clinician with a GDC number who manages templates can adopt wording for the practice.
      </p>
    )
  const type = page.types.find(({ treatmentType }) => treatmentType === query.treatmentType)
  const tooMany = selected.size > adoption_batch_max
  return (
    <div className="mt-4 flex flex-wrap items-center gap-3">
      {selected.size > 0 && (
        <>
          <p role="status" className={tooMany ? 'text-bad' : 'text-muted'}>
            {tooMany
              ? `${selected.size} selected; at most ${adoption_batch_max} at once`
              : `${selected.size} selected`}
          </p>
          {!tooMany && (
            <Button
              size="small"
              icon={BadgeCheck}
              onClick={() => onAdopt({ templates: [...selected.values()] })}
            >
              Adopt selected
            </Button>
          )}
          <Button size="small" variant="quiet" onClick={onClear}>
            Clear selection
          </Button>
        </>
      )}
      {type && type.toAdopt > 0 && (
        <Button
          size="small"
          variant="quiet"
          icon={BadgeCheck}
          onClick={() => onAdopt({ treatmentType: type.treatmentType, count: type.toAdopt })}
        >
          Adopt all {type.treatmentType} templates
        </Button>
      )}
      {type && type.toAdopt === 0 && (
        <p className="text-muted">All {type.treatmentType} templates are adopted.</p>
      )}
      {!type && selected.size === 0 && (
        <p className="text-muted">
          Tick templates to adopt them, or choose a treatment type to adopt all its templates.
        </p>
      )}
    </div>
  )
}

function EmptyCatalogue({ query }: { query: CatalogueQuery }) {
  return hasFilters(query) ? (
    <EmptyState icon={SearchX} title="No templates found. Try adjusting your search or filters." />
  ) : (
    <EmptyState icon={BookOpen} title="No templates in use" />
  )
}
