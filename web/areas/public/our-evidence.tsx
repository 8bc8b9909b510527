import type { ReactNode } from 'react'
import type { LibraryEvidence } from '../../../build/content/types.d.ts'
import words from '../../../build/content/page.our-evidence.json'
import { publicMeta } from '../../page-meta.ts'
import { calendarDayText } from '../../ui/plain/date-text.ts'
import { Disclosure } from '../../ui/plain/disclosure.tsx'
import type { Route } from './+types/our-evidence.ts'
import { fillCounts } from './library-counts.ts'
import {
  OnwardLink,
  PageHeading,
  PageLead,
  Section,
  SectionLead,
  SectionTitle,
} from './marketing-section.tsx'

export const meta = () =>
  publicMeta('/our-evidence', { title: fillCounts(words.title), description: words.description })

/** Read while the page is built: what `npm run content -- report` counts too. */
export const loader = async (): Promise<LibraryEvidence> =>
  (await import('../../../build/content/library-evidence.json')).default as LibraryEvidence

const number = new Intl.NumberFormat('en-GB')
const fill = (text: string, values: Record<string, number | string>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name]
    return typeof value === 'number' ? number.format(value) : (value ?? whole)
  })

export default function OurEvidence({ loaderData: evidence }: Route.ComponentProps) {
  const { templates, awaitingReview: awaiting } = evidence
  return (
    <>
      <div className="mx-auto w-full max-w-page px-6 pt-12 pb-16 sm:pt-20">
        <PageHeading className="max-w-3xl">{words.heading}</PageHeading>
        <PageLead className="mt-4 max-w-2xl">{words.lead}</PageLead>
        <section aria-labelledby="review" className="mt-8 max-w-3xl rounded-lg bg-brand-soft p-5">
          <h2 id="review" className="text-lg">
            {words.noApproval.heading}
          </h2>
          <p className="mt-1 text-[1rem] leading-relaxed">
            {fill(words.noApproval.text, { awaiting, templates })}
          </p>
        </section>
      </div>
      <Counts evidence={evidence} />
      <CertaintyTable certainty={evidence.certainty} />
      <SourceList evidence={evidence} />
    </>
  )
}

function Counts({ evidence }: { evidence: LibraryEvidence }) {
  const { counts } = words
  const share = (part: number, whole: number) => fill(counts.share, { part, whole })
  const rows = [
    [counts.templates, number.format(evidence.templates)],
    [counts.risks, number.format(evidence.risks)],
    [counts.sources, number.format(evidence.sources)],
    [counts.serious, share(evidence.seriousSourced, evidence.serious)],
    [counts.sourced, share(evidence.sourced, evidence.risks)],
    [counts.searched, number.format(evidence.searched)],
  ] as const
  return (
    <Section tone="surface" labelledBy="counts">
      <SectionTitle id="counts">{counts.heading}</SectionTitle>
      <dl className="mt-8 grid gap-x-12 gap-y-6 sm:grid-cols-2 lg:grid-cols-3">
        {rows.map(([term, value]) => (
          <div key={term} className="flex flex-col-reverse justify-end border-t border-line pt-4">
            <dt className="text-[1rem] text-muted">{term}</dt>
            <dd className="text-2xl font-semibold tracking-tight tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

const grades = ['high', 'moderate', 'low', 'opinion', 'ungraded'] as const

function CertaintyTable({ certainty }: Pick<LibraryEvidence, 'certainty'>) {
  const { heading, lead, grade, meaning, count, grades: texts } = words.certainty
  const headClass = 'py-2 pe-4 text-start text-small font-semibold text-muted'
  return (
    <Section labelledBy="certainty">
      <SectionTitle id="certainty">{heading}</SectionTitle>
      <SectionLead>{lead}</SectionLead>
      <table className="mt-8 w-full max-w-3xl border-t border-line text-[1rem]">
        <caption className="sr-only">{heading}</caption>
        <thead>
          <tr>
            {[grade, meaning].map((column) => (
              <th key={column} scope="col" className={headClass}>
                {column}
              </th>
            ))}
            <th scope="col" className="py-2 text-end text-small font-semibold text-muted">
              {count}
            </th>
          </tr>
        </thead>
        <tbody>
          {grades.map((name) => (
            <tr key={name} className="border-t border-line align-top">
              <th scope="row" className="py-3 pe-4 text-start font-semibold">
                {texts[name][0]}
              </th>
              <td className="py-3 pe-4 text-muted">{texts[name][1]}</td>
              <td className="py-3 text-end tabular-nums">{number.format(certainty[name])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}

const usedIn = (count: number): string => {
  const { one, other } = words.sources.templates
  return fill(count === 1 ? one : other, { count })
}

function SourceList({ evidence: { published, other, checkedOn } }: { evidence: LibraryEvidence }) {
  const { heading, lead, read, other: otherHeading, otherLead } = words.sources
  return (
    <Section tone="surface" labelledBy="sources">
      <SectionTitle id="sources">{`${heading} (${number.format(published.length)})`}</SectionTitle>
      {checkedOn && <SectionLead>{fill(lead, { day: calendarDayText(checkedOn) })}</SectionLead>}
      <Disclosure summary={words.sources.open} className="mt-6">
        <Sources id="published-sources">
          {published.map(({ url, reference, setting, read: howMuch, templates }) => (
            <li key={url} className="break-inside-avoid">
              <a href={url} className="text-link text-[1rem] wrap-anywhere">
                {reference}
              </a>
              <p className="text-small text-muted">
                {[setting, read[howMuch], usedIn(templates)].join(' · ')}
              </p>
            </li>
          ))}
        </Sources>
      </Disclosure>
      <h3 className="mt-14 text-xl">{`${otherHeading} (${number.format(other.length)})`}</h3>
      <p className="mt-2 max-w-2xl text-[1rem] text-muted">{otherLead}</p>
      <Sources>
        {other.map(({ reference, templates }) => (
          <li key={reference} className="break-inside-avoid">
            <p className="text-[1rem]">{reference}</p>
            <p className="text-small text-muted">{usedIn(templates)}</p>
          </li>
        ))}
      </Sources>
      <p className="mt-10">
        <OnwardLink href="/dental-templates">{words.library}</OnwardLink>
      </p>
    </Section>
  )
}

const Sources = ({ id, children }: { id?: string; children: ReactNode }) => (
  <ul id={id} className="mt-4 gap-x-12 space-y-4 md:columns-2">
    {children}
  </ul>
)
