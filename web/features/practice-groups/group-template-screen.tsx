import { FileStack, SearchX } from 'lucide-react'
import { useState } from 'react'
import type { PracticeTemplate, SharedTemplate, SharedTemplates } from '../../../contract/group-templates.ts'
import { api, type Api } from '../../api.ts'
import { useConfirm } from '../../ui/alert-provider.tsx'
import { CellText } from '../../ui/cell-text.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListToolbar } from '../../ui/list-toolbar.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { dayText } from '../../ui/plain/date-text.ts'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { queryWith, searchIn } from '../../ui/query-string.ts'
import { SearchField } from '../../ui/search-field.tsx'
import type { Column } from '../../ui/table-row.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../../ui/use-task.ts'
import { GroupTemplateDialog, type ReadTemplate } from './group-template-dialog.tsx'
import { GroupUseNote } from './group-use-note.tsx'

type PracticeTemplatePage = Awaited<ReturnType<Api['groupTemplates']['practiceTemplates']>>

type GroupTemplateScreenProps = {
  shared: SharedTemplates
  ofPractices: PracticeTemplatePage
  params: URLSearchParams
  busy: boolean
  onQuery: (query: string) => void
  onChanged: () => Promise<void>
}

/** What a group shares with its practices, and what it could share: templates of one of them, each read before. */
export function GroupTemplateScreen(props: GroupTemplateScreenProps) {
  const { shared, onChanged } = props
  const [read, setRead] = useState<ReadTemplate>()
  const isAdministrator = shared.role === 'group_admin'
  return (
    <>
      <PageHeader
        title="Shared templates"
        lead={`Every practice of ${shared.group} finds these in its template library, uses them as they are or copies them.`}
      />
      <GroupUseNote agreement="templates" use={shared.use} className="mt-4" />
      <SharedList shared={shared} onRead={setRead} onChanged={onChanged} />
      <PracticeTemplateList {...props} isAdministrator={isAdministrator} onRead={setRead} />
      {read && (
        <GroupTemplateDialog
          key={read.templateId}
          read={read}
          onClose={() => setRead(undefined)}
          onChanged={onChanged}
        />
      )}
    </>
  )
}

type SharedListProps = Pick<GroupTemplateScreenProps, 'shared' | 'onChanged'> & {
  onRead: (read: ReadTemplate) => void
}

const sharedColumns: Column<SharedTemplate>[] = [
  {
    key: 'name',
    header: 'Template',
    cell: ({ name, treatmentType }) => <CellText main={name} sub={treatmentType} />,
  },
  {
    key: 'version',
    header: 'Version',
    cell: ({ version, newer }) => (
      <span className="inline-flex flex-wrap items-center gap-2 tabular-nums">
        {version}
        {newer && <Badge tone="warn">Practice has a newer version</Badge>}
      </span>
    ),
  },
  {
    key: 'practice',
    header: 'From practice',
    cell: ({ practice }) => practice ?? 'No longer available',
    className: 'text-muted',
  },
  {
    key: 'changed',
    header: 'Last shared',
    cell: ({ changedAt }) => dayText(changedAt),
    className: 'text-muted tabular-nums',
  },
]

type SharedActions = {
  isAdministrator: boolean
  busy: boolean
  onRead: (read: ReadTemplate) => void
  onRemove: (template: SharedTemplate) => void
}

const sharedActionColumn = ({
  isAdministrator,
  busy,
  onRead,
  onRemove,
}: SharedActions): Column<SharedTemplate> => ({
  key: 'act',
  header: 'Actions',
  hideHeader: true,
  below: true,
  cell: (template) => {
    const { id, name, newer } = template
    return (
      <span className="inline-flex flex-wrap gap-2">
        <Button
          variant="quiet"
          size="small"
          onClick={() => onRead({ templateId: id, name, act: null, sharedId: id })}
        >
          View<span className="sr-only"> {name}</span>
        </Button>
        {isAdministrator && newer && (
          <Button
            size="small"
            onClick={() => onRead({ templateId: newer.templateId, name, act: 'update', sharedId: id })}
          >
            Review newer version
            <span className="sr-only"> of {name}</span>
          </Button>
        )}
        {isAdministrator && (
          <Button variant="quiet" size="small" busy={busy} onClick={() => onRemove(template)}>
            Stop sharing<span className="sr-only"> {name}</span>
          </Button>
        )}
      </span>
    )
  },
})

function SharedList({ shared, onRead, onChanged }: SharedListProps) {
  const { busy, problem, run } = useTask()
  const toast = useToast()
  const confirm = useConfirm()
  const isAdministrator = shared.role === 'group_admin'
  const remove = ({ id: templateId, name }: SharedTemplate) =>
    run(async () => {
      const agreed = await confirm({
        title: `Stop sharing ${name}?`,
        text: 'Practices can no longer use it for new consents. Copies they made and consents that were sent stay.',
        confirm: 'Stop sharing',
      })
      if (!agreed) return
      await api.groupTemplates.remove({ templateId })
      toast('Template no longer shared')
      await onChanged()
    })
  const columns = [
    ...sharedColumns,
    sharedActionColumn({ isAdministrator, busy, onRead, onRemove: (template) => void remove(template) }),
  ]
  return (
    <>
      <ProblemMessage problem={problem} className="mt-4" />
      <DataTable
        caption="Shared templates"
        className="mt-6"
        columns={columns}
        rows={shared.templates}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon={FileStack} title="No shared templates yet">
            {isAdministrator
              ? 'Share a template of one of the practices below.'
              : 'An administrator of the group shares templates of its practices.'}
          </EmptyState>
        }
      />
    </>
  )
}

const practiceColumns: Column<PracticeTemplate>[] = [
  {
    key: 'name',
    header: 'Template',
    cell: ({ name, treatmentType }) => <CellText main={name} sub={treatmentType} />,
  },
  { key: 'practice', header: 'Practice', cell: ({ practice }) => practice },
  { key: 'version', header: 'Version', cell: ({ version }) => version, className: 'tabular-nums' },
]

const practiceActionColumn = (
  isAdministrator: boolean,
  onRead: (read: ReadTemplate) => void,
): Column<PracticeTemplate> => ({
  key: 'act',
  header: 'Actions',
  hideHeader: true,
  below: true,
  cell: ({ id, name, practice, isShared }) => {
    const act = isAdministrator && !isShared ? 'share' : null
    return (
      <span className="inline-flex flex-wrap items-center gap-2">
        {isShared && <Badge tone="ok">Shared</Badge>}
        <Button
          variant="quiet"
          size="small"
          onClick={() => onRead({ templateId: id, name, act, sharedId: null })}
        >
          {act ? 'Review and share' : 'View'}
          <span className="sr-only">
            {' '}
            {name} of {practice}
          </span>
        </Button>
      </span>
    )
  },
})

type PracticeTemplateListProps = GroupTemplateScreenProps & {
  isAdministrator: boolean
  onRead: (read: ReadTemplate) => void
}

function PracticeTemplateList(props: PracticeTemplateListProps) {
  const { ofPractices, params, busy, onQuery, isAdministrator, onRead } = props
  const { rows, page, pageSize, total } = ofPractices
  const search = searchIn(params)
  return (
    <section className="mt-8">
      <h2 className="mb-3">Templates of the practices</h2>
      <ListToolbar
        search={
          <SearchField
            label="Search templates of the practices"
            placeholder="Name, treatment type or practice"
            defaultValue={search}
            onSearch={(q) => onQuery(queryWith(params, { q, page: undefined }))}
          />
        }
      />
      <DataTable
        caption="Templates of the practices"
        className="mt-4"
        columns={[...practiceColumns, practiceActionColumn(isAdministrator, onRead)]}
        rows={rows}
        rowKey={({ id }) => id}
        busy={busy}
        empty={
          search ? (
            <EmptyState icon={SearchX} title="No templates found. Try another search." />
          ) : (
            <EmptyState icon={FileStack} title="No templates yet">
              Active templates that a practice made or copied appear here.
            </EmptyState>
          )
        }
        footer={
          <Pager
            page={page}
            pageSize={pageSize}
            total={total}
            hrefOfPage={(number) => queryWith(params, { page: number > 1 ? number : undefined })}
          />
        }
      />
    </section>
  )
}
