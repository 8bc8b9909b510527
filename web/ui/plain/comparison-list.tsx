import type { ReactNode } from 'react'

type ComparedItem = {
  label: string
  /** Of the label. */
  lang?: string | undefined
  dir?: 'ltr' | 'rtl' | undefined
  /** What is compared, each under the name of where it comes from. */
  rows: readonly { name: string; text: string; note?: string | undefined }[]
}

type ComparisonListProps = {
  title: string
  /** The heading's level, below what the list stands in. */
  level: 2 | 3 | 4
  lead: ReactNode
  items: readonly ComparedItem[]
  className?: string | undefined
}

/** Figures of different origin beside each other, for one thing after the other. */
export function ComparisonList({ title, level, lead, items, className }: ComparisonListProps) {
  const Heading = `h${level}` as const
  return (
    <section className={className}>
      <Heading>{title}</Heading>
      <div className="mt-1 space-y-2">{lead}</div>
      <ul className="mt-4 divide-y divide-line border-y border-line">
        {items.map(({ label, lang, dir = 'auto', rows }, index) => (
          <li key={index} className="py-3">
            <p lang={lang} dir={dir}>
              {label}
            </p>
            <dl className="mt-2 grid gap-x-6 gap-y-2 sm:grid-cols-2">
              {rows.map(({ name, text, note }) => (
                <div key={name}>
                  <dt className="text-small text-muted">{name}</dt>
                  <dd className="font-semibold">{text}</dd>
                  {note && <dd className="text-small">{note}</dd>}
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </section>
  )
}
