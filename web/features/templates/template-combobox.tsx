import { Combobox } from '../../ui/combobox.tsx'
import { listTemplates, type NamedTemplate } from './use-templates.ts'

export type TemplateComboboxProps = {
  id: string
  value: NamedTemplate | null
  onChange: (template: NamedTemplate | null) => void
  error?: string | undefined
}

/** A template among those the clinic may use, found by its name, its type or what it describes. */
export function TemplateCombobox({ id, value, onChange, error }: TemplateComboboxProps) {
  return (
    <Combobox<NamedTemplate>
      id={id}
      label="Treatment"
      placeholder="Search templates"
      value={value}
      onChange={onChange}
      load={(search) => listTemplates(search)}
      itemKey={(template) => template.id}
      itemLabel={({ name }) => name}
      renderItem={({ name, treatmentType, description, isFavourite }) => (
        <span className="block">
          <span className="font-medium">{name}</span>{' '}
          <span className="text-muted">
            {treatmentType}
            {isFavourite && ' · favourite'}
          </span>
          <span className="block text-small text-muted">{description}</span>
        </span>
      )}
      empty="No matching templates."
      error={error}
    />
  )
}
