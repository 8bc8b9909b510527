import { MessageSquareText, SearchX } from 'lucide-react'
import { useState } from 'react'
import type { PhraseTemplate } from '../../../contract/group-phrases.ts'
import type { GroupRole } from '../../../contract/practice-groups.ts'
import type { Api } from '../../api.ts'
import { CellText } from '../../ui/cell-text.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListToolbar } from '../../ui/list-toolbar.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { queryWith, searchIn } from '../../ui/query-string.ts'
import { SearchField } from '../../ui/search-field.tsx'
import type { Column } from '../../ui/table-row.tsx'
import { GroupPhraseDialog } from './group-phrase-dialog.tsx'

type GroupPhraseScreenProps = {
  group: { name: string; role: GroupRole }
  page: Awaited<ReturnType<Api['groupPhrases']['templates']>>
  params: URLSearchParams
  busy: boolean
  onQuery: (query: string) => void
  onChanged: () => Promise<void>
}

const columnsOf = (
  isAdministrator: boolean,
  onOpen: (template: PhraseTemplate) => void,
): Column<PhraseTemplate>[] => [
  {
    key: 'name',
    header: 'Treatment',
    cell: ({ name, treatmentType }) => (
      <CellText main={name} sub={treatmentType === name ? undefined : treatmentType} />
    ),
  },
  {
    key: 'phrases',
    header: 'Phrases',
    cell: ({ phrases }) => phrases || <span className="text-muted">None</span>,
    className: 'tabular-nums',
  },
  {
    key: 'act',
    header: 'Actions',
    hideHeader: true,
    below: true,
    cell: (template) => (
      <Button variant="quiet" size="small" onClick={() => onOpen(template)}>
        {isAdministrator ? 'Edit phrases' : 'View phrases'}
        <span className="sr-only"> for {template.name}</span>
      </Button>
    ),
  },
]

/** The phrases that a group offers to its practices, by treatment. */
export function GroupPhraseScreen(props: GroupPhraseScreenProps) {
  const { group, page, params, busy, onQuery, onChanged } = props
  const [opened, setOpened] = useState<PhraseTemplate>()
  const isAdministrator = group.role === 'group_admin'
  const search = searchIn(params)
  return (
    <>
      <PageHeader
        title="Phrases"
        lead={`Suggested at practices of ${group.name} after the phrases that they use themselves.`}
      />
      <ListToolbar
        className="mt-5 mb-4"
        search={
          <SearchField
            label="Search treatments"
            placeholder="Treatment"
            defaultValue={search}
            onSearch={(q) => onQuery(queryWith(params, { q, page: undefined }))}
          />
        }
      />
      <DataTable
        caption="Phrases by treatment"
        columns={columnsOf(isAdministrator, setOpened)}
        rows={page.rows}
        rowKey={({ templateId }) => templateId}
        busy={busy}
        empty={
          search ? (
            <EmptyState icon={SearchX} title="No treatments found. Try another search." />
          ) : (
            <EmptyState icon={MessageSquareText} title="No treatments in use" />
          )
        }
        footer={
          <Pager
            page={page.page}
            pageSize={page.pageSize}
            total={page.total}
            hrefOfPage={(number) => queryWith(params, { page: number > 1 ? number : undefined })}
          />
        }
      />
      {opened && (
        <GroupPhraseDialog
          template={opened}
          isAdministrator={isAdministrator}
          onClose={() => {
            setOpened(undefined)
            void onChanged()
          }}
        />
      )}
    </>
  )
}
