import { Accordion as Base } from '@base-ui/react/accordion'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'

export type AccordionItem = { value: string; title: ReactNode; content: ReactNode }

type AccordionProps = {
  items: readonly AccordionItem[]
  /** Lets several stand open. */
  multiple?: boolean | undefined
  /** The headings' level on the page. */
  level?: 2 | 3 | 4 | undefined
  className?: string | undefined
}

/** A list of subjects, opened one by one. */
export function Accordion({ items, multiple = false, level = 3, className }: AccordionProps) {
  const Heading = `h${level}` as const
  return (
    <Base.Root multiple={multiple} className={className}>
      <div className="divide-y divide-line border-y border-line">
        {items.map((item) => (
          <Base.Item key={item.value} value={item.value}>
            <Base.Header render={<Heading className="text-h3" />}>
              <Base.Trigger className="group flex min-h-12 w-full items-center justify-between gap-4 py-3 text-start font-semibold hover:text-brand-strong focus-visible:-outline-offset-3">
                {item.title}
                <ChevronDown
                  className="size-4.5 shrink-0 text-muted transition-transform group-data-panel-open:rotate-180"
                  aria-hidden
                />
              </Base.Trigger>
            </Base.Header>
            <Base.Panel className="pb-5">{item.content}</Base.Panel>
          </Base.Item>
        ))}
      </div>
    </Base.Root>
  )
}
