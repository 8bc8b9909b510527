import { useId } from 'react'
import { api } from '../../api.ts'
import { Combobox } from '../../ui/combobox.tsx'

export type TemplateChoice = { id: string; name: string }

const shown_max = 20

async function findTemplates(search: string, signal: AbortSignal): Promise<TemplateChoice[]> {
  const { rows } = await api.templates.list({ search, status: 'all', pageSize: shown_max }, { signal })
  return rows
}

type TemplateFilterProps = {
  value: TemplateChoice | null
  onChange: (template: TemplateChoice | null) => void
}

/** One template among hundreds, also one that is no longer in use. */
export function TemplateFilter({ value, onChange }: TemplateFilterProps) {
  return (
    <Combobox<TemplateChoice>
      id={useId()}
      label="Template"
      placeholder="Any template"
      value={value}
      onChange={onChange}
      load={findTemplates}
      itemKey={({ id }) => id}
      itemLabel={({ name }) => name}
      empty="No matching templates."
    />
  )
}
