import { createEmailChangeToken, photoTypeOf } from './modules/account/index.ts'
import { recordAppointmentTreatments } from './modules/aftercare/index.ts'
import { appointmentMerge, nextAppointmentOf } from './modules/appointments/index.ts'
import { awaitedCosigners } from './modules/authority/index.ts'
import { isCharged } from './modules/billing/index.ts'
import { capacityRefusal } from './modules/capacity/index.ts'
import { scannedGroupLogos, scannedLogos } from './modules/clinics/index.ts'
import { scannedCertificates } from './modules/compliance/index.ts'
import { consentMerge, countPending } from './modules/consents/index.ts'
import { listDocuments } from './modules/documents/index.ts'
import { listHeldFeatures } from './modules/feature-holds/index.ts'
import { foreignRecordMerge, storedForeignRecords } from './modules/foreign-records/index.ts'
import { historyMerge } from './modules/histories/index.ts'
import { kioskSessionEvents } from './modules/kiosks/index.ts'
import { countUnanswered, saveRecordedAnswers } from './modules/matters/index.ts'
import type { ScannedFiles } from './modules/file-scans/index.ts'
import { scansOf, storedScans } from './modules/paper/index.ts'
import { suggestPhrases } from './modules/phrases/index.ts'
import { findPictures, storedPictures } from './modules/pictures/index.ts'
import { leaveGroup } from './modules/practice-groups/index.ts'
import { readVerifier, describeRelatedEvent } from './modules/proofs/index.ts'
import { isAnswerRequired } from './modules/questions/index.ts'
import { gapsOf } from './modules/records/index.ts'
import { invitationLink, registrationToken } from './modules/registration/index.ts'
import {
  findSignature,
  firstProvedAt,
  isLinkLive,
  sendAnswerLink,
  sendLink,
  signWithCapacityDecision,
} from './modules/signing/index.ts'
import { countStaff, findStaffEmails, listActiveStaff, listStaffNames } from './modules/staff/index.ts'
import { isCountersignAsked } from './modules/tasks/index.ts'
import { storedTicketFiles } from './modules/tickets/index.ts'
import { isVideoInTemplate } from './modules/templates/index.ts'

/** What modules are given of those that come after them in the order, which they may not import. */
export const injected = {
  // People and practices.
  ...{
    countStaff,
    findStaffEmails,
    listStaffNames,
    activeStaff: listActiveStaff,
    heldFrom: listHeldFeatures,
    isCharged,
    leaveGroup,
    photoTypeOf,
    gapsOf,
  },
  ...{
    invitationLink,
    registrationToken,
    emailChangeToken: createEmailChangeToken,
    createKioskSessionEvents: kioskSessionEvents,
  },
  /** Videos are scanned by their own module. */
  scannedFiles: [
    ...[storedScans, storedPictures, storedForeignRecords],
    ...[storedTicketFiles, scannedCertificates, scannedLogos],
  ] satisfies ScannedFiles[],
  scannedPlatformFiles: [scannedGroupLogos] satisfies ScannedFiles[],
  recordMerges: [consentMerge, historyMerge, appointmentMerge, foreignRecordMerge],
  // Consents.
  ...{
    countPending,
    isAnswerRequired,
    countUnanswered,
    saveRecordedAnswers,
    awaitedCosigners,
    isCountersignAsked,
    capacityRefusal,
    suggestPhrases,
  },
  ...{
    findSignature,
    firstProvedAt,
    signWithCapacityDecision,
    sendLink,
    sendAnswerLink,
    isLinkLive,
    readVerifier,
    describeRelatedEvent,
  },
  ...{ listDocuments, scansOf, findPictures, isVideoInTemplate },
  ...{ nextAppointmentOf, recordOfAppointment: recordAppointmentTreatments },
}
export type Injected = typeof injected
