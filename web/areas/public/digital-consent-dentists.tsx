import { ArrowRight } from 'lucide-react'
import words from '../../../build/content/page.digital-consent-dentists.json'
import { publicMeta } from '../../page-meta.ts'
import {
  OnwardLink,
  PageHeading,
  PageLead,
  Point,
  Section,
  SectionLead,
  SectionTitle,
} from './marketing-section.tsx'
import { ProductPicture, type PictureName } from './product-picture.tsx'

export const meta = () => publicMeta('/digital-consent-dentists', words)

export default function DigitalConsentDentists() {
  return (
    <>
      <div className="mx-auto w-full max-w-page px-6 pt-12 sm:pt-20">
        <PageHeading className="max-w-3xl">{words.heading}</PageHeading>
        <PageLead className="mt-6 max-w-2xl">{words.lead}</PageLead>
      </div>
      <Appointment />
      <Law />
      <YourTime />
      <NoteForTheChart />
      <TryIt />
    </>
  )
}

type Moment = (typeof words.timeline)[number]

/** One appointment as a line down the page, each moment with its time. */
function Appointment() {
  return (
    <div className="mx-auto w-full max-w-page px-6 pt-10 pb-16">
      <p className="text-[1rem] text-muted">{words.case}</p>
      <ol className="mt-8">
        {words.timeline.map((moment) => (
          <li key={moment.time} className="grid sm:grid-cols-[8rem_1fr]">
            <p className="pb-2 text-lg font-semibold text-brand tabular-nums sm:pe-6 sm:text-end">
              {moment.time}
            </p>
            <div className="relative border-s border-brand/40 ps-8 pb-14">
              <span
                aria-hidden
                className="absolute -start-[0.4375rem] top-1.5 size-3.5 rounded-full border-2 border-brand bg-paper"
              />
              <h2 className="text-xl tracking-tight">{moment.title}</h2>
              <p className="mt-2 max-w-2xl text-lg leading-relaxed text-muted">{moment.text}</p>
              <Shown moment={moment} />
            </div>
          </li>
        ))}
      </ol>
    </div>
  )
}

function Shown({ moment }: { moment: Moment }) {
  if (moment.note)
    return (
      <p className="mt-5 max-w-2xl rounded-md border border-line bg-surface px-5 py-4 font-mono text-[1rem] leading-relaxed">
        {moment.note}
      </p>
    )
  if (moment.reading)
    return (
      <dl className="mt-5 max-w-2xl border-y border-line">
        {moment.reading.map(({ from, to }) => (
          <div
            key={from}
            className="grid items-baseline gap-x-4 border-line py-3 sm:grid-cols-[10rem_1fr] [&+*]:border-t"
          >
            <dt className="font-mono text-[1rem]">{from}</dt>
            <dd className="flex items-baseline gap-3 text-[1.0625rem]">
              <ArrowRight className="size-4 shrink-0 translate-y-0.5 text-brand" aria-hidden />
              {to}
            </dd>
          </div>
        ))}
      </dl>
    )
  if (!moment.picture) return null
  const picture = (
    <ProductPicture
      name={moment.picture as PictureName}
      sizes="(min-width: 64rem) 56rem, (min-width: 40rem) 80vw, 46rem"
    />
  )
  if (moment.picture.startsWith('patient-')) return <div className="mt-6 max-w-72">{picture}</div>
  // On a phone a window is shown as large as it can be read, its left edge and what goes beyond the screen cut off.
  return (
    <div className="mt-6 max-w-4xl max-sm:-me-6 max-sm:overflow-hidden max-sm:contain-inline-size">
      <div className="max-sm:-ms-36 max-sm:w-[46rem]">{picture}</div>
    </div>
  )
}

function Law() {
  const { heading, lead, first, second, source, after } = words.law
  return (
    <Section tone="surface" labelledBy="montgomery">
      <SectionTitle id="montgomery">{heading}</SectionTitle>
      <SectionLead>{lead}</SectionLead>
      <div className="mt-10 grid gap-y-10 md:grid-cols-2">
        {[first, second].map(({ quote, text }) => (
          <div
            key={quote}
            className="border-line max-md:border-t max-md:pt-8 md:px-10 md:first:ps-0 md:last:border-s md:last:pe-0"
          >
            <blockquote className="text-xl leading-snug tracking-tight text-pretty">‘{quote}’</blockquote>
            <p className="mt-4 text-[1.0625rem] leading-relaxed text-muted">{text}</p>
          </div>
        ))}
      </div>
      <p className="mt-6 text-[1rem] text-muted">{source}</p>
      <p className="mt-8 max-w-3xl text-lg leading-relaxed">{after}</p>
    </Section>
  )
}

function YourTime() {
  const { heading, items } = words.time
  return (
    <Section labelledBy="time" className="grid gap-x-16 gap-y-8 lg:grid-cols-[16rem_1fr]">
      <SectionTitle id="time">{heading}</SectionTitle>
      <ul className="grid gap-8">
        {items.map(({ title, text }) => (
          <li key={title} className="border-t border-line pt-5">
            <Point title={title}>{text}</Point>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function NoteForTheChart() {
  const { heading, text, lines, caption } = words.note
  return (
    <Section tone="soft" labelledBy="note">
      <SectionTitle id="note">{heading}</SectionTitle>
      <SectionLead className="text-ink">{text}</SectionLead>
      <figure className="mt-8">
        <div className="overflow-x-auto rounded-md border border-brand/30 bg-surface px-5 py-4 font-mono text-[0.9375rem] leading-relaxed">
          {lines.map((line) => (
            <p key={line} className="ps-6 -indent-6">
              {line}
            </p>
          ))}
        </div>
        <figcaption className="mt-3 text-[1rem]">{caption}</figcaption>
      </figure>
    </Section>
  )
}

function TryIt() {
  return (
    <Section labelledBy="judgement">
      <SectionTitle id="judgement">{words.judgement.heading}</SectionTitle>
      <SectionLead>{words.judgement.text}</SectionLead>
      <p className="mt-6">
        <OnwardLink href="/try-consent">{words.judgement.try}</OnwardLink>
      </p>
    </Section>
  )
}
