import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import words from '../../../build/content/page.dental-consent-software.json'
import { publicMeta } from '../../page-meta.ts'
import { fillCounts } from './library-counts.ts'
import {
  OnwardLink,
  PageHeading,
  PageLead,
  Point,
  Section,
  SectionLead,
  SectionTitle,
} from './marketing-section.tsx'

export const meta = () => publicMeta('/dental-consent-software', words)

const methods = ['paper', 'signature', 'candour'] as const

export default function DentalConsentSoftware() {
  return (
    <>
      <div className="mx-auto w-full max-w-page px-6 pt-12 sm:pt-20">
        <PageHeading className="max-w-4xl">{words.heading}</PageHeading>
        <PageLead className="mt-6 max-w-2xl">{words.lead}</PageLead>
      </div>
      <Comparison />
      <Verdict />
      <Questions />
    </>
  )
}

/** A table; on a phone each need is a block of three. The roles keep it a table there too. */
function Comparison() {
  return (
    <div className="mx-auto w-full max-w-page px-6 py-14">
      <table role="table" className="block w-full text-[1rem] lg:table lg:table-fixed">
        <thead role="rowgroup" className="max-lg:sr-only">
          <tr role="row">
            <th role="columnheader" scope="col" className="w-1/5 pb-4 text-start font-medium text-muted">
              {words.criterion}
            </th>
            {methods.map((way) => (
              <th
                key={way}
                role="columnheader"
                scope="col"
                className="px-5 pb-4 text-start text-lg font-semibold"
              >
                {words.ways[way]}
              </th>
            ))}
          </tr>
        </thead>
        {words.groups.map((group) => (
          <Group key={group.title} group={group} />
        ))}
      </table>
    </div>
  )
}

type Group = (typeof words.groups)[number]

function Group({ group: { title, rows } }: { group: Group }) {
  return (
    <tbody role="rowgroup" className="max-lg:block">
      <tr role="row" className="max-lg:block">
        <th
          role="rowheader"
          scope="rowgroup"
          colSpan={4}
          className="block border-b-2 border-ink pt-10 pb-2 text-start text-xl font-semibold tracking-tight lg:table-cell"
        >
          {title}
        </th>
      </tr>
      {rows.map((row) => (
        <tr key={row.need} role="row" className="max-lg:block max-lg:border-b max-lg:border-line max-lg:py-5">
          <th
            role="rowheader"
            scope="row"
            className="block text-start align-top text-[1.0625rem] font-semibold lg:table-cell lg:border-b lg:border-line lg:py-4 lg:pe-5"
          >
            {row.need}
          </th>
          {methods.map((way) => (
            <Cell key={way} way={way} text={row[way]} isBest={row.best.includes(way)} />
          ))}
        </tr>
      ))}
    </tbody>
  )
}

function Cell({ way, text, isBest }: { way: (typeof methods)[number]; text: string; isBest: boolean }) {
  return (
    <td
      role="cell"
      className={clsx(
        'block align-top leading-relaxed max-lg:mt-3 max-lg:grid max-lg:grid-cols-[7.5rem_1fr] max-lg:gap-3 max-lg:rounded-md lg:table-cell lg:border-b lg:border-line lg:px-5 lg:py-4',
        isBest ? 'bg-brand-soft max-lg:-mx-3 max-lg:px-3 max-lg:py-2' : 'text-muted',
      )}
    >
      <span aria-hidden className="font-medium text-ink lg:hidden">
        {words.ways[way]}
      </span>
      <span>
        {isBest && (
          <span className="mb-0.5 flex items-center gap-1.5 text-small font-semibold text-brand">
            <Check className="size-4" aria-hidden /> {words.better}
          </span>
        )}
        {fillCounts(text)}
      </span>
    </td>
  )
}

function Verdict() {
  return (
    <Section tone="surface" labelledBy="verdict">
      <SectionTitle id="verdict">{words.verdict.heading}</SectionTitle>
      <ul className="mt-10 grid gap-6 md:grid-cols-3">
        {words.verdict.items.map(({ title, text }) => (
          <li key={title} className="rounded-lg border border-line p-6">
            <Point title={title}>{text}</Point>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Questions() {
  const { heading, lead, items } = words.ask
  return (
    <Section labelledBy="ask">
      <SectionTitle id="ask">{heading}</SectionTitle>
      <SectionLead>{lead}</SectionLead>
      <ol className="mt-10 max-w-3xl list-decimal space-y-8 ps-7 marker:text-lg marker:font-semibold marker:text-brand">
        {items.map(({ question, answer, href, link }) => (
          <li key={question} className="ps-3">
            <h3 className="text-lg">{question}</h3>
            <p className="mt-1 text-lg leading-relaxed text-muted">{answer}</p>
            {href && link && <OnwardLink href={href}>{link}</OnwardLink>}
          </li>
        ))}
      </ol>
    </Section>
  )
}
