import { useRevalidator } from 'react-router'
import { awaitsPatient, isAgreed } from '../../../contract/states.ts'
import { api } from '../../api.ts'
import { AuthorityPanel } from '../../features/authority/authority-panel.tsx'
import { CapacityPanel } from '../../features/capacity/capacity-panel.tsx'
import { actionsOf } from '../../features/consents/consent-actions.ts'
import { ConsentDetailScreen } from '../../features/consents/consent-detail-screen.tsx'
import { DocumentList, useDocumentWaiting } from '../../features/documents/index.ts'
import { EvidencePanel } from '../../features/evidence/index.ts'
import { HandOverButton } from '../../features/kiosks/hand-over-button.tsx'
import { ConsentMessages } from '../../features/messages/consent-messages.tsx'
import { sessionUserContext } from '../../features/identity/guard.ts'
import { useMay } from '../../features/identity/session-user.tsx'
import { ClinicalNotePanel } from '../../features/integrations/clinical-note-panel.tsx'
import { PaperPanel } from '../../features/paper/paper-panel.tsx'
import { NeedsFlag } from '../../features/patients/needs-flag.tsx'
import { ShownPictures } from '../../features/pictures/picture-view.tsx'
import { SupporterPanel } from '../../features/supporters/supporter-panel.tsx'
import { ReadingReport } from '../../features/readings/reading-report.tsx'
import { ViewingReport } from '../../features/viewings/viewing-report.tsx'
import { pageTitle } from '../../page-meta.ts'
import type { Route } from './+types/consent-detail.ts'
import { ConsentMatters } from './consent-matters.tsx'
import { ConsentAftercare } from './consent-aftercare.tsx'
import { capacityPath, consentPaths } from './clinic-paths.ts'
import { ConsentQuestions } from './consent-questions.tsx'
import { ConsentUnderstanding } from './consent-understanding.tsx'
import { formsToHandOver } from './kiosk-permission.ts'

export const meta = ({ loaderData }: Route.MetaArgs) =>
  pageTitle(loaderData ? loaderData.consent.treatment : 'Consent')

export async function clientLoader({
  params: { consentId },
  request: { signal },
  context,
}: Route.ClientLoaderArgs) {
  const { permissions } = context.get(sessionUserContext)
  const consent = await api.consents.get({ consentId }, { signal })
  const actions = actionsOf(consent.status, (wanted) => permissions.includes(wanted))
  const mayRemind = permissions.includes('sendReminders')
  const mayAnswer = permissions.includes('createConsents') || permissions.includes('canSendForms')
  const mayExplain = permissions.includes('createConsents') || permissions.includes('finaliseConsents')
  const mayFollow = mayExplain || mayAnswer || mayRemind
  const isChecked = consent.sentAt !== null && consent.content.understanding !== undefined
  const [
    links,
    messages,
    patient,
    questions,
    check,
    matters,
    supporters,
    reading,
    viewings,
    aftercare,
    authority,
    capacity,
  ] = await Promise.all([
    actions.links ? api.signing.listLinks({ consentId }, { signal }) : null,
    actions.links || (mayRemind && consent.status !== 'draft') ? loadMessages(consentId, signal) : null,
    api.patients.get({ patientId: consent.patient.id }, { signal }),
    mayAnswer && consent.sentAt ? api.questions.list({ consentId }, { signal }) : null,
    mayExplain && isChecked ? api.understanding.get({ consentId }, { signal }) : null,
    consent.sentAt ? api.matters.list({ consentId }, { signal }) : null,
    mayAnswer && consent.sentAt ? api.supporters.list({ consentId }, { signal }) : null,
    consent.sentAt ? api.readings.ofConsent({ consentId }, { signal }) : null,
    hasVideo(consent) ? api.viewings.ofConsent({ consentId }, { signal }) : null,
    mayFollow && consent.sentAt ? api.aftercare.ofConsent({ consentId }, { signal }) : null,
    mayExplain || mayAnswer ? api.authority.read({ consentId }, { signal }) : null,
    mayExplain ? api.capacity.get({ consentId }, { signal }) : null,
  ])
  const remindable = mayRemind && awaitsPatient(consent.status)
  return {
    consent,
    actions,
    links,
    messages,
    patient,
    questions,
    check,
    matters,
    supporters,
    reading,
    viewings,
    aftercare,
    authority,
    capacity,
    // Explaining, treating and deciding who signs are one clinician's work.
    mayTreat: mayExplain,
    maySettle: mayAnswer || mayRemind,
    mayRemind: remindable,
  }
}

const hasVideo = ({ content }: { content: { sections: readonly { media?: unknown }[] } }) =>
  content.sections.some(({ media }) => media)

async function loadMessages(consentId: string, signal: AbortSignal) {
  const [messages, [reminder = null]] = await Promise.all([
    api.signing.listMessages({ consentId }, { signal }),
    api.reminders.list({ consentIds: consentId }, { signal }),
  ])
  return { messages, reminder }
}

export default function ConsentDetail({ loaderData }: Route.ComponentProps) {
  const {
    consent,
    actions,
    links,
    messages,
    patient,
    questions,
    check,
    matters,
    supporters,
    reading,
    viewings,
    aftercare,
    authority,
    capacity,
    mayTreat,
    maySettle,
    mayRemind,
  } = loaderData
  const { revalidate } = useRevalidator()
  const may = useMay()
  const waiting = useDocumentWaiting(consent, revalidate)
  return (
    <div className="mx-auto max-w-page">
      <ConsentDetailScreen
        consent={consent}
        links={links}
        actions={actions}
        paths={consentPaths}
        onChanged={revalidate}
        pictures={<ShownPictures consent={consent} />}
        needs={<NeedsFlag patient={patient} />}
        messages={
          messages && (
            <ConsentMessages
              {...messages}
              consentId={consent.id}
              patientName={consent.patient.name}
              mayRemind={mayRemind}
              mayPrint={actions.giveLink}
              onChanged={revalidate}
            />
          )
        }
        capacity={capacity && <CapacityPanel record={capacity} href={capacityPath(consent.id)} />}
        questions={
          <>
            {matters && <ConsentMatters consent={consent} loaded={matters} onChanged={revalidate} />}
            {supporters && (
              <SupporterPanel consentId={consent.id} supporters={supporters} onChanged={revalidate} />
            )}
            {aftercare && (
              <ConsentAftercare
                consent={consent}
                loaded={aftercare}
                mayTreat={mayTreat}
                maySettle={maySettle}
                onChanged={revalidate}
              />
            )}
            {questions && (
              <ConsentQuestions
                consentId={consent.id}
                status={consent.status}
                loaded={questions}
                onChanged={revalidate}
              />
            )}
          </>
        }
        understanding={
          check &&
          consent.content.understanding && (
            <ConsentUnderstanding
              consentId={consent.id}
              status={consent.status}
              questions={consent.content.understanding.questions}
              loaded={check}
              onChanged={revalidate}
            />
          )
        }
        reading={
          <>
            {reading && <ReadingReport reading={reading} />}
            {viewings && viewings.length > 0 && <ViewingReport viewings={viewings} />}
          </>
        }
        authority={
          authority && (
            <AuthorityPanel
              consentId={consent.id}
              authority={authority}
              mayDecide={mayTreat}
              onChanged={revalidate}
            />
          )
        }
        documents={
          <>
            <PaperPanel
              consent={consent}
              mayHandle={actions.giveLink}
              mayAdd={actions.links && isAgreed(consent.status)}
              onChanged={revalidate}
            />
            <DocumentList consentId={consent.id} documents={consent.documents} waiting={waiting} />
            {consent.sentAt && <EvidencePanel consentId={consent.id} />}
            {consent.sentAt && <ClinicalNotePanel consentId={consent.id} />}
          </>
        }
        handOver={
          <HandOverButton patientName={consent.patient.name} forms={formsToHandOver([consent], may)} />
        }
      />
    </div>
  )
}
