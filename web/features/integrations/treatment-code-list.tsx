import { ListChecks } from 'lucide-react'
import { api } from '../../api.ts'
import { CellText } from '../../ui/cell-text.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import type { Column } from '../../ui/table-row.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../../ui/use-task.ts'
import type { CodeMapping } from './connection-words.ts'

type Template = { id: string; name: string }
type Choose = (mapping: CodeMapping, template: Template | null) => void

const templates_shown_max = 20

async function searchTemplates(search: string, signal: AbortSignal): Promise<Template[]> {
  const { rows } = await api.templates.list({ search, pageSize: templates_shown_max }, { signal })
  return rows.map(({ id, name }) => ({ id, name }))
}

const columns = (choose: Choose): Column<CodeMapping>[] => [
  {
    key: 'code',
    header: 'Code',
    cell: ({ code, label }) => <CellText main={code} sub={label} />,
  },
  {
    key: 'template',
    header: 'Template',
    cell: (mapping) => (
      <Combobox<Template>
        label={`Template for ${mapping.code}`}
        hideLabel
        placeholder="Search templates"
        value={mapping.template}
        onChange={(template) => choose(mapping, template)}
        load={searchTemplates}
        itemKey={({ id }) => id}
        itemLabel={({ name }) => name}
        empty="No template in use matches."
      />
    ),
  },
  {
    key: 'proposals',
    header: 'Proposed',
    cell: (mapping) => (
      <div className="flex flex-col items-start gap-1">
        {mapping.proposals.map((template) => (
          <Button key={template.id} variant="link" size="small" onClick={() => choose(mapping, template)}>
            {template.name}
            <span className="sr-only"> for {mapping.code}</span>
          </Button>
        ))}
      </div>
    ),
  },
]

type TreatmentCodeListProps = {
  codes: readonly CodeMapping[]
  busy: boolean
  onChanged: () => Promise<void>
}

/** What the treatment codes of the practice system mean here. */
export function TreatmentCodeList({ codes, busy, onChanged }: TreatmentCodeListProps) {
  const toast = useToast()
  const { problem, run } = useTask()

  async function choose({ code, label }: CodeMapping, template: Template | null) {
    const done = await run(async () => {
      await api.programDecisions.saveCode({ code, label, templateId: template?.id ?? null })
      await onChanged()
    })
    if (done) toast(template ? `${code} is ${template.name}.` : `${code} has no template now.`)
  }
  return (
    <>
      <ProblemMessage problem={problem} className="mb-4" />
      <DataTable
        caption="Treatment codes"
        columns={columns((mapping, template) => void choose(mapping, template))}
        rows={codes}
        rowKey={({ code }) => code}
        busy={busy}
        empty={
          <EmptyState icon={ListChecks} title="No treatment codes yet">
            Codes that a practice system sends with its appointments appear here. Choose the template that
            each one means.
          </EmptyState>
        }
      />
    </>
  )
}
