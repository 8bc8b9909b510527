import words from '../../../build/content/page.dental-consent-forms.json'
import { languages, languageTags } from '../../../contract/languages.ts'
import { publicMeta } from '../../page-meta.ts'
import { ButtonLink } from '../../ui/plain/button.tsx'
import { fillCounts } from './library-counts.ts'
import { PageHeading, PageLead, Section, SectionLead, SectionTitle } from './marketing-section.tsx'
import { SampleForm } from './sample-form.tsx'
import { SpecimenForm } from './specimen-form.tsx'

export const meta = () => publicMeta('/dental-consent-forms', words)

export default function DentalConsentForms() {
  return (
    <>
      <div className="mx-auto w-full max-w-page px-6 pt-12 sm:pt-20">
        <PageHeading className="max-w-3xl">{words.heading}</PageHeading>
        <PageLead className="mt-6 max-w-2xl">{words.lead}</PageLead>
        <ButtonLink href="/try-consent" size="large" className="mt-8">
          {words.open}
        </ButtonLink>
      </div>
      <SpecimenForm words={words.specimen} notes={words.notes} />
      <WholeForm />
      <Making />
      <Formats />
      <Languages />
      <Extras />
    </>
  )
}

/** Long, so it opens when somebody wants it. */
function WholeForm() {
  return (
    <details className="mx-auto w-full max-w-page px-6 pb-16">
      <summary className="text-lg font-medium text-brand underline decoration-1 underline-offset-4">
        {words.specimen.more}
      </summary>
      <div className="-mx-6">
        <SampleForm />
      </div>
    </details>
  )
}

function Making() {
  const { heading, items, result } = words.making
  return (
    <Section tone="surface" labelledBy="making">
      <SectionTitle id="making">{heading}</SectionTitle>
      <ol className="mt-10 grid lg:grid-cols-3">
        {items.map(({ title, text }, index) => (
          <li
            key={title}
            className="relative border-line py-6 max-lg:border-t lg:border-s lg:px-8 lg:first:border-s-0 lg:first:ps-0"
          >
            {index > 0 && (
              <span
                aria-hidden
                className="absolute top-6 -start-4 hidden size-8 items-center justify-center rounded-full border border-line bg-surface text-xl text-brand lg:flex"
              >
                +
              </span>
            )}
            <h3 className="text-xl tracking-tight">{title}</h3>
            <p className="mt-2 text-[1.0625rem] leading-relaxed text-muted">{fillCounts(text)}</p>
          </li>
        ))}
      </ol>
      <p className="mt-6 border-t-2 border-brand pt-5 text-xl font-semibold tracking-tight text-brand">
        {result}
      </p>
    </Section>
  )
}

function Formats() {
  const { heading, lead, rows } = words.formats
  return (
    <Section labelledBy="formats">
      <SectionTitle id="formats">{heading}</SectionTitle>
      <SectionLead>{lead}</SectionLead>
      <dl className="mt-10 border-t border-line">
        {rows.map(({ name, text }) => (
          <div
            key={name}
            className="grid gap-x-10 gap-y-1 border-b border-line py-5 sm:grid-cols-[12rem_1fr]"
          >
            <dt className="text-lg font-semibold">{name}</dt>
            <dd className="max-w-2xl text-[1.0625rem] leading-relaxed text-muted">{text}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

/**
 * Each language as its readers write it, with its English name: in the font of the device, since one letter beyond the
 * Latin of these pages would fetch a second file of ours, larger than all the rest.
 */
function Languages() {
  const { heading, text, english } = words.languages
  return (
    <Section tone="soft" labelledBy="languages" className="grid gap-x-16 gap-y-10 lg:grid-cols-2">
      <div>
        <SectionTitle id="languages">{heading}</SectionTitle>
        <p className="mt-4 text-[1.0625rem] leading-relaxed text-pretty">{text}</p>
      </div>
      <ul className="grid content-start gap-x-8 gap-y-5 min-[26rem]:grid-cols-2">
        <li className="text-2xl tracking-tight">{english}</li>
        {languageTags.map((tag) => (
          <li key={tag}>
            <span lang={tag} dir={languages[tag].direction} className="text-2xl font-[family-name:system-ui]">
              {languages[tag].ownName}
            </span>
            <span className="block text-[1rem] text-muted">{languages[tag].name}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Extras() {
  return (
    <Section labelledBy="extras">
      <SectionTitle id="extras">{words.extras.heading}</SectionTitle>
      <SectionLead>{words.extras.text}</SectionLead>
    </Section>
  )
}
