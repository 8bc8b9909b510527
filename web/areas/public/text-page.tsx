import { Link } from '../../ui/plain/link.tsx'
import { OperatorFacts } from './operator-facts.tsx'

/** Something to do, and the commands or the code to do it with. */
type Step = { text: string; code: string }

type Table = { columns: string[]; rows: string[][] }

type Section = {
  /** Where others link to it. */
  id?: string | undefined
  heading: string
  text?: string[] | undefined
  list?: string[] | undefined
  steps?: Step[] | undefined
  table?: Table | undefined
  link?: { href: string; label: string } | undefined
}

/** What `content/pages/` says of a page that is words alone. */
export type TextPageContent = {
  heading: string
  lead: string
  updated: string
  note?: string | undefined
  operatorHeading?: string | undefined
  sections: readonly Section[]
}

const slugOf = ({ id, heading }: Section): string =>
  id ??
  heading
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '-')
    .replaceAll(/^-|-$/g, '')

/** A page to read: what it is, when it last changed, what is on it, and its sections. It prints as it stands. */
export function TextPage({ words }: { words: TextPageContent }) {
  const { heading, lead, updated, note, operatorHeading, sections } = words
  return (
    <article className="mx-auto w-full max-w-page px-6 py-14 sm:py-20">
      <h1 tabIndex={-1} className="text-3xl">
        {heading}
      </h1>
      <p className="mt-4 max-w-prose text-lg leading-relaxed text-muted">{lead}</p>
      <p className="mt-3 text-muted">Last changed on {updated}</p>
      {note && (
        <p className="mt-6 max-w-prose rounded-lg bg-brand-soft p-5 text-[1rem] leading-relaxed">{note}</p>
      )}
      <div className="mt-10 gap-x-14 lg:grid lg:grid-cols-[14rem_1fr]">
        <Contents sections={sections} />
        <div className="min-w-0 space-y-11 max-lg:mt-10">
          {operatorHeading && <OperatorFacts heading={operatorHeading} />}
          {sections.map((section) => (
            <TextSection key={section.heading} section={section} />
          ))}
        </div>
      </div>
    </article>
  )
}

function Contents({ sections }: { sections: readonly Section[] }) {
  return (
    <nav aria-label="On this page" className="self-start lg:sticky lg:top-8 print:hidden">
      <ul className="border-s border-line">
        {sections.map((section) => (
          <li key={section.heading}>
            <a
              href={`#${slugOf(section)}`}
              className="flex min-h-9 items-center border-s-2 border-transparent py-1 ps-4 text-muted hover:border-brand hover:text-ink"
            >
              {section.heading}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function TextSection({ section }: { section: Section }) {
  const { heading, text = [], list = [], steps = [], table, link } = section
  return (
    <section id={slugOf(section)} className="max-w-3xl scroll-mt-8 text-[1rem] leading-relaxed">
      <h2 className="text-xl">{heading}</h2>
      {text.map((paragraph) => (
        <p key={paragraph} className="mt-3">
          {paragraph}
        </p>
      ))}
      {list.length > 0 && (
        <ul className="mt-3 list-disc space-y-2 ps-5 marker:text-muted">
          {list.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      )}
      {steps.map((step) => (
        <CodeStep key={step.text} {...step} />
      ))}
      {table && <TextTable caption={heading} {...table} />}
      {link && (
        <p className="mt-4">
          <Link href={link.href} reload className="text-link inline-block py-1 font-medium">
            {link.label}
          </Link>
        </p>
      )}
    </section>
  )
}

/** Code is scrolled in its own box, which a keyboard reaches. */
const CodeStep = ({ text, code }: Step) => (
  <div className="mt-5">
    <p>{text}</p>
    <pre
      tabIndex={0}
      role="region"
      aria-label={text}
      className="mt-2 overflow-x-auto rounded-lg border border-line bg-surface p-4 text-small leading-relaxed"
    >
      <code>{code}</code>
    </pre>
  </div>
)

/** Rows become blocks where there is no room for columns, each cell with its column's name. */
function TextTable({ caption, columns, rows }: Table & { caption: string }) {
  return (
    <table className="mt-5 w-full border-t border-line text-body max-md:wrap-anywhere md:break-words">
      <caption className="sr-only">{caption}</caption>
      <thead className="max-md:sr-only">
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col" className="py-2 pe-6 text-start text-small font-semibold text-muted">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells) => (
          <tr key={cells[0]} className="border-b border-line align-top max-md:block max-md:py-3">
            {cells.map((cell, index) =>
              index === 0 ? (
                <th
                  key={index}
                  scope="row"
                  className="py-3 pe-6 text-start font-medium max-md:block max-md:py-0.5 md:w-2/5"
                >
                  {cell}
                </th>
              ) : (
                <td key={index} className="py-3 pe-6 max-md:block max-md:py-0.5">
                  <span className="me-2 whitespace-nowrap text-muted md:hidden" aria-hidden>
                    {columns[index]}:
                  </span>
                  {cell}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
