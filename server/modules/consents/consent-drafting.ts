import { dateInTimeZone } from '../../../contract/calendar-day.ts'
import type { ClinicPolicies } from '../../../contract/clinic-settings.ts'
import type { ConsentDetails } from '../../../contract/consents.ts'
import type { ContactRefusal } from '../../../contract/patients.ts'
import type { ClinicScope, StaffScope } from '../../platform/database/transaction.ts'
import { findWordingStatuses, type WordingStatus } from '../adoptions/index.ts'
import { clinicContactOf, settingsOf } from '../clinics/index.ts'
import { ownFiguresOf } from '../own-figures/index.ts'
import { contactRefusal, findPatient, patientName, type PatientRow } from '../patients/index.ts'
import { findClinician, findStaff, staffName, type StaffRecord } from '../staff/index.ts'
import { findTemplateVersions, findTemplateWithVersion, recordTemplateUse } from '../templates/index.ts'
import { findVideo } from '../videos/index.ts'
import { additionalConsentsOf } from './consent-additional.ts'
import { renderingFor } from './consent-translation.ts'
import { readEasyRead } from './easy-read-library.ts'
import { titleOf, type ContentInput, type PlannedTreatment } from './consent-content.ts'
import { reflectionHoursOf } from './consent-rules.ts'
import {
  appendEvent,
  insertDraft,
  itemsOf,
  templateIdsOf,
  versionIdsOf,
  type ConsentRecord,
  type DraftColumns,
  type DraftItemColumns,
} from './consent-store.ts'
import type { ConsentDeps } from './consent-view.ts'

type TemplateWithVersion = NonNullable<Awaited<ReturnType<typeof findTemplateWithVersion>>>

/** The parts a draft names, each of this clinic; or which one is not there. */
export async function resolveDraft(
  scope: ClinicScope,
  {
    patientId,
    clinicianId,
    items,
    video,
  }: Pick<ConsentDetails, 'patientId' | 'clinicianId' | 'items' | 'video'>,
) {
  const patient = await findPatient(scope, patientId)
  if (!patient || patient.mergedInto) return 'patient-not-found'
  if (!(await findClinician(scope, clinicianId))) return 'clinician-not-found'
  if (video?.show === 'chosen' && (await findVideo(scope, video.videoId))?.removedAt !== null)
    return 'video-not-found'
  const templates: TemplateWithVersion[] = []
  for (const { templateId } of items) {
    const template = await findTemplateWithVersion(scope, templateId)
    if (template?.status !== 'active') return 'template-not-found'
    templates.push(template)
  }
  return { templates }
}

/** What is kept of a draft as a whole. */
export function draftColumns(
  { patientId, clinicianId, diagnosis, items, ...given }: ConsentDetails,
  templates: readonly TemplateWithVersion[],
): Omit<DraftColumns, 'replacesId' | 'kind' | 'parentId'> {
  const { options, recommended, recommendedWhy, personalRisks, noPersonalRisks } = given
  const { language, format, linkDays, reflectionWaived, video = null, ownFiguresLeftOut = '' } = given
  return {
    patientId,
    clinicianId,
    diagnosis,
    plan: {
      options,
      recommended: recommended !== null && recommended < options.length ? recommended : null,
      recommendedWhy,
      personalRisks,
      noPersonalRisks,
      language,
      format,
      linkDays,
      reflectionWaived,
      video,
      ownFiguresLeftOut,
    },
    treatment: titleOf(templates.map(({ name }) => name)),
    teeth: [...new Set(items.flatMap(({ teeth }) => teeth))],
  }
}

/** What is kept of each treatment of a draft. */
export const itemColumns = (
  { items }: Pick<ConsentDetails, 'items'>,
  templates: readonly TemplateWithVersion[],
): DraftItemColumns[] =>
  items.map((item, place) => ({
    ...item,
    teeth: [...new Set(item.teeth)],
    templateVersionId: templates[place]!.versionId,
    treatment: templates[place]!.name,
  }))

/** Makes a draft of a plan whose templates were found; each of them is used once more. Its chain says what it was made for. */
export async function createDraft(
  scope: ClinicScope,
  details: ConsentDetails,
  related: Pick<DraftColumns, 'kind' | 'parentId' | 'replacesId'>,
  templates: readonly TemplateWithVersion[],
  madeFor: { appointmentId?: string } = {},
): Promise<ConsentRecord> {
  const columns = { ...draftColumns(details, templates), ...related }
  const consent = await insertDraft(scope, columns, itemColumns(details, templates))
  for (const { id } of templates) await recordTemplateUse(scope, id)
  await appendEvent(scope, consent.id, 'consent.created', {
    template: consent.treatment,
    version: templates.map(({ versionLabel }) => versionLabel).join(', '),
    ...madeFor,
  })
  return consent
}

/** Everything the text of a consent is made from, as it stands now. */
export type DraftFacts = ContentInput & {
  patientStatus: string
  /** Why nothing is sent to the patient at all. */
  contactEnded: ContactRefusal | null
  templates: { requiresTooth: boolean; requiresDiagnosis: boolean; isInUse: boolean; hasPlace: boolean }[]
  /** How the practice stands to each wording, and who saved it. */
  wordingStatuses: WordingStatus[]
  needsWrittenConsent: boolean
  /** A mark on a picture is on the other side than all that is planned, and nobody said that this is right. */
  hasUncertainAnnotation: boolean
  /** What somebody must hold to waive the time to think. */
  waivedBy: ClinicPolicies['reflection']['waivedBy']
}

export async function gatherDraftFacts(
  scope: ClinicScope,
  consent: ConsentRecord,
  { statements, findPictures }: Pick<ConsentDeps, 'statements' | 'findPictures'>,
): Promise<DraftFacts> {
  const itemsRead = itemsOf(scope, consent.id)
  const planned = versionIdsOf(consent.id)
  // Asked together, they are sent together.
  const [items, clinic, patient, clinician, settings, versionById, statusById, pictures, counted] =
    await Promise.all([
      itemsRead,
      clinicContactOf(scope),
      findPatient(scope, consent.patientId) as Promise<PatientRow>,
      findStaff(scope, consent.clinicianId) as Promise<StaffRecord>,
      settingsOf(scope),
      findTemplateVersions(scope, planned),
      findWordingStatuses(scope, planned),
      findPictures(scope, consent.id, itemsRead),
      ownFiguresOf(scope, templateIdsOf(consent.id)),
    ])
  const versionIds = items.map(({ templateVersionId }) => templateVersionId)
  const { reflection, additionalConsents, understandingCheck, nation } = settings
  const versions = versionIds.map((id) => versionById.get(id)!)
  const treatments: PlannedTreatment[] = []
  for (const [place, template] of versions.entries())
    treatments.push({
      ...{ template, item: items[place]! },
      rendering: await renderingFor(scope, template.id, consent.plan),
      easyRead:
        consent.plan.format === 'easy-read' ? await readEasyRead(template.wording.sections) : undefined,
    })
  return {
    kind: consent.kind,
    treatments,
    plan: { ...consent.plan, diagnosis: consent.diagnosis },
    reflectionHours: reflectionHoursOf(
      versions.map(({ advice }) => advice.reflectionHours),
      reflection,
    ),
    additionalConsents: additionalConsentsOf(additionalConsents, consent.kind),
    waivedBy: reflection.waivedBy,
    understandingCheck,
    ...pictures,
    ownFigures: settings.ownFigures && consent.kind !== 'refusal' ? counted : [],
    clinic,
    nation,
    day: dateInTimeZone(scope.now),
    patient: { name: patientName(patient), dateOfBirth: patient.dateOfBirth, nhsNumber: patient.nhsNumber },
    clinician: { name: staffName(clinician), role: clinician.jobTitle, gdcNumber: clinician.gdcNumber },
    statements,
    patientStatus: patient.status,
    contactEnded: contactRefusal(patient),
    templates: versions.map(({ requiresTooth, requiresDiagnosis, isInUse }, place) => ({
      requiresTooth,
      requiresDiagnosis,
      isInUse,
      hasPlace: items[place]!.teeth.length > 0 || items[place]!.area !== null,
    })),
    wordingStatuses: versionIds.map((id) => statusById.get(id)!),
    needsWrittenConsent: versions.some(({ advice }) => advice.writtenConsent === 'required'),
  }
}

/** Who stands behind what is planned now, by name. */
export async function clinicianName(scope: StaffScope, clinicianId: string): Promise<string> {
  const clinician = await findStaff(scope, clinicianId)
  return clinician ? staffName(clinician) : ''
}
