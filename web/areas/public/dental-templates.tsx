import words from '../../../build/content/page.dental-templates.json'
import { publicMeta } from '../../page-meta.ts'
import { ButtonLink } from '../../ui/plain/button.tsx'
import type { Route } from './+types/dental-templates.ts'
import { fillCounts } from './library-counts.ts'
import { catalogue } from './library-texts.ts'
import {
  OnwardLink,
  PageHeading,
  PageLead,
  Section,
  SectionLead,
  SectionTitle,
  WidePicture,
} from './marketing-section.tsx'
import { ProductPicture } from './product-picture.tsx'
import { TemplateCatalogue } from './template-catalogue.tsx'

export const meta = () =>
  publicMeta('/dental-templates', {
    title: fillCounts(words.title),
    description: fillCounts(words.description),
  })

/** Read while the page is built: the library itself never travels to browsers. */
export const loader = () => catalogue()

export default function DentalTemplates({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <div className="mx-auto w-full max-w-page px-6 pt-12 pb-20 sm:pt-20">
        <PageHeading className="max-w-3xl">{fillCounts(words.heading)}</PageHeading>
        <PageLead className="mt-4">{words.lead}</PageLead>
        <TemplateCatalogue groups={loaderData} words={words} />
        <p className="mt-6 max-w-2xl text-[1rem] text-muted">{words.licence}</p>
      </div>
      <Standard />
      <Own />
    </>
  )
}

function Standard() {
  const { heading, items } = words.standard
  return (
    <Section tone="surface" labelledBy="standard">
      <SectionTitle id="standard">{heading}</SectionTitle>
      <dl className="mt-10 grid gap-x-16 gap-y-8 lg:grid-cols-2">
        {items.map(({ term, text, link }, index) => (
          <div
            key={term}
            className="grid grid-cols-[2.5rem_1fr] content-start border-t border-line pt-5 lg:last:odd:col-span-2"
          >
            <dt className="contents">
              <span aria-hidden className="text-lg font-semibold text-brand tabular-nums">
                {index + 1}
              </span>
              <span className="text-lg font-semibold">{term}</span>
            </dt>
            <dd className="col-start-2 mt-1 text-[1.0625rem] leading-relaxed text-muted">
              {text}
              {link && (
                <span className="block">
                  <OnwardLink href={link.href}>{link.label}</OnwardLink>
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

function Own() {
  return (
    <Section labelledBy="own">
      <div className="max-w-3xl">
        <SectionTitle id="own">{words.own.heading}</SectionTitle>
        <SectionLead>{words.own.text}</SectionLead>
        <ButtonLink href="/test-consent-form" variant="quiet" size="large" className="mt-6">
          {words.own.action}
        </ButtonLink>
      </div>
      <div className="mt-12">
        <WidePicture>
          <ProductPicture name="template-editor" />
        </WidePicture>
      </div>
    </Section>
  )
}
