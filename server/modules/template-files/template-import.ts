import { contract } from '../../../contract/index.ts'
import type { ExportedTemplate, ImportReport } from '../../../contract/template-files.ts'
import type { TemplateFields } from '../../../contract/templates.ts'
import { formatRefusalMessage, Refusal } from '../../platform/http/refusal.ts'
import { normaliseRichText } from '../../platform/rich-text-tree.ts'
import {
  lockOwnTemplate,
  createTemplate,
  templateNamesOf,
  setTemplateCare,
  updateTemplate,
  type TemplateSide,
} from '../templates/index.ts'
import { templatesNeedApproval } from '../clinics/index.ts'
import { describeIssues, templateKeyOf, printableExcerpt } from './template-file-rules.ts'
import type { Candidate } from './template-file-parser.ts'
import type { TemplateWithText } from './template-file-store.ts'
import { importTranslations, skippedTranslations } from './translation-import.ts'

type Row = ImportReport['rows'][number]
/** What became of one template, and what there is to say of it. */
type ImportOutcome = Pick<Row, 'outcome' | 'templateId' | 'isWritten' | 'remarks'>

export type Existing = 'new version' | 'keep'

/** What is there already, and what was taken in of these files, by what templates are told apart by. */
export type ExistingTemplates = { own: Map<string, TemplateWithText[]>; taken: Set<string> }

const refusedOutcome = (...remarks: string[]): ImportOutcome => ({
  ...{ outcome: 'refused', templateId: null, isWritten: false },
  remarks,
})

/** Takes one template of a file in, as if somebody had saved it here; the row that tells what became of it. */
export async function importTemplate(
  scope: TemplateSide,
  { file, name, form, remarks, template }: Candidate,
  { standing, existing }: { standing: ExistingTemplates; existing: Existing },
): Promise<Row> {
  const row = (taken: ImportOutcome): Row => ({
    file,
    name,
    ...taken,
    remarks: [...taken.remarks, ...remarks],
  })
  if (!template) return row(refusedOutcome())
  const names = templateNamesOf(template)
  const identity = names ? templateKeyOf(names) : ''
  if (standing.taken.has(identity))
    return row(refusedOutcome('The files contain this template twice. The first one was used.'))
  const own = standing.own.get(identity) ?? []
  const [newest] = own
  const reason = `Imported from ${file}`
  const taken = newest
    ? await importOverExisting(scope, newest, { template, form, existing, reason })
    : await addImported(scope, template, reason)
  if (taken.outcome !== 'refused') standing.taken.add(identity)
  if (own.length > 1)
    taken.remarks.push(
      `There are ${own.length} with this name, type and subtype. The most recently changed one is used.`,
    )
  return row(taken)
}

const refusalMessage = (reason: string, details: Record<string, unknown> = {}): string => {
  const message = formatRefusalMessage(contract.templates.update['~orpc'].meta.refusals[reason]!, details)
  const unknown = Array.isArray(details.unknown)
    ? details.unknown
        .map((name) =>
          reason === 'placeholder-unknown' || reason === 'placeholder-misplaced' ? `{{${name}}}` : name,
        )
        .join(', ')
    : ''
  return unknown ? `${message.replace(/\.$/, '')}: ${printableExcerpt(unknown)}.` : message
}

async function addImported(
  scope: TemplateSide,
  template: ExportedTemplate,
  reason: string,
): Promise<ImportOutcome> {
  const made = await createTemplate(scope, fieldsOf(template), reason)
  if (typeof made !== 'string') return refusedOutcome(refusalMessage(made.wrong, made.details))
  const { remarks } = await importCare(scope, made, { template, before: emptyCare })
  const isDraft = await templatesNeedApproval(scope)
  return {
    outcome: 'created',
    templateId: made,
    isWritten: true,
    remarks: [
      ...(isDraft ? ['It stays a draft until another person approves it.'] : []),
      ...remarks,
      ...(await importTranslations(scope, made, template.translations)).remarks,
    ],
  }
}

type ExistingMatch = {
  template: ExportedTemplate
  form: Candidate['form']
  existing: Existing
  reason: string
}

/** A template that is here already becomes a new version, unless it says the same or is to be kept. */
async function importOverExisting(
  scope: TemplateSide,
  { template: { id: templateId }, version }: TemplateWithText,
  { template, form, existing, reason }: ExistingMatch,
): Promise<ImportOutcome> {
  if (existing === 'keep') return { outcome: 'kept', templateId, isWritten: false, remarks: [] }
  // Read anew behind the lock: what somebody says of it while the files are taken in is not overwritten.
  const current = await lockOwnTemplate(scope, templateId)
  if (typeof current === 'string') return refusedOutcome(refusalMessage(current))
  const before = current.template
  const fields = fieldsOf(template)
  const sections = reuseUnchangedSections(version.wording.sections, fields.sections, form)
  // Markdown does not say whom a template is offered to.
  const isGlobal = form === 'markdown' ? before.offeredToAll : fields.metadata.isGlobal
  const saved = await updateTemplate(scope, {
    ...{ ...fields, sections, metadata: { ...fields.metadata, isGlobal } },
    ...{ templateId, versionId: version.id, reason, change: 'material' },
  })
  if (saved instanceof Refusal) return refusedOutcome(refusalMessage(saved.reason, saved.details))
  const care = await importCare(scope, templateId, { template, before })
  const { translations } = template
  const waits = saved.answer.proposal !== null
  const translated = waits
    ? skippedTranslations(translations)
    : await importTranslations(scope, templateId, translations)
  const isSame = saved.as === 'nothing'
  return {
    outcome: isSame ? 'unchanged' : 'new version',
    templateId,
    isWritten: !isSame || care.isChanged || translated.isChanged,
    remarks: [
      ...(!isSame && waits
        ? ['It is awaiting approval. The current text stays in use until another person approves it.']
        : []),
      ...care.remarks,
      ...(isSame && care.isChanged ? ['Clinical owner and review date imported.'] : []),
      ...(isSame && translated.isChanged ? ['Translations imported.'] : []),
      ...translated.remarks,
    ],
  }
}

/** What a template is saved by, without what a file holds beside it. */
function fieldsOf(template: ExportedTemplate): TemplateFields {
  const { clinicalOwner: _owner, reviewDue: _due, translations: _translations, ...fields } = template
  return fields
}

type Sections = TemplateFields['sections']

/**
 * Sections that read as those before keep their bytes, so that nothing counts as changed. Markdown has no numbers for
 * them: a section of the same title has the same one, which its translations go by.
 */
function reuseUnchangedSections(before: Sections, sent: Sections, form: Candidate['form']): Sections {
  const free = [...before]
  const matching = ({ id, title }: Sections[number]) => {
    const index = free.findIndex((old) => (form === 'json' ? old.id === id : old.title === title))
    return index < 0 ? undefined : free.splice(index, 1)[0]
  }
  const matched = sent.map((section) => ({ section, old: matching(section) }))
  let next = Math.max(0, ...before.map(({ id }) => id))
  return matched.map(({ section, old }) => ({
    ...section,
    id: form === 'json' ? section.id : (old?.id ?? ++next),
    content: old && isSameText(old.content, section.content) ? old.content : section.content,
  }))
}

const isSameText = (one: string, other: string) =>
  one === other || normaliseRichText(one) === normaliseRichText(other)

type CareFields = Pick<TemplateWithText['template'], 'clinicalOwnerName' | 'clinicalOwnerGdc' | 'reviewDue'>
const emptyCare: CareFields = { clinicalOwnerName: '', clinicalOwnerGdc: null, reviewDue: null }

/** Who answers for it and when it is reviewed, where the file says so; what it does not say stays. */
async function importCare(
  scope: TemplateSide,
  templateId: string,
  { template: { clinicalOwner, reviewDue }, before }: { template: ExportedTemplate; before: CareFields },
): Promise<{ remarks: string[]; isChanged: boolean }> {
  if (!clinicalOwner && !reviewDue) return { remarks: [], isChanged: false }
  const ownerBefore =
    before.clinicalOwnerGdc === null
      ? null
      : { name: before.clinicalOwnerName, gdcNumber: before.clinicalOwnerGdc }
  const currentCare = { templateId, clinicalOwner: ownerBefore, reviewDue: reviewDue ?? before.reviewDue }
  const schema = contract.templates.setCare['~orpc'].inputSchema!
  const { data, error } = schema.safeParse({ ...currentCare, clinicalOwner: clinicalOwner ?? ownerBefore })
  const remarks = error ? ['The clinical owner was not imported.', ...describeIssues(error.issues)] : []
  const set = await setTemplateCare(scope, data ?? currentCare)
  return { remarks, isChanged: !(set instanceof Refusal) && set.as !== 'nothing' }
}
