import { CircleUserRound, FileInput, FilePlus2, FileText, LibraryBig, Search } from 'lucide-react'
import type { Api } from '../../api.ts'
import { calendarDayText, recentText } from '../../ui/plain/date-text.ts'
import { consentStatusAppearance } from '../consents/index.ts'
import { patientName } from '../patients/index.ts'
import type { Command } from './command-list.ts'

type Hits = Awaited<ReturnType<Api['search']['find']>>
type PatientHit = Hits['patients'][number]
type ConsentHit = Hits['consents'][number]
type ForeignHit = Hits['foreignRecords'][number]
type TemplateHit = Hits['templates'][number]

/** Where what was found leads. */
export type RecordPaths = {
  patient: (patientId: string) => string
  consent: (consentId: string) => string
  /** The documents of a patient. */
  documents: (patientId: string) => string
  newConsent: (from: { patient?: string; template?: string }) => string
  /** Absent where the reader may not open templates. */
  template: ((templateId: string) => string) | undefined
  patientSearch: (text: string) => string
  consentSearch: (text: string) => string
}

const bornText = ({ dateOfBirth }: PatientHit) => `Born ${calendarDayText(dateOfBirth)}`

const patientCommand = (patient: PatientHit, group: string, { patient: hrefOf }: RecordPaths): Command => ({
  ...{ id: `patient ${patient.id}`, group, label: patientName(patient), detail: bornText(patient) },
  ...{ icon: CircleUserRound, href: hrefOf(patient.id) },
})

const consentCommand = (
  { id, patient, treatment, status, updatedAt }: ConsentHit,
  group: string,
  { consent: hrefOf }: RecordPaths,
): Command => ({
  ...{ id: `consent ${id}`, group, label: `${patient.name}: ${treatment}` },
  detail: `${consentStatusAppearance[status].label}, ${recentText(updatedAt, new Date())}`,
  ...{ icon: FileText, href: hrefOf(id) },
})

const foreignCommand = (
  { id, patientId, title, source, originalId }: ForeignHit,
  { documents: hrefOf }: RecordPaths,
): Command => ({
  ...{ id: `foreign record ${id}`, group: 'Records from another system', label: `${title} (${originalId})` },
  detail: `From ${source}, not made or sealed by Candour`,
  ...{ icon: FileInput, href: hrefOf(patientId) },
})

const newConsentForPatient = (patient: PatientHit, { newConsent }: RecordPaths): Command => ({
  ...{ id: `new consent for ${patient.id}`, group: 'Start a consent' },
  ...{ label: `New consent for ${patientName(patient)}`, detail: bornText(patient) },
  ...{ icon: FilePlus2, href: newConsent({ patient: patient.id }) },
})

const newConsentFromTemplate = ({ id, name, treatmentType }: TemplateHit, paths: RecordPaths): Command => ({
  ...{ id: `new consent from ${id}`, group: 'Start from a template' },
  ...{ label: `New consent: ${name}`, detail: treatmentType },
  ...{ icon: FilePlus2, href: paths.newConsent({ template: id }) },
})

const templateCommand = ({ id, name, treatmentType }: TemplateHit, href: string): Command => ({
  ...{ id: `template ${id}`, group: 'Templates', label: name, detail: treatmentType },
  ...{ icon: LibraryBig, href },
})

/** What a search found, patients first, and what can be started with it. */
export const foundCommands = (
  { patients, consents, templates, foreignRecords }: Hits,
  paths: RecordPaths,
): Command[] => [
  ...patients.map((patient) => patientCommand(patient, 'Patients', paths)),
  ...patients.map((patient) => newConsentForPatient(patient, paths)),
  ...consents.map((consent) => consentCommand(consent, 'Consents', paths)),
  ...foreignRecords.map((record) => foreignCommand(record, paths)),
  ...templates.map((template) => newConsentFromTemplate(template, paths)),
  ...templates.flatMap((template) =>
    paths.template ? [templateCommand(template, paths.template(template.id))] : [],
  ),
]

/** What was opened last, before anything is typed. */
export const recentCommands = (
  { patients, consents }: Pick<Hits, 'patients' | 'consents'>,
  paths: RecordPaths,
): Command[] => [
  ...patients.map((patient) => patientCommand(patient, 'Recent', paths)),
  ...consents.map((consent) => consentCommand(consent, 'Recent', paths)),
]

/** The lists that search further: for other states of a record, and for more than a few. */
export const listSearchCommands = (
  text: string,
  { patientSearch, consentSearch }: RecordPaths,
): Command[] => [listSearch('patients', text, patientSearch), listSearch('consents', text, consentSearch)]

const listSearch = (list: string, text: string, hrefOf: (text: string) => string): Command => ({
  ...{ id: `search ${list}`, group: 'Search the lists', label: `Search ${list} for “${text}”` },
  ...{ icon: Search, href: hrefOf(text) },
})
