import { BookOpen, Star } from 'lucide-react'
import { IconButton } from '../../ui/icon-button.tsx'
import { TickBox } from '../../ui/plain/tick-box.tsx'
import type { TemplateSummary } from './template-groups.ts'

type TemplateOptionProps = {
  id: string
  /** Of the choice that it belongs to. */
  name: string
  template: TemplateSummary
  chosen: boolean
  isFavourite: boolean
  onStar: () => void
  onChoose: () => void
  onRead: () => void
}

/** One template to choose, with a way to read it first. */
export function TemplateOption({
  id,
  name: choice,
  template,
  chosen,
  isFavourite,
  onStar,
  onChoose,
  onRead,
}: TemplateOptionProps) {
  const { name, description, treatmentType } = template
  return (
    <div className="flex items-center gap-2 rounded-md border border-line bg-surface py-1 ps-4 pe-2 has-checked:border-brand has-checked:bg-brand-soft">
      <label htmlFor={id} className="flex min-w-0 flex-1 gap-3 py-1.5">
        <TickBox
          type="radio"
          id={id}
          name={choice}
          value={template.id}
          checked={chosen}
          onChange={onChoose}
        />
        <span dir="auto" className="min-w-0">
          <span className="flex flex-wrap gap-x-2">
            <span className="font-medium">{name}</span>
            <span className="text-muted">{treatmentType}</span>
          </span>
          {description && <span className="block text-small text-muted">{description}</span>}
        </span>
      </label>
      <IconButton
        label={`Favourite: ${name}`}
        icon={Star}
        aria-pressed={isFavourite}
        onClick={onStar}
        className={isFavourite ? 'text-brand [&_svg]:fill-current' : undefined}
      />
      <IconButton label={`Read the wording of ${name}`} icon={BookOpen} onClick={onRead} />
    </div>
  )
}
