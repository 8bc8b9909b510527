import { clsx } from 'clsx'
import { IconArray } from './icon-array.tsx'

type FigureItem = {
  label: string
  figure: { from: number; to: number; of: number }
  /** The figure in words. */
  text: string
  /** Of the label. */
  lang?: string | undefined
  dir?: 'ltr' | 'rtl' | undefined
}

type FigureListProps = {
  title: string
  /** The heading's level, below what the list stands in. */
  level: 2 | 3 | 4
  /** What a mark is, and what a dark one. */
  lead: string
  /** What a lighter one is; shown where there are any. */
  range: string
  items: readonly FigureItem[]
  className?: string | undefined
}

/** Numbers beside each other as marks, each with what it is about. */
export function FigureList({ title, level, lead, range, items, className }: FigureListProps) {
  const Heading = `h${level}` as const
  const isRange = items.some(({ figure }) => figure.to > figure.from)
  return (
    <section className={clsx('max-w-[28rem]', className)}>
      <Heading>{title}</Heading>
      <p className="mt-1">
        {lead} {isRange && range}
      </p>
      <ul className="mt-4 space-y-6">
        {items.map(({ label, figure, text, lang, dir = 'auto' }, index) => (
          <li key={index}>
            <p lang={lang} dir={dir}>
              {label}
            </p>
            <IconArray {...figure} text={text} className="my-2" />
            <p aria-hidden className="font-semibold">
              {text}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
