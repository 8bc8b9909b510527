import { useEffect } from 'react'
import { redirect, useNavigate, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { PatientAuthorityButton } from '../../features/authority/patient-authority-button.tsx'
import { PatientConsents } from '../../features/consents/patient-consents.tsx'
import { PatientMessages } from '../../features/consents/patient-messages.tsx'
import { PatientDocuments } from '../../features/documents/patient-documents.tsx'
import { PatientForeignRecords } from '../../features/foreign-records/patient-foreign-records.tsx'
import { sessionUserContext } from '../../features/identity/guard.ts'
import { useMay, useSessionUser } from '../../features/identity/session-user.tsx'
import { KioskSessionButton } from '../../features/kiosks/kiosk-session-button.tsx'
import { PatientDuplicates, PatientMerges } from '../../features/patients/patient-duplicates.tsx'
import { PatientContact, PatientGuardians, PatientNeeds } from '../../features/patients/patient-facts.tsx'
import { PatientHistoryPanel } from '../../features/histories/index.ts'
import { patientName } from '../../features/patients/patient-name.ts'
import { PatientNotes } from '../../features/patients/patient-notes.tsx'
import { PatientProfileScreen } from '../../features/patients/patient-profile-screen.tsx'
import { patientViewHref, patientViewIn, type PatientView } from '../../features/patients/patient-views.ts'
import { recordPatientOpened } from '../../features/patients/recent-patient-ids.ts'
import { listTemplates, QuickTemplateLinks } from '../../features/templates/index.ts'
import { PatientRecordPanel } from '../../features/records/patient-record-panel.tsx'
import { PatientAdditionalConsents } from '../../features/matters/patient-additional-consents.tsx'
import { OpenInAppPanel } from '../../features/smart-apps/open-in-app-panel.tsx'
import { pageTitle } from '../../page-meta.ts'
import { Link } from '../../ui/plain/link.tsx'
import type { Route } from './+types/patient-profile.ts'
import { consentPaths, protectionPaths, recordPaths } from './clinic-paths.ts'
import { canEditPatients } from './patient-permission.ts'

/** So many consents stand on the overview; the rest are one press away. */
const newest_shown = 5
/** Among so many that are used most are those that were used last. */
const templates_asked = 12

export const meta = ({ loaderData }: Route.MetaArgs) =>
  pageTitle(loaderData ? patientName(loaderData.patient) : 'Patient')

/** What each part of the record is made of. */
const loaders = {
  overview: async (patientId: string, signal: AbortSignal, mayMake: boolean) => {
    const [consents, duplicates, merges, additional, templates, apps] = await Promise.all([
      api.consents.listOfPatient({ patientId }, { signal }),
      api.patients.duplicates({ patientId }, { signal }),
      api.patients.merges({ patientId }, { signal }),
      api.matters.additionalOfPatient({ patientId }, { signal }),
      // A short cut: the record is shown without it where it cannot be loaded.
      mayMake ? listTemplates('', templates_asked).catch(() => []) : [],
      // The same.
      api.smartApps.offered({}, { signal }).catch(() => []),
    ])
    return { view: 'overview' as const, consents, duplicates, merges, additional, templates, apps }
  },
  consents: async (patientId: string, signal: AbortSignal) => ({
    view: 'consents' as const,
    consents: await api.consents.listOfPatient({ patientId }, { signal }),
  }),
  notes: async (patientId: string, signal: AbortSignal) => ({
    view: 'notes' as const,
    notes: await api.patients.notes({ patientId }, { signal }),
  }),
  messages: async (patientId: string, signal: AbortSignal) => ({
    view: 'messages' as const,
    messages: await api.signing.messagesOfPatient({ patientId }, { signal }),
  }),
  documents: async (patientId: string, signal: AbortSignal) => {
    const [documents, foreignRecords] = await Promise.all([
      api.documents.ofPatient({ patientId }, { signal }),
      api.foreignRecords.ofPatient({ patientId }, { signal }),
    ])
    return { view: 'documents' as const, documents, foreignRecords }
  },
} satisfies Record<PatientView, unknown>

export async function clientLoader({ params: { patientId }, request, context }: Route.ClientLoaderArgs) {
  const { signal, url } = request
  const mayMake = context.get(sessionUserContext).permissions.includes('createConsents')
  const view = patientViewIn(new URL(url).searchParams)
  const [patient, shown] = await Promise.all([
    api.patients.get({ patientId }, { signal }),
    loaders[view](patientId, signal, mayMake),
  ])
  // The address of a record that was merged leads to the one that stands.
  if (patient.mergedInto) throw redirect(recordPaths.profile(patient.mergedInto))
  return { patient, shown }
}

type Loaded = Awaited<ReturnType<typeof clientLoader>>
type PartProps = Loaded & { mayEdit: boolean; mayMake: boolean; onChanged: () => Promise<void> }

export default function PatientProfile({ loaderData: { patient, shown } }: Route.ComponentProps) {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const { uid } = useSessionUser()
  const may = useMay()
  const mayMake = may('createConsents') && patient.status === 'active'
  useEffect(() => recordPatientOpened(uid, patient.id), [uid, patient.id])
  return (
    <div className="mx-auto max-w-page">
      <PatientProfileScreen
        patient={patient}
        view={shown.view}
        listHref={recordPaths.list}
        editHref={recordPaths.edit(patient.id)}
        newConsentHref={mayMake ? consentPaths.create({ patient: patient.id }) : undefined}
        mayEdit={canEditPatients(may)}
        onChanged={revalidate}
      >
        <Part {...{ patient, shown, mayMake }} mayEdit={canEditPatients(may)} onChanged={revalidate} />
      </PatientProfileScreen>
      {shown.view === 'overview' && (
        <PatientRecordPanel
          patientId={patient.id}
          may={may}
          requests={{
            hrefOf: protectionPaths.request,
            onOpened: ({ id }) => navigate(protectionPaths.request(id)),
          }}
        />
      )}
    </div>
  )
}

function Part(props: PartProps) {
  const { patient, shown, mayEdit, onChanged } = props
  if (shown.view === 'overview') return <Overview {...props} />
  if (shown.view === 'consents') return <ConsentsPart consents={shown.consents} />
  if (shown.view === 'messages')
    return <PatientMessages messages={shown.messages} hrefOfSection={consentPaths.section} />
  if (shown.view === 'documents')
    return (
      <>
        <PatientDocuments
          documents={shown.documents}
          hrefOf={(consentId) => consentPaths.section(consentId, 'documents')}
        />
        <PatientForeignRecords records={shown.foreignRecords} />
      </>
    )
  return <PatientNotes patientId={patient.id} notes={shown.notes} mayEdit={mayEdit} onChanged={onChanged} />
}

type ConsentsPartProps = Pick<Extract<Loaded['shown'], { view: 'consents' }>, 'consents'> & {
  /** So many of them, the newest; all where it is left out. */
  newest?: number
}

function ConsentsPart({ consents, newest }: ConsentsPartProps) {
  const forms = consents.filter(({ actions }) => actions.includes('kiosk'))
  return (
    <PatientConsents
      consents={consents.slice(0, newest)}
      hrefOf={({ id }) => consentPaths.detail(id)}
      newHref={undefined}
      handOver={<KioskSessionButton patientName={forms[0]?.patient.name ?? ''} forms={forms} size="small" />}
    />
  )
}

/** Who they are and what is newest; panels of other features join here. */
function Overview({ patient, shown, mayEdit, mayMake, onChanged }: PartProps) {
  const mayMerge = useMay()('overrideConsents')
  const navigate = useNavigate()
  if (shown.view !== 'overview') return null
  const { consents, duplicates, merges, additional, templates, apps } = shown
  const profileOf = ({ id }: { id: string }) => recordPaths.profile(id)
  const mergeOf = ({ id }: { id: string }) => recordPaths.merge(patient.id, id)
  return (
    <>
      <PatientDuplicates
        duplicates={duplicates}
        hrefOf={profileOf}
        mergeHrefOf={mayMerge ? mergeOf : undefined}
      />
      {mayMake && (
        <QuickTemplateLinks
          templates={templates}
          hrefOf={(template) => consentPaths.create({ patient: patient.id, template, like: 'last' })}
          onOpen={(href) => void navigate(href)}
        />
      )}
      <ConsentsPart consents={consents} newest={newest_shown} />
      {consents.length > newest_shown && (
        <p>
          <Link href={patientViewHref('consents')} className="text-link">
            All {consents.length} consents
          </Link>
        </p>
      )}
      <OpenInAppPanel patientId={patient.id} apps={patient.status === 'active' ? apps : []} />
      <PatientHistoryPanel
        key={patient.id}
        patientId={patient.id}
        href={recordPaths.history(patient.id)}
        mayEdit={mayEdit}
      />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <PatientContact patient={patient} />
        <div className="space-y-5">
          <PatientNeeds patient={patient} mayEdit={mayEdit} onChanged={onChanged} />
          <PatientAdditionalConsents
            answers={additional}
            consentHref={(consentId) => consentPaths.section(consentId, 'conversation')}
          />
          <PatientGuardians
            guardians={patient.guardians}
            actions={mayEdit && <PatientAuthorityButton patientId={patient.id} onChanged={onChanged} />}
          />
        </div>
      </div>
      <PatientMerges merges={merges} mayUndo={mayMerge} onChanged={onChanged} />
    </>
  )
}
