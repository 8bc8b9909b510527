import { emailChangeToken, photoTypeOf } from './modules/account/index.ts'
import { recordOfAppointment } from './modules/aftercare/index.ts'
import { appointmentMergePart, nextAppointmentOf } from './modules/appointments/index.ts'
import { awaitedCosigners } from './modules/authority/index.ts'
import { isCharged } from './modules/billing/index.ts'
import { capacityRefusal } from './modules/capacity/index.ts'
import { consentMergePart, countPending } from './modules/consents/index.ts'
import { documentsOf } from './modules/documents/index.ts'
import { heldFrom } from './modules/feature-holds/index.ts'
import { historyMergePart } from './modules/histories/index.ts'
import { handoverNews } from './modules/kiosks/index.ts'
import { countUnanswered, keepWritten } from './modules/matters/index.ts'
import { scansOf } from './modules/paper/index.ts'
import { readPictures } from './modules/pictures/index.ts'
import { stillHolds, wordsBeside } from './modules/proofs/index.ts'
import { isAnswerDue } from './modules/questions/index.ts'
import { gapsOf } from './modules/records/index.ts'
import { invitationLink, registrationToken } from './modules/registration/index.ts'
import {
  findSignature,
  firstProvedAt,
  isLinkLive,
  sendAnswerLink,
  sendLink,
  signDecided,
} from './modules/signing/index.ts'
import { countStaff, emailsOfStaff, namesOfStaff } from './modules/staff/index.ts'
import { isVideoInTemplate } from './modules/templates/index.ts'

/** What modules are given of those that come after them in the order, which they may not import. */
export const injected = {
  // People and practices.
  ...{ countStaff, emailsOfStaff, namesOfStaff, heldFrom, isCharged, photoTypeOf, gapsOf },
  ...{ invitationLink, registrationToken, emailChangeToken, handoverNews },
  mergeParts: [consentMergePart, historyMergePart, appointmentMergePart],
  // Consents.
  ...{ countPending, isAnswerDue, countUnanswered, keepWritten, awaitedCosigners, capacityRefusal },
  ...{
    findSignature,
    firstProvedAt,
    signDecided,
    sendLink,
    sendAnswerLink,
    isLinkLive,
    stillHolds,
    wordsBeside,
  },
  ...{ documentsOf, scansOf, readPictures, isVideoInTemplate },
  ...{ nextAppointmentOf, recordOfAppointment },
}
export type Injected = typeof injected
