import { Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { DescriptionList, type Description } from '../../ui/description-list.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ButtonLink } from '../../ui/plain/button.tsx'
import { dayText, momentText } from '../../ui/plain/date-text.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { RichText } from '../../ui/plain/rich-text.tsx'
import { canChangeTemplate, type TemplateContext } from './template-context.ts'
import { TemplateApproval } from './template-approval.tsx'
import { TemplateBadge } from './template-badge.tsx'
import { TemplateReviewPanel } from './template-review-panel.tsx'
import { TemplateOffer } from './template-offer.tsx'
import type { TemplateVersion } from './template-operations.ts'
import { TemplateDetails } from './template-details.tsx'
import { TemplateVersions } from './template-versions.tsx'
import type { Template } from './template-wording-dialog.tsx'
import { requirementsText, usageText } from './template-words.ts'
import { useTemplateActions } from './use-template-actions.tsx'

type TemplateViewScreenProps = {
  template: Template
  versions: readonly TemplateVersion[]
  acting: TemplateContext
  /** Somebody other than the author of a version has to approve it. */
  needsApproval: boolean
  /** Consents of it that are under way, for those who may know. */
  consentsInProgress?: ReactNode
  /** Whether the practice stands behind its wording, where a practice looks at it. */
  adoption?: ReactNode
  /** Its text in other languages and forms. */
  renderings: ReactNode
  /** The template is gone. */
  onDeleted: () => Promise<void>
}

/** The whole of a template: what it is for, its wording as patients read it, and its versions. */
export function TemplateViewScreen(props: TemplateViewScreenProps) {
  const { template, versions, acting, needsApproval, adoption, consentsInProgress, renderings, onDeleted } =
    props
  const { paths, operations, onChanged } = acting
  const actions = useTemplateActions(acting, onDeleted)
  const own = canChangeTemplate(acting, template)
  const more: MenuItem[] = [...actions.itemsFor(template), ...actions.deletionOf(template)]
  return (
    <>
      <PageHeader
        title={template.name}
        lead={template.description && <span dir="auto">{template.description}</span>}
        badge={<TemplateBadge status={template.status} />}
        back={<Breadcrumbs trail={paths.trail} />}
        actions={
          <>
            {own && (
              <ButtonLink href={paths.edit(template.id)} icon={Pencil}>
                Edit Template
              </ButtonLink>
            )}
            {more.length > 0 && (
              <Menu label={`More actions for ${template.name}`} trigger="More" items={more} />
            )}
          </>
        }
      />
      <ProblemMessage problem={actions.problem} className="mt-4" />
      {acting.canWrite && !own && (
        <InlineMessage className="mt-5">
          This template is managed by <span dir="auto">{template.groupName ?? 'Candour'}</span>. To change its
          wording for your practice, save a personal copy and edit that.
        </InlineMessage>
      )}
      {adoption}
      {own && template.hasOffer && <TemplateOffer template={template} acting={acting} />}
      {own && <TemplateApproval {...{ template, versions, acting, needsApproval }} />}
      <div className="mt-6 grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="min-w-0 space-y-5 xl:order-2">
          <Panel title="Template">
            <DescriptionList items={factsOf(template)} />
            <TemplateDetails template={template} />
          </Panel>
          <TemplateReviewPanel template={template} acting={acting} />
        </div>
        <Panel title="Wording" className="min-w-0">
          <Sections sections={template.sections} />
        </Panel>
      </div>
      {renderings}
      {consentsInProgress}
      <TemplateVersions
        templateId={template.id}
        versions={versions}
        operations={operations}
        canRestore={own}
        waitsForApproval={needsApproval && template.status === 'active'}
        onChanged={onChanged}
      />
      {actions.dialog}
    </>
  )
}

function factsOf(template: Template): Description[] {
  const { treatmentType, treatmentSubtype, updatedAt, updatedByName, version } = template
  return [
    { term: 'Treatment Type', detail: <span dir="auto">{treatmentType}</span> },
    { term: 'Subtype', detail: <span dir="auto">{treatmentSubtype || '-'}</span> },
    { term: 'Required details', detail: requirementsText(template) },
    { term: 'Version', detail: version },
    {
      term: 'Last change',
      detail: updatedByName ? `${momentText(updatedAt)}, ${updatedByName}` : momentText(updatedAt),
    },
    { term: 'Used', detail: usedText(template) },
  ]
}

const usedText = ({ usageCount, lastUsedAt }: Template) =>
  lastUsedAt === null ? usageText(usageCount) : `${usageText(usageCount)}, last on ${dayText(lastUsedAt)}`

function Sections({ sections }: Pick<Template, 'sections'>) {
  if (sections.length === 0) return <p className="text-muted">No sections found.</p>
  return (
    <ol className="space-y-7">
      {sections.map(({ id, title, content }, index) => (
        <li key={id}>
          <h3 dir="auto" className="mb-1.5">
            {`${index + 1}. ${title}`}
          </h3>
          <RichText html={content} />
        </li>
      ))}
    </ol>
  )
}
