import { BookOpen, Star } from 'lucide-react'
import { Suspense, useState } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { PillGroup } from '../../ui/pill-group.tsx'
import { lazyPart } from '../../ui/plain/lazy-part.ts'
import { Pill } from '../../ui/plain/pill.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { Skeleton } from '../../ui/plain/skeleton.tsx'
import { quickTemplates } from './quick-templates.ts'
import type { TemplateComboboxProps } from './template-combobox.tsx'
import { useFavourites, type NamedTemplate, type TemplateSummary } from './use-templates.ts'

const TemplateCombobox = lazyPart(async () => ({
  default: (await import('./template-combobox.tsx')).TemplateCombobox,
}))
const TemplateWordingDialog = lazyPart(async () => ({
  default: (await import('./template-wording-dialog.tsx')).TemplateWordingDialog,
}))

type TemplatePickerProps = {
  /** The id of the search field, so that an error summary can lead to it. */
  id: string
  /** Those the reader uses, the best known first. */
  initial: readonly TemplateSummary[]
  chosenId: string
  /** The name of the chosen one where it is none of those. */
  chosenName?: string | undefined
  onChange: (templateId: string) => void
  error?: string | undefined
}

/** A template found by search, with the reader's usual ones as pills; the chosen one can be read and starred. */
export function TemplatePicker({ id, initial, chosenId, chosenName, onChange, error }: TemplatePickerProps) {
  const [found, setFound] = useState<NamedTemplate | null>(null)
  const [isReading, setReading] = useState(false)
  const chosen = [found, ...initial].find((template) => template?.id === chosenId) ?? null
  const named = chosen ?? (chosenId && chosenName ? { id: chosenId, name: chosenName } : null)
  const quick = quickTemplates(initial)

  /** An emptied search takes nothing away: the treatment stays until another is chosen. */
  function choose(template: NamedTemplate | null) {
    if (!template) return
    setFound(template)
    onChange(template.id)
  }
  const field: TemplateComboboxProps = { id, value: named, onChange: choose, error }
  return (
    <div>
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <Suspense fallback={<Skeleton className="h-16" />}>
            <TemplateCombobox {...field} />
          </Suspense>
        </div>
        {named && <ChosenTemplateActions template={named} onRead={() => setReading(true)} />}
      </div>
      {quick.length > 0 && (
        <PillGroup label="Usual treatments" className="mt-2.5">
          {quick.map((template) => (
            <Pill
              key={template.id}
              chosen={template.id === chosenId}
              onClick={() => template.id !== chosenId && choose(template)}
            >
              {template.isFavourite && (
                <Star aria-label="Favourite:" className="size-3.5 fill-current text-brand" />
              )}
              <span dir="auto">{template.name}</span>
            </Pill>
          ))}
        </PillGroup>
      )}
      <Suspense>
        {isReading && named && (
          <TemplateWordingDialog template={{ description: '', ...named }} onClose={() => setReading(false)} />
        )}
      </Suspense>
    </div>
  )
}

function ChosenTemplateActions({ template, onRead }: { template: NamedTemplate; onRead: () => void }) {
  const { isFavourite, star, problem } = useFavourites()
  const isStarred = isFavourite(template)
  return (
    <>
      <IconButton
        label={`Favourite: ${template.name}`}
        icon={Star}
        aria-pressed={isStarred}
        onClick={() => void star(template)}
        className={isStarred ? 'text-brand [&_svg]:fill-current' : undefined}
      />
      <IconButton label={`Read the wording of ${template.name}`} icon={BookOpen} onClick={onRead} />
      <ProblemMessage problem={problem} />
    </>
  )
}
