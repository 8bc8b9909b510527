import { ClipboardList } from 'lucide-react'
import { api } from '../../api.ts'
import { Combobox } from '../../ui/combobox.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { Select } from '../../ui/select.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../../ui/use-task.ts'
import type { SystemTreatment, TreatmentPage } from './practice-system-words.ts'

type Meaning = { key: string; label: string; templateId: string | null }

const noConsent: Meaning = { key: 'no-consent', label: 'No consent needed', templateId: null }
const templates_shown_max = 20

async function searchTemplates(search: string, signal: AbortSignal): Promise<Meaning[]> {
  const { rows } = await api.templates.list({ search, pageSize: templates_shown_max }, { signal })
  const found = rows.map(({ id, name }) => ({ key: id, label: name, templateId: id }))
  return search === '' ? [noConsent, ...found] : found
}

const meaningOf = ({ decision, template }: SystemTreatment): Meaning | null => {
  if (decision === 'no-consent') return noConsent
  return template && { key: template.id, label: template.name, templateId: template.id }
}

const decisionOptions = [
  { value: '', label: 'All treatments' },
  { value: 'open', label: 'Not mapped' },
  { value: 'mapped', label: 'Mapped' },
  { value: 'no-consent', label: 'No consent needed' },
]

type MappingProps = {
  page: TreatmentPage
  decision: string | undefined
  onDecision: (decision: string) => void
  hrefOfPage: (page: number) => string
  onChanged: () => Promise<void>
}

/** Which template each treatment of the practice system means: proposed, and taken once somebody confirms it. */
export function TreatmentMappingList({ page, decision, onDecision, hrefOfPage, onChanged }: MappingProps) {
  const toast = useToast()
  const { busy, problem, run } = useTask()

  async function map({ id: treatmentId, name }: SystemTreatment, templateId: string | null) {
    const done = await run(async () => {
      await api.practiceSystems.mapTreatment({ treatmentId, templateId })
      await onChanged()
    })
    if (done) toast(`${name} is mapped.`)
  }
  return (
    <Panel
      title="Treatments"
      lead="New appointments get the template you confirm. Anything not mapped is left to the clinician."
      className="max-w-column"
      actions={
        <Select
          id="treatment-decision"
          label="Show"
          hideLabel
          options={decisionOptions}
          value={decision ?? ''}
          onChange={onDecision}
        />
      }
    >
      <ProblemMessage problem={problem} className="mb-4" />
      {page.rows.length === 0 && (
        <EmptyState icon={ClipboardList} title={decision ? 'Nothing matches' : 'No treatments yet'}>
          {decision
            ? 'Remove the filter to see everything.'
            : 'Treatments are listed after the first synchronisation.'}
        </EmptyState>
      )}
      <ul className="divide-y divide-line">
        {page.rows.map((one) => (
          <li key={one.id} className="py-4 first:pt-0 last:pb-0">
            <Combobox<Meaning>
              label={one.name}
              hint={one.code ? `Code ${one.code}` : undefined}
              value={meaningOf(one)}
              onChange={(chosen) => chosen && void map(one, chosen.templateId)}
              load={searchTemplates}
              itemKey={({ key }) => key}
              itemLabel={({ label }) => label}
              disabled={busy}
              empty="No template in use matches."
            />
            {one.proposals.length > 0 && (
              <div className="mt-2 flex flex-wrap items-center gap-2">
                <span className="text-small text-muted">Suggested:</span>
                {one.proposals.map((template) => (
                  <Button
                    key={template.id}
                    variant="quiet"
                    size="small"
                    disabled={busy}
                    onClick={() => void map(one, template.id)}
                  >
                    {template.name}
                    <span className="sr-only"> for {one.name}</span>
                  </Button>
                ))}
              </div>
            )}
          </li>
        ))}
      </ul>
      <div className="mt-4">
        <Pager page={page.page} pageSize={page.pageSize} total={page.total} hrefOfPage={hrefOfPage} />
      </div>
    </Panel>
  )
}
