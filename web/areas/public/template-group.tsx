import { ChevronRight } from 'lucide-react'
import { textConditions } from '../../../contract/conditional-wording.ts'
import words from '../../../build/content/page.template-group.json'
import { publicMeta } from '../../page-meta.ts'
import { BackLink } from '../../ui/plain/back-link.tsx'
import { CleanedHtml } from '../../ui/plain/cleaned-html.tsx'
import { calendarDayText } from '../../ui/plain/date-text.ts'
import type { Route } from './+types/template-group.ts'
import { templatesOfGroup, type TemplateText } from './library-texts.ts'
import { PageHeading, PageLead } from './marketing-section.tsx'

/** Read while the pages are built, one for each treatment type. */
export const loader = ({ request }: Route.LoaderArgs) => templatesOfGroup(new URL(request.url).pathname)

type Plural = { one: string; other: string }
const countText = (count: number, { one, other }: Plural) =>
  (count === 1 ? one : other).replace('{count}', String(count))

export const meta = ({ loaderData }: Route.MetaArgs) => {
  const { type, path, templates } = loaderData!
  return publicMeta(path, {
    title: words.title.replace('{type}', type),
    description: countText(templates.length, words.description).replace('{type}', type),
  })
}

export default function TemplateGroup({ loaderData: { type, templates } }: Route.ComponentProps) {
  return (
    <div className="mx-auto w-full max-w-4xl px-6 pt-8 pb-20">
      <BackLink href="/dental-templates">{words.back}</BackLink>
      <PageHeading className="mt-6">{type}</PageHeading>
      <PageLead className="mt-4">{words.lead}</PageLead>
      <div className="mt-8 border-t border-line">
        {templates.map((template) => (
          <Template key={template.id} template={template} />
        ))}
      </div>
    </div>
  )
}

function Template({ template }: { template: TemplateText }) {
  const { id, name, description, sections, questions } = template
  return (
    <details className="group border-b border-line">
      <summary className="grid list-none grid-cols-[1.25rem_1fr] gap-x-2 py-5 hover:text-brand [&::-webkit-details-marker]:hidden">
        <ChevronRight className="mt-1 size-5 text-brand group-open:rotate-90" aria-hidden />
        <h2 className="text-xl tracking-tight">{name}</h2>
        <p className="col-start-2 text-[1rem] text-muted">{description}</p>
      </summary>
      {/* Inside, so that an address with its name opens it. */}
      <div id={id} className="scroll-mt-24 pb-10 sm:ms-7">
        <ul className="mb-6 flex flex-wrap gap-x-5 gap-y-1 text-[1rem] text-muted">
          {factsOf(template).map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
        {sections.map(({ id: place, title, html }) => (
          <section key={place} className="border-t border-line py-5">
            <h3 className="text-lg">{title}</h3>
            <CleanedHtml html={withPlaceholderLabels(html)} className="mt-2 text-[1.0625rem]" />
          </section>
        ))}
        <section className="border-t border-line py-5">
          <h3 className="text-lg">{words.questions}</h3>
          <ul className="mt-2 list-disc space-y-1 ps-6 text-[1.0625rem] leading-relaxed">
            {questions.map((question) => (
              <li key={question}>{question}</li>
            ))}
          </ul>
        </section>
      </div>
    </details>
  )
}

const names: Record<string, string> = words.names
const conditionLabel = (name: string) => textConditions.find((condition) => condition.name === name)?.label

/** A text with what is filled in later named in brackets, its headings below that of its part. */
const withPlaceholderLabels = (html: string): string =>
  html
    .replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) =>
      words.placeholder.replace('{name}', names[name] ?? conditionLabel(name) ?? name),
    )
    .replaceAll(/<(\/?)h3>/g, '<$1h4>')

function factsOf(template: TemplateText): string[] {
  const { facts } = words
  const days = Math.round(template.reflectionHours / 24)
  return [
    facts.version
      .replace('{version}', template.version)
      .replace('{checked}', calendarDayText(template.checkedOn))
      .replace('{due}', calendarDayText(template.reviewDue)),
    ...(template.requiresTooth ? [facts.tooth] : []),
    ...(template.requiresDiagnosis ? [facts.diagnosis] : []),
    ...(template.writtenConsent === 'required' ? [facts.written] : []),
    ...(days > 0 ? [countText(days, facts.reflection)] : []),
  ]
}
