type GroupedListProps = {
  title: string
  /** The heading's level, below what the list stands in. */
  level: 2 | 3 | 4
  groups: readonly {
    name: string
    items: readonly { label: string; lang?: string | undefined; dir?: 'ltr' | 'rtl' | undefined }[]
  }[]
  className?: string | undefined
}

/** Things under the name of the group that each belongs to. */
export function GroupedList({ title, level, groups, className }: GroupedListProps) {
  const Heading = `h${level}` as const
  return (
    <section className={className}>
      <Heading>{title}</Heading>
      <dl className="mt-2 space-y-3">
        {groups.map(({ name, items }) => (
          <div key={name}>
            <dt className="font-semibold">{name}</dt>
            {items.map(({ label, lang, dir = 'auto' }, index) => (
              <dd key={index} lang={lang} dir={dir} className="mt-1">
                {label}
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </section>
  )
}
