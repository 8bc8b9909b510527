import { ChevronRight, Search } from 'lucide-react'
import { Link } from '../../ui/plain/link.tsx'
import type { CatalogueGroup } from './library-texts.ts'
import searchUrl from './template-search.mjs?url&no-inline'

declare module 'react' {
  // How React's types take an element of one's own.
  namespace JSX {
    interface IntrinsicElements {
      'template-search': DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement>
    }
  }
}

type Plural = { one: string; other: string }
type CatalogueProps = {
  groups: CatalogueGroup[]
  words: { search: string; hint: string; found: Plural; none: string; count: Plural; read: string }
}

/** The whole library to open type by type; a small script searches in what is here already. */
export function TemplateCatalogue({ groups, words }: CatalogueProps) {
  return (
    <template-search
      className="mt-8 block"
      data-one={words.found.one}
      data-other={words.found.other}
      data-none={words.none}
    >
      <script async type="module" src={searchUrl} data-still="" />
      <search className="noscript:hidden">
        <form>
          <label htmlFor="template-search" className="text-[1rem] font-semibold">
            {words.search}
          </label>
          <p id="template-search-hint" className="text-[1rem] text-muted">
            {words.hint}
          </p>
          <div className="relative mt-2 max-w-xl">
            <Search
              className="pointer-events-none absolute start-4 top-1/2 size-5 -translate-y-1/2 text-muted"
              aria-hidden
            />
            <input
              id="template-search"
              type="search"
              autoComplete="off"
              aria-describedby="template-search-hint"
              className="field min-h-13 ps-12 text-lg"
            />
          </div>
        </form>
        <p role="status" className="mt-3 min-h-7 text-[1rem]" />
      </search>
      <div className="mt-4 border-t border-line">
        {groups.map((group) => (
          <Group key={group.path} group={group} words={words} />
        ))}
      </div>
    </template-search>
  )
}

const counted = (count: number, { one, other }: Plural) =>
  (count === 1 ? one : other).replace('{count}', String(count))

function Group({
  group: { name, path, templates },
  words,
}: {
  group: CatalogueGroup
  words: CatalogueProps['words']
}) {
  return (
    <details className="group border-b border-line">
      <summary className="flex min-h-14 list-none items-center gap-3 py-3 hover:text-brand [&::-webkit-details-marker]:hidden">
        <ChevronRight className="size-5 shrink-0 text-brand group-open:rotate-90" aria-hidden />
        <h2 className="text-lg">{name}</h2>
        <span className="ms-auto shrink-0 text-[1rem] text-muted tabular-nums">
          {counted(templates.length, words.count)}
        </span>
      </summary>
      <div className="pb-6 sm:ps-8">
        <ul className="gap-x-12 md:columns-2">
          {templates.map(({ id, name: title, description }) => (
            <li key={id} className="break-inside-avoid pb-4">
              <Link href={`${path}#${id}`} reload className="text-link text-[1.0625rem] font-medium">
                {title}
              </Link>
              <span className="block text-[1rem] leading-snug text-muted">{description}</span>
            </li>
          ))}
        </ul>
        <Link href={path} reload className="text-link inline-flex min-h-11 items-center text-[1rem]">
          {words.read}
          <span className="sr-only">: {name}</span>
        </Link>
      </div>
    </details>
  )
}
