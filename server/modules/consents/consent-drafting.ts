import { dayIn } from '../../../contract/calendar-day.ts'
import type { ClinicPolicies } from '../../../contract/clinic-settings.ts'
import type { ConsentDetails } from '../../../contract/consents.ts'
import type { ContactRefusal } from '../../../contract/patients.ts'
import type { ClinicScope, StaffSide } from '../../platform/database/transaction.ts'
import { standingOfVersion, type WordingStanding } from '../adoptions/index.ts'
import { clinicOf, settingsOf } from '../clinics/index.ts'
import { contactEnded, findPatient, patientName } from '../patients/index.ts'
import { findClinician, findStaff, staffName } from '../staff/index.ts'
import { findTemplateVersion, findTemplateWithVersion } from '../templates/index.ts'
import { findVideo } from '../videos/index.ts'
import { additionalConsentsOf } from './consent-additional.ts'
import { renderingFor } from './consent-beside.ts'
import { titleOf, type ContentParts, type PlannedTreatment } from './consent-content.ts'
import { reflectionHoursOf } from './consent-rules.ts'
import type { ConsentItem, ConsentRecord, Drafted, DraftedItem } from './consent-store.ts'
import type { ConsentParts } from './consent-view.ts'

type TemplateWithVersion = NonNullable<Awaited<ReturnType<typeof findTemplateVersion>>>

/** The parts a draft names, each of this clinic; or which one is not there. */
export async function partsOf(
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
export function draftOf(
  { patientId, clinicianId, diagnosis, items, ...given }: ConsentDetails,
  templates: readonly TemplateWithVersion[],
): Omit<Drafted, 'replacesId' | 'kind' | 'parentId'> {
  const { options, recommended, recommendedWhy, personalRisks, noPersonalRisks } = given
  const { language, format, linkDays, reflectionWaived, video = null } = given
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
    },
    treatment: titleOf(templates.map(({ name }) => name)),
    teeth: [...new Set(items.flatMap(({ teeth }) => teeth))],
  }
}

/** What is kept of each treatment of a draft. */
export const itemsToKeep = (
  { items }: Pick<ConsentDetails, 'items'>,
  templates: readonly TemplateWithVersion[],
): DraftedItem[] =>
  items.map((item, place) => ({
    ...item,
    teeth: [...new Set(item.teeth)],
    templateVersionId: templates[place]!.versionId,
    treatment: templates[place]!.name,
  }))

/** Everything the text of a consent is made from, as it stands now. */
export type Facts = ContentParts & {
  patientStatus: string
  /** Why nothing is sent to the patient at all. */
  contactEnded: ContactRefusal | null
  templates: { requiresTooth: boolean; requiresDiagnosis: boolean; isInUse: boolean; hasPlace: boolean }[]
  /** How the practice stands to each wording, and who saved it. */
  standings: WordingStanding[]
  needsWrittenConsent: boolean
  /** A mark on a picture is on the other side than all that is planned, and nobody said that this is right. */
  hasMarkInDoubt: boolean
  /** What somebody must hold to waive the time to think. */
  waivedBy: ClinicPolicies['reflection']['waivedBy']
}

export async function factsOf(
  scope: ClinicScope,
  consent: ConsentRecord,
  items: readonly ConsentItem[],
  { statements, readPictures }: Pick<ConsentParts, 'statements' | 'readPictures'>,
): Promise<Facts> {
  const [clinic, patient, clinician] = [
    await clinicOf(scope),
    (await findPatient(scope, consent.patientId))!,
    (await findStaff(scope, consent.clinicianId))!,
  ]
  const { reflection, additionalConsents, understandingCheck, nation } = await settingsOf(scope)
  const versions: TemplateWithVersion[] = []
  const standings: WordingStanding[] = []
  const treatments: PlannedTreatment[] = []
  for (const item of items) {
    const { templateVersionId } = item
    const template = (await findTemplateVersion(scope, templateVersionId))!
    versions.push(template)
    treatments.push({ template, item, rendering: await renderingFor(scope, template.id, consent.plan) })
    standings.push(await standingOfVersion(scope, templateVersionId))
  }
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
    ...(await readPictures(scope, consent.id, items)),
    clinic,
    nation,
    day: dayIn(scope.now),
    patient: { name: patientName(patient), dateOfBirth: patient.dateOfBirth, nhsNumber: patient.nhsNumber },
    clinician: { name: staffName(clinician), role: clinician.jobTitle, gdcNumber: clinician.gdcNumber },
    statements,
    patientStatus: patient.status,
    contactEnded: contactEnded(patient),
    templates: versions.map(({ requiresTooth, requiresDiagnosis, isInUse }, place) => ({
      requiresTooth,
      requiresDiagnosis,
      isInUse,
      hasPlace: items[place]!.teeth.length > 0 || items[place]!.area !== null,
    })),
    standings,
    needsWrittenConsent: versions.some(({ advice }) => advice.writtenConsent === 'required'),
  }
}

/** Who stands behind what is planned now, by name. */
export async function clinicianName(scope: StaffSide, clinicianId: string): Promise<string> {
  const clinician = await findStaff(scope, clinicianId)
  return clinician ? staffName(clinician) : ''
}
