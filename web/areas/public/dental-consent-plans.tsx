import { ChevronDown } from 'lucide-react'
import words from '../../../build/content/page.dental-consent-plans.json'
import { planNames, plans, type Plan, type PlanName } from '../../../contract/plans.ts'
import { publicMeta } from '../../page-meta.ts'
import { ButtonLink } from '../../ui/plain/button.tsx'
import { fillCounts } from './library-counts.ts'
import { PageHeading, PageLead, Point, Section, SectionLead, SectionTitle } from './marketing-section.tsx'
import { PlanLimitDrawing } from './plan-limit-drawing.tsx'

export const meta = () => publicMeta('/dental-consent-plans', words)

const { table } = words

export default function DentalConsentPlans() {
  return (
    <>
      <div className="mx-auto w-full max-w-page px-6 pt-12 text-center sm:pt-20">
        <PageHeading className="mx-auto max-w-3xl">{words.heading}</PageHeading>
        <PageLead className="mx-auto mt-6 max-w-2xl">{words.lead}</PageLead>
      </div>
      <PlanColumns />
      <Prices />
      <AllPlansInclude />
      <Limit />
      <Questions />
    </>
  )
}

const gibibyte = 1024 ** 3

const yesOrNo = (included: boolean) => (included ? table.yes : table.no)

/** The rows of the comparison, read off the one table of plans. */
const rows: { name: string; valueOf: (plan: Plan) => string }[] = [
  {
    name: table.rows.consents,
    valueOf: ({ consents_a_month: count }) => (count === null ? table.agreed : String(count)),
  },
  {
    name: table.rows.video,
    valueOf: ({ video_storage_bytes: bytes }) => table.gigabytes.replace('{count}', String(bytes / gibibyte)),
  },
  { name: table.rows.branding, valueOf: ({ hasBranding }) => yesOrNo(hasBranding) },
  { name: table.rows.integrations, valueOf: ({ hasIntegrations }) => yesOrNo(hasIntegrations) },
  {
    name: table.rows.kiosks,
    valueOf: ({ kiosks }) => (kiosks === null ? table.asMany : String(kiosks)),
  },
  { name: table.rows.cqc, valueOf: ({ hasCqcPack }) => yesOrNo(hasCqcPack) },
  { name: table.rows.support, valueOf: ({ support }) => table.support[support] },
]

/** Columns whose rows stand level on a wide screen, and one list after the other on a phone. */
function PlanColumns() {
  return (
    <section aria-label={table.caption} className="mx-auto w-full max-w-page px-6 py-14">
      <div className="grid gap-6 sm:grid-cols-2 lg:grid-cols-4 lg:gap-0 lg:rounded-xl lg:border lg:border-line lg:bg-surface">
        {planNames.map((name) => (
          <PlanColumn key={name} name={name} plan={plans[name]} />
        ))}
      </div>
    </section>
  )
}

function PlanColumn({ name, plan }: { name: PlanName; plan: Plan }) {
  return (
    <article className="row-span-9 grid grid-rows-subgrid gap-0 border-line p-6 max-lg:rounded-xl max-lg:border max-lg:bg-surface lg:border-s lg:first:border-s-0">
      <div className="pb-6">
        <h2 className="text-xl tracking-tight">{plan.title}</h2>
        <p className="mt-1 text-[1rem] text-muted">{table.for[name]}</p>
      </div>
      <dl className="contents">
        {rows.map(({ name: row, valueOf }, index) => (
          <div key={row} className="border-t border-line py-4">
            <dt className="text-small text-muted">{row}</dt>
            <dd
              className={
                index === 0
                  ? 'mt-1 text-2xl font-semibold tracking-tight tabular-nums'
                  : valueClass(valueOf(plan))
              }
            >
              {valueOf(plan)}
            </dd>
          </div>
        ))}
        <div className="border-t border-line pt-5">
          <dt className="text-small text-muted">{table.price}</dt>
          <dd data-price={`unset ${name}`} className="group mt-2">
            <p className="hidden group-data-[price=set]:block">
              <span className="text-xl font-semibold tracking-tight tabular-nums">{`[price ${name}]`}</span>
              <span className="block text-small text-muted">{table.withoutVat}</span>
            </p>
            <ButtonLink
              href="/register"
              className="mt-3 hidden w-full group-data-[price=set]:flex"
              aria-label={`${table.try}: ${plan.title}`}
            >
              {table.try}
            </ButtonLink>
            <ButtonLink
              href="/contact"
              variant="quiet"
              className="w-full group-data-[price=set]:hidden"
              aria-label={`${table.talk}: ${plan.title}`}
            >
              {table.talk}
            </ButtonLink>
          </dd>
        </div>
      </dl>
    </article>
  )
}

const valueClass = (value: string) =>
  value === table.no ? 'mt-1 text-[1rem] text-muted' : 'mt-1 text-[1rem] font-medium'

/** Why there is no price, or what one means: which of the two, the server knows (server/page-replacements.ts). */
function Prices() {
  return (
    <div className="mx-auto w-full max-w-page px-6 pb-16 sm:pb-24">
      <div data-prices="unset" className="group border-s-2 border-brand ps-6">
        <div className="group-data-[prices=set]:hidden">
          <PriceWords {...words.prices} />
        </div>
        <div className="hidden group-data-[prices=set]:block">
          <PriceWords {...words.pricesShown} />
        </div>
      </div>
    </div>
  )
}

const PriceWords = ({ heading, text }: { heading: string; text: string }) => (
  <>
    <h2 className="text-xl tracking-tight">{heading}</h2>
    <p className="mt-2 max-w-3xl text-lg leading-relaxed text-muted">{text}</p>
  </>
)

function AllPlansInclude() {
  return (
    <Section tone="surface" labelledBy="every">
      <SectionTitle id="every">{words.every.heading}</SectionTitle>
      <dl className="mt-10 columns-1 gap-x-16 sm:columns-2">
        {words.every.items.map(({ title, text }) => (
          <div key={title} className="mb-7 break-inside-avoid">
            <dt className="text-[1.0625rem] font-semibold">{title}</dt>
            <dd className="mt-1 text-[1.0625rem] leading-relaxed text-muted">{fillCounts(text)}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

function Limit() {
  const { heading, lead, scale, steps } = words.limit
  return (
    <Section labelledBy="limit">
      <SectionTitle id="limit">{heading}</SectionTitle>
      <SectionLead>{lead}</SectionLead>
      <PlanLimitDrawing words={scale} />
      <ol className="mt-10 grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
        {steps.map(({ title, text }) => (
          <li key={title}>
            <Point title={title}>{text}</Point>
          </li>
        ))}
      </ol>
    </Section>
  )
}

function Questions() {
  const { heading, items } = words.questions
  return (
    <Section tone="surface" labelledBy="questions">
      <div className="mx-auto max-w-3xl">
        <SectionTitle id="questions">{heading}</SectionTitle>
        <div className="mt-8 border-t border-line">
          {items.map(({ title, text }) => (
            <details key={title} className="group border-b border-line">
              <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-3 text-lg font-medium hover:text-brand [&::-webkit-details-marker]:hidden">
                {title}
                <ChevronDown className="size-5 shrink-0 text-brand group-open:rotate-180" aria-hidden />
              </summary>
              <p className="pb-6 text-lg leading-relaxed text-muted">{text}</p>
            </details>
          ))}
        </div>
      </div>
    </Section>
  )
}
