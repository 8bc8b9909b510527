import words from '../../../build/content/page.dental-practice-management.json'
import { readinessConditions, conditionTitles } from '../../../contract/readiness.ts'
import { publicMeta } from '../../page-meta.ts'
import { Link } from '../../ui/plain/link.tsx'
import { ExchangeDrawing } from './exchange-drawing.tsx'
import {
  PageHeading,
  PageLead,
  Point,
  Section,
  SectionLead,
  SectionTitle,
  WidePicture,
} from './marketing-section.tsx'
import { ProductPicture } from './product-picture.tsx'

export const meta = () => publicMeta('/dental-practice-management', words)

export default function DentalPracticeManagement() {
  return (
    <>
      <div className="mx-auto grid w-full max-w-page gap-x-16 gap-y-6 px-6 pt-12 sm:pt-20 lg:grid-cols-[1fr_24rem] lg:items-end">
        <PageHeading>{words.heading}</PageHeading>
        <PageLead>{words.lead}</PageLead>
      </div>
      <ExchangeDrawing words={words.diagram} />
      <Morning />
      <Back />
      <FrontDesk />
      <Limitations />
    </>
  )
}

function Morning() {
  const { heading, text, board, conditions } = words.morning
  return (
    <Section tone="surface" labelledBy="morning">
      <div className="grid gap-x-16 gap-y-8 lg:grid-cols-2">
        <div>
          <SectionTitle id="morning">{heading}</SectionTitle>
          <p className="mt-4 text-lg leading-relaxed text-muted">{text}</p>
        </div>
        <div>
          <h3 className="text-[1.0625rem]">{board}</h3>
          <ul className="mt-3 border-t border-line">
            {readinessConditions.map((name) => (
              <li key={name} className="flex items-center gap-3 border-b border-line py-2.5 text-[1rem]">
                <span aria-hidden className="size-2 shrink-0 rounded-full bg-ok" />
                {conditionTitles[name]}
              </li>
            ))}
          </ul>
          <p className="mt-3 text-[1rem] text-muted">{conditions}</p>
        </div>
      </div>
      <div className="mt-12">
        <WidePicture>
          <ProductPicture name="day-board" />
        </WidePicture>
      </div>
    </Section>
  )
}

function Back() {
  const { heading, lead, ways, reference, missing } = words.back
  return (
    <Section labelledBy="back">
      <SectionTitle id="back">{heading}</SectionTitle>
      <SectionLead>{lead}</SectionLead>
      <ol className="mt-10 border-t border-line">
        {ways.map(({ title, effort, text, sample, resources }, index) => (
          <li
            key={title}
            className="grid gap-x-10 gap-y-3 border-b border-line py-8 md:grid-cols-[3rem_14rem_1fr]"
          >
            <span aria-hidden className="text-2xl font-semibold text-brand tabular-nums max-md:hidden">
              {index + 1}
            </span>
            <div>
              <h3 className="text-xl tracking-tight">{title}</h3>
              <p className="mt-1 text-[1rem] text-brand">{effort}</p>
            </div>
            <div>
              <p className="max-w-2xl text-[1.0625rem] leading-relaxed text-muted">{text}</p>
              {sample && <p className="mt-3 font-mono text-[0.9375rem] break-all">{sample}</p>}
              {resources && (
                <ul className="mt-3 flex flex-wrap gap-2 font-mono text-[0.9375rem]">
                  {resources.map((resource) => (
                    <li key={resource} className="rounded-sm border border-line bg-surface px-2.5 py-1">
                      {resource}
                    </li>
                  ))}
                </ul>
              )}
            </div>
          </li>
        ))}
      </ol>
      <p className="mt-6">
        <Link
          href="/api/reference"
          reload
          className="text-link inline-flex min-h-11 items-center text-[1rem] font-medium"
        >
          {reference}
        </Link>
      </p>
      <p className="mt-2 max-w-2xl text-[1rem] leading-relaxed text-muted">{missing}</p>
    </Section>
  )
}

function FrontDesk() {
  const { heading, kiosk, live, ladder } = words.desk
  return (
    <Section tone="soft" labelledBy="desk">
      <SectionTitle id="desk">{heading}</SectionTitle>
      <div className="mt-10 grid items-center gap-x-16 gap-y-10 lg:grid-cols-[1.1fr_1fr]">
        <ProductPicture name="kiosk" />
        <ul className="space-y-8">
          {[kiosk, live, ladder].map(({ title, text }) => (
            <li key={title} className="border-t border-brand/30 pt-5">
              <Point title={title}>{text}</Point>
            </li>
          ))}
        </ul>
      </div>
    </Section>
  )
}

function Limitations() {
  return (
    <Section labelledBy="not-this">
      <SectionTitle id="not-this">{words.not.heading}</SectionTitle>
      <ul className="mt-10 grid gap-x-16 gap-y-7 md:grid-cols-2">
        {words.not.items.map(({ title, text }) => (
          <li key={title} className="flex gap-4 md:last:odd:col-span-2">
            <span aria-hidden className="mt-2.5 h-0.5 w-4 shrink-0 bg-bad" />
            <div>
              <h3 className="text-lg">{title}</h3>
              <p className="mt-1 text-[1.0625rem] leading-relaxed text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}
