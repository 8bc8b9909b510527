import { ShieldCheck } from 'lucide-react'
import home from '../../../build/content/page.home.json'
import site from '../../../build/content/page.site.json'
import { publicMeta } from '../../page-meta.ts'
import { ButtonLink } from '../../ui/plain/button.tsx'
import { Link } from '../../ui/plain/link.tsx'
import { ChainDrawing } from './chain-drawing.tsx'
import { ConsentTrial } from './consent-trial.tsx'
import { fillCounts } from './library-counts.ts'
import {
  OnwardLink,
  PageHeading,
  PageLead,
  Point,
  Section,
  SectionLead,
  SectionTitle,
  WidePicture,
} from './marketing-section.tsx'
import { ProductPicture, type PictureName } from './product-picture.tsx'

export const meta = () => publicMeta('/', site)

export default function Home() {
  return (
    <>
      <Hero />
      <Facts />
      <ConsentTrial />
      <Team />
      <Patient />
      <EvidenceSection />
      <People />
      <PlainLanguage />
      <More />
    </>
  )
}

function Hero() {
  return (
    <div className="overflow-hidden">
      <div className="mx-auto grid w-full max-w-page gap-x-14 px-6 pt-12 sm:pt-16 lg:grid-cols-[minmax(0,1fr)_28rem] lg:pt-0">
        <div className="pb-12 lg:self-center lg:py-20">
          <PageHeading>{home.heading}</PageHeading>
          <PageLead className="mt-6 max-w-xl">{home.lead}</PageLead>
          <div className="mt-9 flex flex-wrap gap-3">
            <ButtonLink href="/try-consent" size="large">
              {home.try}
            </ButtonLink>
            <ButtonLink href="/register" size="large" variant="quiet">
              {home.start}
            </ButtonLink>
          </div>
          <p className="mt-5 text-[1rem] text-muted">{home.note}</p>
        </div>
        <BothSides />
      </div>
    </div>
  )
}

/** The practice's screen behind the patient's, cut off by the edges of the first screen. */
function BothSides() {
  return (
    <div className="relative h-80 lg:h-[38rem]">
      <div className="absolute top-14 left-28 w-[56rem] max-lg:hidden">
        <ProductPicture name="consent-list" />
      </div>
      <div className="mx-auto w-66 lg:absolute lg:top-28 lg:left-0">
        <ProductPicture name="patient-reading" eager />
      </div>
    </div>
  )
}

function Facts() {
  return (
    <div className="border-y border-line bg-surface">
      <dl className="mx-auto grid w-full max-w-page sm:grid-cols-2 lg:grid-cols-4">
        {home.facts.map(({ figure, text }) => (
          <div
            key={figure}
            className="border-line px-6 py-8 max-sm:[&+*]:border-t sm:max-lg:nth-[n+3]:border-t lg:[&+*]:border-s"
          >
            <dt className="text-xl font-semibold tracking-tight text-brand">{fillCounts(figure)}</dt>
            <dd className="mt-2 text-[1rem] leading-relaxed text-muted">{fillCounts(text)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function Team() {
  const { heading, text, link } = home.team
  return (
    <Section labelledBy="team">
      <div className="grid items-baseline gap-x-16 lg:grid-cols-2">
        <SectionTitle id="team">{heading}</SectionTitle>
        <div>
          <p className="text-lg leading-relaxed text-muted max-lg:mt-4">{text}</p>
          <OnwardLink href="/dental-practice-management">{link}</OnwardLink>
        </div>
      </div>
      <div className="mt-10">
        <WidePicture>
          <ProductPicture name="day-board" />
        </WidePicture>
      </div>
    </Section>
  )
}

function Patient() {
  const { heading, text, moments } = home.patient
  return (
    <Section tone="surface" labelledBy="patient">
      <SectionTitle id="patient">{heading}</SectionTitle>
      <SectionLead>{text}</SectionLead>
      <ol className="mt-12 grid gap-x-12 gap-y-14 md:grid-cols-3">
        {moments.map(({ picture, title, text: said }) => (
          <li key={picture} className="flex flex-col-reverse justify-end gap-6">
            <div>
              <Point title={title}>{said}</Point>
            </div>
            <div className="mx-auto w-full max-w-64">
              <ProductPicture name={picture as PictureName} />
            </div>
          </li>
        ))}
      </ol>
    </Section>
  )
}

function EvidenceSection() {
  const { heading, text, points, link, chain } = home.record
  return (
    <Section tone="soft" labelledBy="record">
      <SectionTitle id="record">{heading}</SectionTitle>
      <SectionLead className="text-ink">{text}</SectionLead>
      <ChainDrawing words={chain} />
      <ol className="mt-10 grid gap-x-12 gap-y-8 md:grid-cols-3">
        {points.map(({ title, text: said }) => (
          <li key={title} className="border-t border-brand/30 pt-5">
            <Point title={title}>{said}</Point>
          </li>
        ))}
      </ol>
      <div className="mt-8">
        <ButtonLink href="/verify" variant="quiet" icon={ShieldCheck}>
          {link}
        </ButtonLink>
      </div>
    </Section>
  )
}

function People() {
  const { heading, who } = home.people
  return (
    <Section labelledBy="people">
      <SectionTitle id="people">{heading}</SectionTitle>
      <ul className="mt-10 divide-y divide-line border-y border-line">
        {who.map(({ title, text, link, href }) => (
          <li
            key={href}
            className="grid gap-x-12 gap-y-2 py-8 md:grid-cols-[14rem_1fr_auto] md:items-baseline"
          >
            <h3 className="text-xl tracking-tight">{title}</h3>
            <p className="max-w-xl text-[1.0625rem] leading-relaxed text-muted">{text}</p>
            <OnwardLink href={href}>{link}</OnwardLink>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function PlainLanguage() {
  const { heading, items } = home.plain
  return (
    <Section tone="surface" labelledBy="plainly" className="grid gap-x-16 gap-y-10 lg:grid-cols-[16rem_1fr]">
      <SectionTitle id="plainly">{heading}</SectionTitle>
      <dl className="max-w-2xl space-y-9">
        {items.map(({ title, text }) => (
          <div key={title}>
            <dt className="text-lg font-semibold">{title}</dt>
            <dd className="mt-2 text-lg leading-relaxed text-muted">{text}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

function More() {
  const { heading, pages } = home.more
  return (
    <Section labelledBy="more">
      <SectionTitle id="more">{heading}</SectionTitle>
      <ul className="mt-8 grid gap-px overflow-hidden rounded-xl border border-line bg-line sm:grid-cols-2 lg:grid-cols-4">
        {pages.map(({ href, title, text }) => (
          <li key={href} className="flex bg-surface">
            <Link href={href} className="block w-full p-6 -outline-offset-4 hover:bg-brand-soft">
              <span className="text-[1.0625rem] font-semibold text-brand underline decoration-1 underline-offset-4">
                {title}
              </span>
              <span className="mt-1.5 block text-[1rem] leading-snug text-muted">{fillCounts(text)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}
