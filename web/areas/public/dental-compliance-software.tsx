import { KeyRound } from 'lucide-react'
import words from '../../../build/content/page.dental-compliance-software.json'
import { publicMeta } from '../../page-meta.ts'
import { Link } from '../../ui/plain/link.tsx'
import { PageHeading, PageLead, SectionTitle, WidePicture } from './marketing-section.tsx'
import { ProductPicture } from './product-picture.tsx'

export const meta = () => publicMeta('/dental-compliance-software', words)

type Part = (typeof words.parts)[number]
type Duty = Part['rows'][number]

export default function DentalComplianceSoftware() {
  return (
    <div className="mx-auto grid w-full max-w-page gap-x-16 px-6 pt-12 pb-20 sm:pt-20 lg:grid-cols-[13rem_minmax(0,1fr)]">
      <Contents />
      <div className="min-w-0 lg:col-start-2 lg:row-start-1">
        <PageHeading className="max-w-2xl">{words.heading}</PageHeading>
        <PageLead className="mt-6 max-w-2xl">{words.lead}</PageLead>
        <p className="mt-8 rounded-lg border border-warn-edge bg-warn-soft px-5 py-4 text-[1.0625rem] leading-relaxed">
          {words.notice}
        </p>
        <p className="mt-6 flex items-start gap-2 text-[1rem] text-muted">
          <KeyRound className="mt-1 size-4 shrink-0" aria-hidden /> {words.signedIn}
        </p>
        {words.parts.map((part) => (
          <Duties key={part.id} part={part} />
        ))}
        <Limitations />
      </div>
    </div>
  )
}

const linkClass =
  'flex min-h-11 items-center border-s-2 border-line ps-4 text-[1rem] text-muted hover:border-brand hover:text-ink'

function Contents() {
  return (
    <nav aria-label={words.contents} className="max-lg:hidden">
      <ul className="sticky top-8">
        {words.parts.map(({ id, name }) => (
          <li key={id}>
            <a href={`#${id}`} className={linkClass}>
              {name}
            </a>
          </li>
        ))}
        <li>
          <a href="#not" className={linkClass}>
            {words.not.heading}
          </a>
        </li>
      </ul>
    </nav>
  )
}

function Duties({ part }: { part: Part }) {
  return (
    <section aria-labelledby={part.id} className="pt-16">
      <SectionTitle id={part.id} className="scroll-mt-8">
        {part.heading}
      </SectionTitle>
      <p className="mt-3 max-w-2xl text-lg leading-relaxed text-muted">{part.lead}</p>
      <ol className="mt-8 border-t-2 border-ink">
        {part.rows.map((duty) => (
          <DutyRow key={duty.code} duty={duty} />
        ))}
      </ol>
      {'after' in part && part.after && (
        <p className="mt-5 max-w-2xl text-[1rem] leading-relaxed text-muted">{part.after}</p>
      )}
      {part.id === 'gdc' && (
        <div className="mt-10">
          <WidePicture>
            <ProductPicture name="verify" />
          </WidePicture>
        </div>
      )}
    </section>
  )
}

function DutyRow({ duty: { code, asked, answer, where, href, signedIn } }: { duty: Duty }) {
  return (
    <li className="grid gap-x-8 gap-y-3 border-b border-line py-6 sm:grid-cols-[5rem_1fr] md:grid-cols-[5rem_1fr_1.35fr]">
      <p className="text-[1rem] font-semibold whitespace-nowrap text-brand tabular-nums">{code}</p>
      <p className="text-[1rem] leading-relaxed">
        <span className="sr-only">{words.columns.asked}: </span>
        {asked}
      </p>
      <div className="sm:col-start-2 md:col-start-3">
        <p className="text-[1rem] leading-relaxed text-muted">
          <span className="sr-only">{words.columns.answer}: </span>
          {answer}
        </p>
        <p className="mt-1">
          <Link href={href} reload className="text-link inline-flex min-h-11 items-center gap-2 text-[1rem]">
            <span className="sr-only">{words.columns.where}: </span>
            {signedIn && <KeyRound className="size-4" aria-hidden />}
            {where}
            <span className="sr-only"> ({code})</span>
          </Link>
        </p>
      </div>
    </li>
  )
}

function Limitations() {
  return (
    <section aria-labelledby="not" className="mt-16 rounded-xl border border-line bg-surface p-6 sm:p-10">
      <SectionTitle id="not" className="scroll-mt-8">
        {words.not.heading}
      </SectionTitle>
      <ul className="mt-6 max-w-2xl list-disc space-y-4 ps-6 text-lg leading-relaxed text-muted">
        {words.not.items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </section>
  )
}
