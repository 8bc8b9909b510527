import { Suspense, useState } from 'react'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Fieldset } from '../../ui/plain/fieldset.tsx'
import { lazyPart } from '../../ui/plain/lazy-part.ts'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { groupTemplates, type TemplateSummary } from './template-groups.ts'
import { TemplateOption } from './template-option.tsx'
import { useTemplates } from './use-templates.ts'

const TemplateWordingDialog = lazyPart(async () => ({
  default: (await import('./template-wording-dialog.tsx')).TemplateWordingDialog,
}))

type TemplatePickerProps = {
  /** The id of the first template's circle, so that an error summary can lead to it. */
  id: string
  initial: readonly TemplateSummary[]
  chosenId: string
  onChange: (templateId: string) => void
  error?: string | undefined
}

/** A template chosen from those the clinic may use, by treatment type or by search. */
export function TemplatePicker({ id, initial, chosenId, onChange, error }: TemplatePickerProps) {
  const [reading, setReading] = useState<TemplateSummary | null>(null)
  const { templates, search, busy, problem, isFavourite, star } = useTemplates(initial)
  const groups = groupTemplates(templates)
  const firstId = groups[0]?.templates[0]?.id

  return (
    <Fieldset id={id} legend="Treatment" error={error}>
      {() => (
        <>
          <SearchField
            label="Search templates"
            placeholder="Search templates"
            onSearch={(text) => void search(text)}
          />
          <ProblemMessage problem={problem} className="mt-3" />
          <div aria-busy={busy} className="mt-3 max-h-112 space-y-4 overflow-y-auto p-0.5">
            {groups.map((group) => (
              <div key={group.title} role="group" aria-label={group.title}>
                {groups.length > 1 && (
                  <p aria-hidden className="mb-1.5 text-small font-medium text-muted">
                    {group.title}
                  </p>
                )}
                <div className="space-y-2">
                  {group.templates.map((template) => (
                    <TemplateOption
                      key={template.id}
                      id={template.id === firstId ? id : `${id}-${template.id}`}
                      name={`${id}-choice`}
                      template={template}
                      chosen={template.id === chosenId}
                      onChoose={() => onChange(template.id)}
                      isFavourite={isFavourite(template)}
                      onStar={() => void star(template)}
                      onRead={() => setReading(template)}
                    />
                  ))}
                </div>
              </div>
            ))}
            {templates.length === 0 && <EmptyState title="No template matches" className="py-6" />}
          </div>
          <Suspense>
            {reading && <TemplateWordingDialog template={reading} onClose={() => setReading(null)} />}
          </Suspense>
        </>
      )}
    </Fieldset>
  )
}
