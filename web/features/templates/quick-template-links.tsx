import { Star } from 'lucide-react'
import { PillLink } from '../../ui/plain/pill.tsx'
import { lastTemplates } from './quick-templates.ts'
import type { TemplateSummary } from './use-templates.ts'

type QuickTemplateLinksProps = {
  templates: readonly TemplateSummary[]
  hrefOf: (templateId: string) => string
}

/** The treatments that consents were made out for last, each one press from a consent like the last. */
export function QuickTemplateLinks({ templates, hrefOf }: QuickTemplateLinksProps) {
  const last = lastTemplates(templates)
  if (last.length === 0) return null
  return (
    <nav aria-labelledby="like-last" className="flex flex-wrap items-center gap-2">
      <h2 id="like-last" className="text-body font-semibold">
        New consent, same as last time
      </h2>
      {last.map(({ id, name, isFavourite }) => (
        <PillLink key={id} href={hrefOf(id)}>
          {isFavourite && <Star aria-label="Favourite:" className="size-3.5 fill-current text-brand" />}
          <span dir="auto">{name}</span>
        </PillLink>
      ))}
    </nav>
  )
}
