import { Star } from 'lucide-react'
import { keyboardShortcuts } from '../../ui/keyboard-shortcuts.ts'
import { PillLink } from '../../ui/plain/pill.tsx'
import { useShortcut } from '../../ui/use-shortcut.ts'
import { lastTemplates } from './quick-templates.ts'
import type { TemplateSummary } from './use-templates.ts'

type QuickTemplateLinksProps = {
  templates: readonly TemplateSummary[]
  hrefOf: (templateId: string) => string
  onOpen: (href: string) => void
}

const { lastUsed } = keyboardShortcuts

/** The treatments that consents were made out for last, each one press or one key from a consent like the last. */
export function QuickTemplateLinks({ templates, hrefOf, onOpen }: QuickTemplateLinksProps) {
  const last = lastTemplates(templates)
  useShortcut(lastUsed, (key) => {
    const chosen = last[lastUsed.keys.findIndex((one) => one === key)]
    if (chosen) onOpen(hrefOf(chosen.id))
  })
  if (last.length === 0) return null
  return (
    <nav aria-labelledby="like-last" className="flex flex-wrap items-center gap-2">
      <h2 id="like-last" className="text-body font-semibold">
        New consent, same as last time
      </h2>
      {last.map(({ id, name, isFavourite }, place) => (
        <PillLink key={id} href={hrefOf(id)} shortcut={lastUsed.keys[place]}>
          {isFavourite && <Star aria-label="Favourite:" className="size-3.5 fill-current text-brand" />}
          <span dir="auto">{name}</span>
        </PillLink>
      ))}
    </nav>
  )
}
