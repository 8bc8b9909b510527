import { contract } from '../../../contract/index.ts'
import type { ExportedTemplate, ImportReport } from '../../../contract/template-files.ts'
import type { TemplateFields } from '../../../contract/templates.ts'
import { filledMessage, Refusal } from '../../platform/http/refusal.ts'
import { tidyRichText } from '../../platform/rich-text-tree.ts'
import {
  lockOwn,
  makeTemplate,
  namesOf,
  setTemplateCare,
  updateTemplate,
  type TemplateSide,
} from '../templates/index.ts'
import { templatesNeedApproval } from '../clinics/index.ts'
import { faultsOf, identityOf, printable } from './template-file-rules.ts'
import type { Candidate } from './template-file-reading.ts'
import type { TemplateWithText } from './template-file-store.ts'
import { importTranslations, leftOut } from './translation-import.ts'

type Row = ImportReport['rows'][number]
/** What became of one template, and what there is to say of it. */
type Taken = Pick<Row, 'outcome' | 'templateId' | 'isWritten' | 'remarks'>

export type Existing = 'new version' | 'keep'

/** What is there already, and what was taken in of these files, by what templates are told apart by. */
export type Standing = { own: Map<string, TemplateWithText[]>; taken: Set<string> }

const refused = (...remarks: string[]): Taken => ({
  ...{ outcome: 'refused', templateId: null, isWritten: false },
  remarks,
})

/** Takes one template of a file in, as if somebody had saved it here; the row that tells what became of it. */
export async function importTemplate(
  scope: TemplateSide,
  { file, name, form, remarks, template }: Candidate,
  { standing, existing }: { standing: Standing; existing: Existing },
): Promise<Row> {
  const row = (taken: Taken): Row => ({ file, name, ...taken, remarks: [...taken.remarks, ...remarks] })
  if (!template) return row(refused())
  const names = namesOf(template)
  const identity = names ? identityOf(names) : ''
  if (standing.taken.has(identity))
    return row(refused('These files hold the template twice. The first one was taken.'))
  const own = standing.own.get(identity) ?? []
  const [newest] = own
  const reason = `Imported from ${file}`
  const taken = newest
    ? await meet(scope, newest, { template, form, existing, reason })
    : await add(scope, template, reason)
  if (taken.outcome !== 'refused') standing.taken.add(identity)
  if (own.length > 1)
    taken.remarks.push(`There are ${own.length} of this name, type and subtype. The one changed last counts.`)
  return row(taken)
}

const messageOf = (reason: string, details: Record<string, unknown> = {}): string => {
  const message = filledMessage(contract.templates.update['~orpc'].meta.refusals[reason]!, details)
  const unknown = Array.isArray(details.unknown)
    ? details.unknown
        .map((name) =>
          reason === 'placeholder-unknown' || reason === 'placeholder-misplaced' ? `{{${name}}}` : name,
        )
        .join(', ')
    : ''
  return unknown ? `${message.replace(/\.$/, '')}: ${printable(unknown)}.` : message
}

async function add(scope: TemplateSide, template: ExportedTemplate, reason: string): Promise<Taken> {
  const made = await makeTemplate(scope, fieldsOf(template), reason)
  if (typeof made !== 'string') return refused(messageOf(made.wrong, made.details))
  const { remarks } = await takeCare(scope, made, { template, before: noCare })
  const isDraft = await templatesNeedApproval(scope)
  return {
    outcome: 'created',
    templateId: made,
    isWritten: true,
    remarks: [
      ...(isDraft ? ['It is a draft until somebody other than you approves it.'] : []),
      ...remarks,
      ...(await importTranslations(scope, made, template.translations)).remarks,
    ],
  }
}

type Meeting = { template: ExportedTemplate; form: Candidate['form']; existing: Existing; reason: string }

/** A template that is here already becomes a new version, unless it says the same or is to be kept. */
async function meet(
  scope: TemplateSide,
  { template: { id: templateId }, version }: TemplateWithText,
  { template, form, existing, reason }: Meeting,
): Promise<Taken> {
  if (existing === 'keep') return { outcome: 'kept', templateId, isWritten: false, remarks: [] }
  // Read anew behind the lock: what somebody says of it while the files are taken in is not overwritten.
  const current = await lockOwn(scope, templateId)
  if (typeof current === 'string') return refused(messageOf(current))
  const before = current.template
  const fields = fieldsOf(template)
  const sections = sectionsLike(version.wording.sections, fields.sections, form)
  // Markdown does not say whom a template is offered to.
  const isGlobal = form === 'markdown' ? before.offeredToAll : fields.metadata.isGlobal
  const saved = await updateTemplate(scope, {
    ...{ ...fields, sections, metadata: { ...fields.metadata, isGlobal } },
    ...{ templateId, versionId: version.id, reason, change: 'material' },
  })
  if (saved instanceof Refusal) return refused(messageOf(saved.reason, saved.details))
  const care = await takeCare(scope, templateId, { template, before })
  const { translations } = template
  const waits = saved.answer.proposal !== null
  const translated = waits ? leftOut(translations) : await importTranslations(scope, templateId, translations)
  const isSame = saved.as === 'nothing'
  return {
    outcome: isSame ? 'unchanged' : 'new version',
    templateId,
    isWritten: !isSame || care.isChanged || translated.isChanged,
    remarks: [
      ...(!isSame && waits
        ? ['It waits for approval. The text in use stays until somebody other than you approves it.']
        : []),
      ...care.remarks,
      ...(isSame && care.isChanged ? ['Who answers for it and when it is reviewed were taken over.'] : []),
      ...(isSame && translated.isChanged ? ['Translations were taken over.'] : []),
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
function sectionsLike(before: Sections, sent: Sections, form: Candidate['form']): Sections {
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
    content: old && readsAs(old.content, section.content) ? old.content : section.content,
  }))
}

const readsAs = (one: string, other: string) => one === other || tidyRichText(one) === tidyRichText(other)

type Care = Pick<TemplateWithText['template'], 'clinicalOwnerName' | 'clinicalOwnerGdc' | 'reviewDue'>
const noCare: Care = { clinicalOwnerName: '', clinicalOwnerGdc: null, reviewDue: null }

/** Who answers for it and when it is reviewed, where the file says so; what it does not say stays. */
async function takeCare(
  scope: TemplateSide,
  templateId: string,
  { template: { clinicalOwner, reviewDue }, before }: { template: ExportedTemplate; before: Care },
): Promise<{ remarks: string[]; isChanged: boolean }> {
  if (!clinicalOwner && !reviewDue) return { remarks: [], isChanged: false }
  const ownerBefore =
    before.clinicalOwnerGdc === null
      ? null
      : { name: before.clinicalOwnerName, gdcNumber: before.clinicalOwnerGdc }
  const kept = { templateId, clinicalOwner: ownerBefore, reviewDue: reviewDue ?? before.reviewDue }
  const schema = contract.templates.setCare['~orpc'].inputSchema!
  const { data, error } = schema.safeParse({ ...kept, clinicalOwner: clinicalOwner ?? ownerBefore })
  const remarks = error ? ['Who answers for it was left out.', ...faultsOf(error.issues)] : []
  const set = await setTemplateCare(scope, data ?? kept)
  return { remarks, isChanged: !(set instanceof Refusal) && set.as !== 'nothing' }
}
