import words from '../../../build/content/page.sample-form.json'
import form from '../../../build/trial/form.en.json'
import { illustrationsOfSection } from '../../../contract/risk-figures.ts'
import { ButtonLink } from '../../ui/plain/button.tsx'
import { CleanedHtml } from '../../ui/plain/cleaned-html.tsx'
import { PictureFigure } from '../../ui/plain/picture-figure.tsx'

const { content } = form

/** A whole form made out for a patient who does not exist, open to be read; and the ways to try it and to change it. */
export function SampleForm() {
  return (
    <section id="sample" className="mx-auto w-full max-w-page px-6 py-16">
      <h2 className="text-2xl tracking-tight">{words.heading}</h2>
      <p className="mt-3 max-w-prose text-[1rem] leading-relaxed text-muted">{words.lead}</p>
      <div className="mt-8 grid items-start gap-8 lg:grid-cols-[1fr_18rem]">
        <div className="order-2 min-w-0 rounded-xl border border-line bg-surface px-5 py-8 sm:px-12 sm:py-10 lg:order-1">
          <Facts />
          {content.sections.map((section, at) => (
            <Part key={section.id} at={at} />
          ))}
          <Statements />
        </div>
        <SampleActions />
      </div>
    </section>
  )
}

function Facts() {
  const { title, templateVersion, patient, teeth, clinician, clinic } = content
  const version = words.versioned.replace('{title}', title).replace('{version}', templateVersion)
  const facts = [
    [words.facts.patient, patient.name],
    [words.facts.tooth, teeth.map(({ name, fdi }) => `${name} (${fdi})`).join(', ')],
    [words.facts.clinician, clinician.name],
    [words.facts.practice, clinic.name],
    [words.facts.version, version],
  ]
  return (
    <dl className="grid gap-x-8 gap-y-4 border-b border-line pb-8 sm:grid-cols-2">
      {facts.map(([term, fact]) => (
        <div key={term}>
          <dt className="text-muted">{term}</dt>
          <dd className="font-medium">{fact}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The form's own headings are made to stand under a part's. */
const shiftHeadings = (html: string) => html.replaceAll(/<(\/?)h3\b/g, '<$1h4')

function Part({ at }: { at: number }) {
  const { title, content: html } = content.sections[at]!
  return (
    <section className="mt-10">
      <h3 className="text-xl tracking-tight">{title}</h3>
      <CleanedHtml html={shiftHeadings(html)} dir="ltr" className="mt-3 text-[1rem]" />
      {illustrationsOfSection(content, at).pictures.map((picture) => (
        <PictureFigure key={picture.id} picture={picture} summary={words.pictureShows} className="mt-6" />
      ))}
    </section>
  )
}

function Statements() {
  return (
    <section className="mt-10 border-t border-line pt-8">
      <h3 className="text-xl tracking-tight">{words.statements}</h3>
      <ul className="mt-3 list-disc space-y-1.5 ps-6 text-[1rem] leading-relaxed">
        {content.statements.map((statement) => (
          <li key={statement}>{statement}</li>
        ))}
      </ul>
    </section>
  )
}

function SampleActions() {
  return (
    <div className="order-1 rounded-xl bg-brand-soft p-6 lg:sticky lg:top-6 lg:order-2">
      <ButtonLink href="/try-consent" reload size="large" className="w-full">
        {words.try}
      </ButtonLink>
      <p className="mt-2">{words.tryNote}</p>
      <ButtonLink href="/test-consent-form?from=sample" variant="quiet" size="large" className="mt-6 w-full">
        {words.edit}
      </ButtonLink>
      <p className="mt-2">
        {words.editNote} {words.free}
      </p>
    </div>
  )
}
