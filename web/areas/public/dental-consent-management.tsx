import words from '../../../build/content/page.dental-consent-management.json'
import {
  child_of_17_until_age,
  child_until_age,
  nationNames,
  nations,
  retentionYears,
} from '../../../contract/retention-rules.ts'
import { publicMeta } from '../../page-meta.ts'
import { ConsentStates } from './consent-states.tsx'
import { LifecycleDrawing } from './lifecycle-drawing.tsx'
import {
  OnwardLink,
  PageHeading,
  PageLead,
  Point,
  Section,
  SectionLead,
  SectionTitle,
} from './marketing-section.tsx'
import { ProductPicture } from './product-picture.tsx'

export const meta = () => publicMeta('/dental-consent-management', words)

export default function DentalConsentManagement() {
  return (
    <>
      <div className="mx-auto w-full max-w-page px-6 pt-12 sm:pt-20">
        <PageHeading className="max-w-3xl">{words.heading}</PageHeading>
        <PageLead className="mt-6 max-w-2xl">{words.lead}</PageLead>
        <LifecycleDrawing words={words.line} names={words.states.rows} />
      </div>
      <ConsentStates words={words.states} />
      <PendingConsentsSection />
      <Change />
      <Withdrawal />
      <RetentionSection />
      <Later />
    </>
  )
}

function PendingConsentsSection() {
  const { heading, text, points } = words.waiting
  return (
    <Section labelledBy="waiting" className="grid items-center gap-x-16 gap-y-10 lg:grid-cols-[1fr_18rem]">
      <div>
        <SectionTitle id="waiting">{heading}</SectionTitle>
        <SectionLead>{text}</SectionLead>
        <ul className="mt-8 grid gap-6 sm:grid-cols-3">
          {points.map(({ title, text: said }) => (
            <li key={title} className="border-t border-line pt-4">
              <Point title={title}>{said}</Point>
            </li>
          ))}
        </ul>
      </div>
      <ProductPicture name="waiting-list" />
    </Section>
  )
}

function Change() {
  const { heading, lead, was, is, examples } = words.change
  return (
    <Section tone="surface" labelledBy="change">
      <SectionTitle id="change">{heading}</SectionTitle>
      <SectionLead>{lead}</SectionLead>
      <dl className="mt-10 grid gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-2 lg:grid-cols-4">
        {examples.map(({ what, was: before, is: now, then }) => (
          <div key={what} className="bg-surface p-5">
            <dt className="flex items-baseline justify-between gap-3 text-[1rem] font-semibold">
              {what} <span className="text-small font-medium text-brand">{then}</span>
            </dt>
            <dd className="mt-3 text-[1rem] text-muted">
              <span className="sr-only">{was}: </span>
              <s className="decoration-bad/60">{before}</s>
            </dd>
            <dd className="text-[1rem]">
              <span className="sr-only">{is}: </span>
              {now}
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

function Withdrawal() {
  const { heading, text, steps } = words.withdrawal
  return (
    <Section tone="soft" labelledBy="withdrawal" className="grid gap-x-16 gap-y-8 lg:grid-cols-2">
      <div>
        <SectionTitle id="withdrawal">{heading}</SectionTitle>
        <p className="mt-4 text-lg leading-relaxed">{text}</p>
      </div>
      <ol className="self-center border-s-2 border-brand">
        {steps.map((step) => (
          <li key={step} className="relative py-3 ps-7 text-lg">
            <span aria-hidden className="absolute top-5 -start-[0.4375rem] size-3 rounded-full bg-brand" />
            {step}
          </li>
        ))}
      </ol>
    </Section>
  )
}

function RetentionSection() {
  const { heading, lead, columns, years, children, steps } = words.keeping
  const ofChildren = children
    .replace('{until}', String(child_until_age))
    .replace('{late}', String(child_of_17_until_age))
  return (
    <Section labelledBy="keeping">
      <SectionTitle id="keeping">{heading}</SectionTitle>
      <SectionLead>{lead}</SectionLead>
      <table className="mt-10 w-full max-w-4xl text-[1.0625rem]">
        <thead>
          <tr className="border-b-2 border-ink text-start">
            <th className="py-2 pe-6 text-start font-semibold">{columns.nation}</th>
            <th className="py-2 pe-6 text-start font-semibold">{columns.adults}</th>
            <th className="py-2 text-start font-semibold max-sm:hidden">{columns.children}</th>
          </tr>
        </thead>
        <tbody>
          {nations.map((nation) => (
            <tr key={nation} className="border-b border-line">
              <th scope="row" className="py-3 pe-6 text-start font-medium">
                {nationNames[nation]}
              </th>
              <td className="py-3 pe-6">{years.replace('{count}', String(retentionYears[nation]))}</td>
              <td className="py-3 text-muted max-sm:hidden">{ofChildren}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-3 text-[1rem] text-muted sm:hidden">
        {columns.children}: {ofChildren}
      </p>
      <ol className="mt-12 grid gap-8 md:grid-cols-3">
        {steps.map(({ title, text }) => (
          <li key={title}>
            <Point title={title}>{text}</Point>
          </li>
        ))}
      </ol>
    </Section>
  )
}

function Later() {
  const { heading, text, link } = words.proof
  return (
    <Section
      tone="surface"
      labelledBy="later"
      className="grid items-center gap-x-16 gap-y-10 lg:grid-cols-[1fr_26rem]"
    >
      <div>
        <SectionTitle id="later">{heading}</SectionTitle>
        <SectionLead>{text}</SectionLead>
        <p className="mt-6">
          <OnwardLink href="/verify">{link}</OnwardLink>
        </p>
      </div>
      <ProductPicture name="signed-record" />
    </Section>
  )
}
