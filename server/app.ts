import type { FastifyInstance } from 'fastify'
import path from 'node:path'
import type pg from 'pg'
import patientFactors from '../build/content/patient-factors.json' with { type: 'json' }
import shorthand from '../build/content/shorthand.json' with { type: 'json' }
import treatments from '../build/content/treatments.json' with { type: 'json' }
import site from '../build/content/page.site.json' with { type: 'json' }
import words from '../build/content/words.en.json' with { type: 'json' }
import library from '../build/content/templates.json' with { type: 'json' }
import translations from '../build/content/translations.json' with { type: 'json' }
import type { LibraryShorthand } from '../build/content/types.d.ts'
import { contract, streams, webhooks } from '../contract/index.ts'
import { webhookEvents } from '../contract/integration-scopes.ts'
import {
  live_heartbeat_seconds,
  live_recheck_seconds,
  live_streams_per_person_max,
  switch_seconds_max,
  step_up_minutes,
  storage_retry_ms_max,
  storage_upload_retry_ms_max,
  upload_idle_seconds_max,
} from '../contract/limits.ts'
import type { LiveTopic } from '../contract/live.ts'
import { consentTransitions } from '../contract/states.ts'
import { makeNightlyBackups, runNightlyProgram } from './backup/nightly-backups.ts'
import { mailOfBackup } from './backup/nightly-mail.ts'
import { findUnconfigured, type Config } from './config.ts'
import { keySourceOf } from './key-source.ts'
import { demoAdmin, demoClinics } from './demo/demo-people.ts'
import {
  accountFileHandlers,
  accountHandlers,
  emailChangeToken,
  photoTypeOf,
} from './modules/account/index.ts'
import { adoptionHandlers } from './modules/adoptions/index.ts'
import {
  aftercareHandlers,
  aftercareJobs,
  recordOfAppointment,
  sweepAftercare,
  worryComposer,
} from './modules/aftercare/index.ts'
import { announcementHandlers } from './modules/announcements/index.ts'
import {
  analyticsFileHandlers,
  analyticsHandlers,
  analyticsJobs,
  clinicFigureFileHandlers,
  clinicFigureHandlers,
  foldTotals,
  sweepUncounted,
} from './modules/analytics/index.ts'
import {
  appointmentHandlers,
  appointmentMergePart,
  assessAppointment,
  nextAppointmentOf,
  sweepAppointments,
} from './modules/appointments/index.ts'
import { auditExports, auditHandlers, sealAuditLog, writeAudit } from './modules/audit/index.ts'
import { authorityHandlers, awaitedCosigners } from './modules/authority/index.ts'
import { cleanupHandlers } from './modules/cleanup/index.ts'
import {
  auditMonth,
  complianceHandlers,
  improvementActionHandlers,
  incidentHandlers,
  inspectionPackFileHandler,
  inspectionPackHandlers,
  inspectionPackJobs,
  markWaiting,
  policyHandlers,
  reviewDueComposer,
  sampleAuditHandlers,
  sweepInspectionPacks,
  sweepSampleAudits,
  sweepUnmarked,
  trainingFileHandler,
  trainingHandlers,
} from './modules/compliance/index.ts'
import { dayListHandlers, forgetDayList, sweepDayLists } from './modules/day-lists/index.ts'
import {
  breachHandlers,
  dutyHandlers,
  outsideServices,
  processingEndpoints,
} from './modules/data-protection/index.ts'
import { directoryHandlers, directoryJobs, standingComposer } from './modules/directory/index.ts'
import { clinicalNoteHandlers, openLanguageModel } from './modules/clinical-notes/index.ts'
import { clinicHandlers, clinicLogoHandler, clinicSettingsHandlers } from './modules/clinics/index.ts'
import {
  consentExports,
  consentHandlers,
  consentMergePart,
  countPending,
  consentJobs,
  sweepExpired,
  sweepOutdated,
} from './modules/consents/index.ts'
import {
  certificateMaker,
  documentHandlers,
  inspectionReportMaker,
  annexJobs,
  archiveJobs,
  documentJobs,
  documentsOf,
  documentWorkspace,
  letterHandlers,
  openSealingKey,
  paperFormHandlers,
  patientDocumentHandlers,
  previewHandlers,
  processingDrawer,
  storedDocuments,
  sweepUnarchived,
  sweepUnsealed,
} from './modules/documents/index.ts'
import {
  accessComposer,
  emergencyAccessFiles,
  emergencyAccessHandlers,
  makeEmergencyReader,
  tellOfAccess,
} from './modules/emergency-accesses/index.ts'
import { enquiryHandlers, enquiryQueue, sweepEnquiries, tellOfEnquiry } from './modules/enquiries/index.ts'
import {
  bundleMaker,
  evidenceFileHandlers,
  evidenceHandlers,
  makeDigest,
  sweepDigests,
} from './modules/evidence/index.ts'
import { featureHoldHandlers, heldFrom, readHolds } from './modules/feature-holds/index.ts'
import { capacityHandlers, capacityRefusal } from './modules/capacity/index.ts'
import { historyHandlers, historyMergePart } from './modules/histories/index.ts'
import {
  identityHandlers,
  identityOpeners,
  makeAdmitPerson,
  makeAuth,
  makeSessionReader,
  openAccounts,
  openSecondFactors,
  openSetupTokens,
  openTrustedDevices,
  providerFiles,
  sendAccountMessage,
  sessionCookies,
  sweepAccountMessages,
  type IdentityParts,
} from './modules/identity/index.ts'
import {
  announceNews,
  apiKeyHandlers,
  consentNoteHandlers,
  deliverNews,
  fhirForm,
  fhirHandlers,
  integrationOpener,
  queueWriteBacks,
  sweepConnections,
  switchOffComposer,
  webhookHandlers,
  writeBack,
  writeBackComposer,
  writeBackHandlers,
} from './modules/integrations/index.ts'
import { handoverNews, kioskHandlers } from './modules/kiosks/index.ts'
import { lockHandlers } from './modules/locks/index.ts'
import { maintenanceHandlers, readMaintenance } from './modules/maintenance/index.ts'
import { messageTextHandlers, messageWebhooks, sendMessage } from './modules/messages/index.ts'
import { outboxHandlers } from './modules/outbox/index.ts'
import { overviewHandlers } from './modules/overview/index.ts'
import { keepScans, paperHandlers, scanFileHandlers, scansOf, storedScans } from './modules/paper/index.ts'
import {
  answerHomeRequest,
  homeComposer,
  homeOpener,
  patientHomeHandlers,
} from './modules/patient-home/index.ts'
import {
  forgetImport,
  patientImportEndpoints,
  patientImportHandlers,
  sweepImports,
  workOnImport,
} from './modules/patient-imports/index.ts'
import { patientHandlers } from './modules/patients/index.ts'
import {
  pictureFileHandlers,
  pictureHandlers,
  pictureJobs,
  readPictures,
  storedPictures,
} from './modules/pictures/index.ts'
import { countUnanswered, keepMatterTasks, keepWritten, matterHandlers } from './modules/matters/index.ts'
import { stillHolds, wordsBeside } from './modules/proofs/index.ts'
import {
  isAnswerDue,
  keepQuestionTasks,
  questionHandlers,
  questionNoticeComposer,
} from './modules/questions/index.ts'
import { platformDocumentHandlers } from './modules/platform-documents/index.ts'
import { queueHandlers } from './modules/queues/index.ts'
import { readingHandlers } from './modules/readings/index.ts'
import { viewingHandlers } from './modules/viewings/index.ts'
import {
  certificateHandler,
  dataRequestComposer,
  dataRequestHandlers,
  destructionHandlers,
  destructionJobs,
  gapsOf,
  recordFileHandler,
  recordHandlers,
  recordJobs,
  remindOfRequests,
  storedPacks,
  sweepDataRequests,
  sweepDestructions,
  sweepRecordFiles,
} from './modules/records/index.ts'
import { invitationLink, registrationHandlers, registrationToken } from './modules/registration/index.ts'
import {
  climbAfterCall,
  climbLadder,
  planReminders,
  remind,
  reminderHandlers,
  replanReminders,
  sweepReminders,
} from './modules/reminders/index.ts'
import { savedViewHandlers } from './modules/saved-views/index.ts'
import {
  answerQueueTrial,
  checkHandlers,
  libraryHandlers,
  openSavedServices,
  savedMailer,
  setupHandlers,
  spending,
  stillUnset,
  trialPatientHandlers,
  wizardHandlers,
} from './modules/setup/index.ts'
import {
  answerLinkRequest,
  replaceLockedLink,
  findSignature,
  firstProvedAt,
  isLinkLive,
  linkComposer,
  linkHandlers,
  mailCopy,
  makeLinkCodes,
  makeOwnLinks,
  sendLink,
  signDecided,
  signingHandlers,
  signingOpeners,
} from './modules/signing/index.ts'
import {
  activeStaff,
  countStaff,
  emailsOfStaff,
  invitationComposer,
  ownerComposer,
  staffHandlers,
  staffName,
  tellOwner,
} from './modules/staff/index.ts'
import {
  makeSupporterSecrets,
  sendSupporterLink,
  supporterComposer,
  supporterHandlers,
  supporterOpener,
} from './modules/supporters/index.ts'
import { keepCapacityTask, settleContactTasks, taskHandlers } from './modules/tasks/index.ts'
import {
  adminTemplateFileHandlers,
  templateFileEndpoints,
  templateFileHandlers,
} from './modules/template-files/index.ts'
import {
  adminTemplateHandlers,
  isVideoInTemplate,
  remindOfReviews,
  reviewComposer,
  sweepReviews,
  templateHandlers,
} from './modules/templates/index.ts'
import { adminTranslationHandlers, translationHandlers } from './modules/translations/index.ts'
import { adminTreatmentHandlers, treatmentHandlers } from './modules/treatments/index.ts'
import {
  adminTicketHandlers,
  openReplyTokens,
  storedTicketFiles,
  sweepTickets,
  ticketFileHandlers,
  ticketHandlers,
  ticketJobs,
  ticketMailWebhook,
} from './modules/tickets/index.ts'
import { keepUnderstandingTask, understandingHandlers } from './modules/understanding/index.ts'
import {
  adminVideoHandlers,
  ownerRunner,
  storedVideosIn,
  sweepVideos,
  addressesOf,
  findVideo,
  videoFault,
  videoFileHandlers,
  videoHandlers,
  videoJobs,
  videoUploadHandlers,
  type VideoGrant,
} from './modules/videos/index.ts'
import {
  billingHandlers,
  billingJobs,
  isCharged,
  openBillingGate,
  reconcile,
  stripeWebhook,
} from './modules/billing/index.ts'
import { revenueFileHandlers, revenueHandlers } from './modules/revenue/index.ts'
import { brieflyRemembered } from './platform/brief-memory.ts'
import type { Clock } from './platform/clock.ts'
import { openDatabase, type Database, type Log } from './platform/database/database.ts'
import { hasUnappliedMigrations } from './platform/database/migrate.ts'
import { refusePowerfulLogin } from './platform/database/roles.ts'
import { openRootKey, type RootKey } from './platform/database/root-key.ts'
import type { ClinicScope, Pending } from './platform/database/transaction.ts'
import { diskSpace } from './platform/files/disk-space.ts'
import { openDropFolder } from './platform/files/drop-folder.ts'
import { openFileFolder } from './platform/files/file-folder.ts'
import { openFiles, type Files } from './platform/files/files.ts'
import { filesOver } from './platform/files/files-over.ts'
import { storageCodeOfFault } from './platform/files/storage-fault.ts'
import { UploadFolder } from './platform/files/upload-folder.ts'
import { UploadLocks } from './platform/files/upload-locks.ts'
import type { Admission } from './platform/http/admission.ts'
import { openDoor, proofOfWork } from './platform/http/captcha.ts'
import { addDescription } from './platform/http/api-description.ts'
import { addFileEndpoints } from './platform/http/file-endpoints.ts'
import { addSecurityFile } from './platform/http/security-file.ts'
import { event_loop_delay_ms_max, makeHttpServer } from './platform/http/http-server.ts'
import { forgetKeys } from './platform/http/idempotency.ts'
import type { HandledTree, Openers, OpenRequest } from './platform/http/operations.ts'
import { openOutside } from './platform/http/outside-call.ts'
import { openRateLimits } from './platform/http/rate-limits.ts'
import { addRoutes } from './platform/http/route-endpoints.ts'
import { addOperations } from './platform/http/rpc.ts'
import { addUploads } from './platform/http/upload-endpoints.ts'
import { addWebhooks } from './platform/http/webhooks.ts'
import { makeJobRunners, type RunJob, type RunPlatformJob } from './platform/jobs/job-runner.ts'
import { openJobs, type Jobs, type Queues } from './platform/jobs/jobs.ts'
import { makeSweepTimers } from './platform/jobs/sweep-timers.ts'
import { openDraftKeys } from './platform/keys/draft-keys.ts'
import { openKeyring, type Keyring } from './platform/keys/keyring.ts'
import { tellNews } from './platform/live/live-feed.ts'
import { addLiveStreams, LiveStreams } from './platform/live/live-streams.ts'
import { openOutbox } from './platform/mail/mail-outbox.ts'
import { openMailer } from './platform/mail/mailer.ts'
import { openSms } from './platform/sms/sms.ts'
import { openOutboxFolder } from './platform/outbox-folder.ts'
import { shippedFonts } from './platform/pdf/font-set.ts'
import { createTypesetter } from './platform/pdf/typesetter.ts'
import { openConverter, type Converter } from './platform/video/converter.ts'

export type AppParts = {
  config: Config
  clock: Clock
  log: Log
  logins: { app: pg.ClientConfig; auth: pg.ClientConfig }
  /** Null where the answers must not depend on how busy the machine is: in tests. */
  eventLoopDelayMsMax?: number | null
  /** Mails go where the configuration says, whatever was kept on a set-up page: while the demo is made. */
  ignoresSavedServices?: boolean
  /** Takes the demo out of the database, as its owner. */
  removeDemo?: () => Promise<void>
  /** Where it was looked for already. */
  converter?: Promise<Converter | null>
}

/** Looks for the programs that convert videos, which takes them a while to answer. */
export const findConverter = ({ video }: Config): Promise<Converter | null> =>
  openConverter(video.off ? null : video)

/** News of a consent or a patient and who works on it; nobody above knows their names (ARCHITECTURE.md). */
const subscribers: Record<string, string[]> = {
  // Whatever changed of it, it may count as something else now.
  'consent.changed': ['analytics.count'],
  ...Object.fromEntries(Object.values(consentTransitions).map(({ event }) => [event, [] as string[]])),
  'consent.reconfirm_needed': [],
  'consent.confirmed': [],
  'consent.signed': [
    'documents.seal-signed',
    'consents.supersede',
    'tasks.settle-contact',
    'tasks.keep-capacity',
  ],
  'consent.finalised': ['documents.seal-finalised'],
  'patient.history_changed': ['consents.reassess-patient'],
  'consent.sent': ['reminders.plan'],
  'consent.viewed': ['tasks.settle-contact', 'reminders.plan'],
  'consent.verbal': ['tasks.settle-contact', 'documents.note-addendum'],
  'consent.withdrawn': ['documents.seal-annexes', 'tasks.keep-capacity'],
  'consent.treatments_withdrawn': ['documents.seal-annexes'],
  'document.sealed': ['documents.note-addendum'],
  'consent.declined': ['tasks.settle-contact', 'tasks.keep-capacity'],
  'consent.voided': [
    'documents.seal-annexes',
    'tasks.settle-contact',
    'tasks.keep-capacity',
    'questions.keep-tasks',
    'understanding.keep-task',
    'matters.keep-tasks',
  ],
  'consent.expired': [
    'tasks.settle-contact',
    'tasks.keep-capacity',
    'questions.keep-tasks',
    'understanding.keep-task',
    'matters.keep-tasks',
  ],
  'consent.superseded': [
    'tasks.settle-contact',
    'tasks.keep-capacity',
    'questions.keep-tasks',
    'understanding.keep-task',
    'matters.keep-tasks',
  ],
  'matter.changed': ['matters.keep-tasks', 'reminders.plan'],
  'question.changed': ['questions.keep-tasks'],
  'capacity.changed': ['tasks.keep-capacity'],
  'understanding.changed': ['understanding.keep-task'],
  'message.undelivered': ['reminders.climb'],
  'task.completed': ['reminders.climb-after-call', 'aftercare.settle-worry'],
  'task.reopened': ['aftercare.settle-worry'],
  'worry.told': ['aftercare.answer-worry'],
  'emergency-access.opened': ['emergency-accesses.tell'],
}

/** The same with other programs: they are told news, and given documents where the installation has a folder for them. */
function subscribersOf({ writeBack: folder }: Config): Record<string, string[]> {
  const told = Object.fromEntries(
    webhookEvents.map((event) => [event, [...(subscribers[event] ?? []), 'integrations.announce']]),
  )
  if (!folder.off) told['document.sealed']!.push('integrations.queue-write-backs')
  return { ...subscribers, ...told }
}

/** Which topic of open screens each event is news of. */
const liveTopicOf: Record<string, LiveTopic> = {
  'consent.changed': 'consents',
  'message.changed': 'messages',
  'appointment.changed': 'appointments',
  'emergency-access.changed': 'emergency-accesses',
}

/** The jobs that follow from what a transaction enqueued: what each event sets off, each once, and each topic's news. */
function jobsOf(listeners: Record<string, string[]>, pending: readonly Pending[]): Pending[] {
  const worked = new Map<string, Pending>()
  for (const { queue, data } of pending)
    for (const name of listeners[queue] ?? (liveTopicOf[queue] ? [] : [queue]))
      worked.set(name + JSON.stringify(data), { queue: name, data })
  const told = new Map<string, Pending>()
  for (const { queue, data } of pending) {
    const [topic, clinicId] = [liveTopicOf[queue], data.clinicId]
    if (topic && clinicId) told.set(topic + clinicId, { queue: 'live.tell', data: { clinicId, topic } })
  }
  return [...worked.values(), ...told.values()]
}

const seal_audit_seconds = 5
const sweep_connections_seconds = 10
const sweep_expired_seconds = 60
const forget_keys_seconds = 3600
const sweep_unsealed_seconds = 600
const sweep_unarchived_seconds = 3600
const sweep_outdated_seconds = 600
const sweep_reviews_seconds = 3600
const sweep_imports_seconds = 300
const sweep_videos_seconds = 1800
const sweep_reminders_seconds = 60
const sweep_record_files_seconds = 600
const sweep_destructions_seconds = 300
const sweep_digests_seconds = 1800
/** Queues whose jobs add up or copy all of a practice, send a video over a slow line, or make one playable. */
const secondsOf = {
  'analytics.recount': 1800,
  'records.make-file': 6 * 3600,
  'compliance.make-pack': 3600,
  'compliance.mark': 3600,
  'videos.store': 1800,
  'videos.convert': 1800,
}
const sweep_appointments_seconds = 300
const sweep_enquiries_seconds = 600
const sweep_uncounted_seconds = 3600
const sweep_unmarked_seconds = 20
const fold_totals_seconds = 15
const sweep_tickets_seconds = 600
const sweep_backups_seconds = 300
const reconcile_payments_seconds = 3600

type IdentitySettings = Pick<
  IdentityParts,
  'auth' | 'accounts' | 'database' | 'runJob' | 'rates' | 'address' | 'enqueue'
> & {
  keyring: Keyring
  rootKey: RootKey
  clock: Clock
  secret: string
  settings: Config['signIn']
}

/** What signing in, accounts, registration and set-up work with. */
function openIdentity({
  keyring,
  rootKey,
  clock,
  secret,
  settings,
  ...given
}: IdentitySettings): IdentityParts {
  const { auth, database, runJob, rates, address } = given
  const { ways, passwordPolicy, captcha: hasCaptcha } = settings
  const cookies = sessionCookies({ address, secret })
  const secondFactors = openSecondFactors(auth.db, keyring)
  const devices = openTrustedDevices(auth.db)
  const admission = { auth, database, runJob, cookies, secondFactors, devices }
  const captchaKey = Buffer.from(rootKey.derive('captcha')).toString('base64url')
  return {
    ...given,
    ...admission,
    ways,
    passwordPolicy,
    hasCaptcha,
    captcha: hasCaptcha ? proofOfWork(captchaKey, { rates, clock }) : openDoor,
    readSession: makeSessionReader(database, clock, cookies),
    setupTokens: openSetupTokens(auth.db),
    admitPerson: makeAdmitPerson(admission),
  }
}

type ConnectionParts = { config: Config; runJob: RunJob; keyring: Keyring; files: Files }

/** What other programs are told and given: the work of it, and its operations. */
function openConnections({ config, runJob, keyring, files }: ConnectionParts) {
  const webhooks = { runJob, keyring, outside: openOutside(config.webhooks) }
  const { writeBack: target } = config
  const drop = target.off ? null : openDropFolder(target.folder)
  const queues: Queues = {
    'integrations.announce': (data) => announceNews(runJob, data),
    'integrations.deliver': (data) => deliverNews(webhooks, data),
    'integrations.queue-write-backs': (data) => queueWriteBacks(runJob, data),
    // Documents that were on their way wait where the folder was taken out of the settings.
    'integrations.write-back': async (data) => {
      if (drop) await writeBack({ runJob, files, drop }, data)
    },
  }
  const handlers = {
    ...apiKeyHandlers,
    ...consentNoteHandlers,
    ...webhookHandlers(webhooks),
    ...writeBackHandlers(drop !== null),
  }
  return { queues, handlers }
}

type VideoWiring = Pick<ConnectionParts, 'config' | 'runJob' | 'files'> & {
  rootKey: RootKey
  runPlatformJob: RunPlatformJob
  converter: Converter | null
}
const noVideo = { file: null, captions: null, poster: null }

type GrantChecks = {
  openers: Pick<Openers, 'clinic' | 'admin'>
  isLinkLive(clinicId: string, linkId: string): Promise<boolean>
}

/** Whether whom an address of a video was made out for is still let in: the session in hand, or the link. */
const grantHolds =
  ({ openers, isLinkLive }: GrantChecks) =>
  async (grant: VideoGrant, request: OpenRequest): Promise<boolean> => {
    if (grant.for === 'link') return isLinkLive(grant.clinicId, grant.linkId)
    if (grant.for === 'admin') return (await openers.admin(request)) !== null
    return (await openers.clinic(request))?.clinicId === grant.clinicId
  }

/** Videos: where they are kept, who shows them, and the work of it. */
async function openVideos({ config, converter, runJob, runPlatformJob, rootKey, files }: VideoWiring) {
  const runOwner = ownerRunner(runJob, runPlatformJob)
  const addressKey = rootKey.derive('video-addresses')
  const folder = new UploadFolder(config.dataDir, videoFault)
  const canTranscode = converter !== null
  const store = config.objectStore.off ? ('disk' as const) : ('object store' as const)
  const parts = {
    ...{ addressKey, folder, files, store, canTranscode },
    ...{ isInTemplate: isVideoInTemplate, codeOfFault: storageCodeOfFault },
  }
  return {
    addressKey,
    folder,
    canTranscode,
    async openForLink({
      videoId,
      now,
      ...link
    }: {
      clinicId: string
      linkId: string
      videoId: string
      now: Date
    }) {
      const video = await runOwner(link.clinicId, (scope) => findVideo(scope, videoId))
      const asked = { grant: { for: 'link' as const, ...link }, now }
      const { file, captions, poster } = video ? addressesOf(addressKey, video, asked) : noVideo
      return { file, captions, poster }
    },
    async openForStaff(scope: ClinicScope, videoId: string) {
      const { clinicId, now } = scope
      const video = await findVideo(scope, videoId)
      const asked = { grant: { for: 'staff' as const, clinicId }, now }
      const { file, captions, poster } = video ? addressesOf(addressKey, video, asked) : noVideo
      return { file, captions, poster }
    },
    handlers: videoHandlers(parts),
    adminHandlers: adminVideoHandlers(parts),
    queues: videoJobs({ runOwner, files, folder, converter, isInTemplate: isVideoInTemplate }),
    fileHandler: (checks: GrantChecks) =>
      videoFileHandlers({ addressKey, files, folder, runOwner, stillHolds: grantHolds(checks) }),
  }
}

/** What super administrators may switch, as the door of every request asks it. */
function openSwitches(database: Database, clock: Clock): Pick<Admission, 'maintenance' | 'isSwitchedOff'> {
  const holds = brieflyRemembered(() => readHolds(database), switch_seconds_max, clock)
  return {
    maintenance: brieflyRemembered(() => readMaintenance(database), switch_seconds_max, clock),
    isSwitchedOff: async (feature, clinicId) =>
      (await holds()).some((hold) => hold.feature === feature && (hold.clinicId ?? clinicId) === clinicId),
  }
}

/** Where documents, pictures and videos are kept. */
export function openStoredFiles({ objectStore, dataDir }: Config): Files {
  const files = openFiles(objectStore, dataDir, {
    call_ms_max: storage_retry_ms_max,
    upload_ms_max: storage_upload_retry_ms_max,
  })
  return !objectStore.off && objectStore.isSaved ? filesOver(files, openFileFolder(dataDir)) : files
}

const trialRetries = { call_ms_max: 2000, upload_ms_max: 2000 }

const demoAddresses = {
  clinicEmails: demoClinics.map(({ domain }) => `hello@${domain}`),
  adminEmail: demoAdmin.email,
}

/** The product, wired together but not yet listening: the only place that knows every module. */
export async function openApp({
  config,
  clock,
  log,
  logins,
  eventLoopDelayMsMax = event_loop_delay_ms_max,
  ignoresSavedServices = false,
  removeDemo,
  converter = findConverter(config),
}: AppParts) {
  const keyring = openKeyring(keySourceOf(config))
  const database = openDatabase(logins.app, { log })
  await database.borrow(refusePowerfulLogin)
  const rootKey = await openRootKey(database, keyring)
  const address = config.publicAddress
  const secureCookies = address.startsWith('https:')
  const secret = Buffer.from(rootKey.derive('sessions')).toString('base64url')
  const auth = makeAuth({ database: logins.auth, secret, address, log, providers: config.signIn.providers })
  const rates = openRateLimits(database)
  const files = openStoredFiles(config)
  const statusAddress = `${address}${webhooks.smsNews.path}`
  const sms = openSms(config.sms, { log, dataDir: config.dataDir, statusAddress })
  const typesetterOf = () => createTypesetter({ workspace: documentWorkspace, fonts: shippedFonts })
  const [typesetter, previewTypesetter] = [typesetterOf(), typesetterOf()]

  const listeners = subscribersOf(config)
  const insertJobs: Jobs['insert'] = (client, pending) => jobs.insert(client, jobsOf(listeners, pending))
  const { runJob, runPlatformJob, runDestruction, runSweep } = makeJobRunners({
    database,
    clock,
    writeAudit,
    insertJobs,
  })
  const services = openSavedServices({ runPlatformJob, keyring, configured: config })
  const gate = openBillingGate({
    payments: () => services.payments(),
    priceIds: config.planPrices,
    reckonsTax: config.reckonsTax,
    clock,
  })
  const billing = { gate, runJob, runPlatformJob, address }
  const mailer =
    config.mail.off && !ignoresSavedServices
      ? savedMailer(services, config.dataDir)
      : openMailer(config.mail, { log, dataDir: config.dataDir })
  const ownVideos = await openVideos({
    ...{ config, runJob, runPlatformJob, rootKey, files },
    converter: await converter,
  })
  const sealingKey = () => openSealingKey({ database, keyring, clock, organisation: 'Candour' })
  const timestampAuthority = config.timestamps.off ? undefined : config.timestamps.url
  const sealing = { clock, typesetter, sealingKey, timestampAuthority }
  const { sealSigned, sealFinalised } = documentJobs({ ...sealing, runJob, files })
  const { sealAnnexes, noteAddendum } = annexJobs({ ...sealing, runJob, files })
  const { archive } = archiveJobs({ ...sealing, runJob, files })
  const storedFiles = [storedDocuments, storedScans, storedPictures, storedTicketFiles]
  const { makeFile, expireFile } = recordJobs({
    ...{ runJob, clock, files },
    // A practice's videos are nobody's record: they go into its export alone.
    storedFiles: [...storedFiles, storedVideosIn(ownVideos.folder)],
  })
  const { makePack, expirePack } = inspectionPackJobs({
    ...{ runJob, clock, files, makeReport: inspectionReportMaker(sealing) },
    makeBundle: bundleMaker({ database, runJob, files, sealingKey }),
  })
  const { destroy } = destructionJobs({
    ...{ runJob, runDestruction, files, makeCertificate: certificateMaker(sealing) },
    // What stands behind the rows of a record: its documents, and copies that were made of it.
    storedFiles: [...storedFiles, storedPacks],
  })
  const processing = processingEndpoints({
    subProcessors: outsideServices(config),
    draw: processingDrawer(previewTypesetter),
  })
  const compose = linkComposer(address)
  const codes = makeLinkCodes({ runJob, key: rootKey.derive('link-codes') })
  const supporterSecrets = makeSupporterSecrets(rootKey.derive('supporters'))
  const fromPlatform = {
    address,
    supportEmail: config.contact.off ? site.supportEmail : config.contact.address,
  }
  const composers = {
    'consent-link': compose,
    'new-link': compose,
    reminder: compose,
    'question-answered': compose,
    'signed-copy': compose,
    'link-code': codes.compose,
    'question-notice': questionNoticeComposer(address),
    'supporter-link': supporterComposer({ address, secrets: supporterSecrets }),
    aftercare: compose,
    survey: compose,
    worry: worryComposer(address),
    invitation: invitationComposer({ inviteLink: invitationLink({ auth, address }) }),
    'patient-home': homeComposer(address),
    'template-review': reviewComposer(address),
    'data-request-due': dataRequestComposer(address),
    'review-due': reviewDueComposer(address),
    'webhook-disabled': switchOffComposer(address),
    'write-back-failed': writeBackComposer(address),
    'access-ended': standingComposer('access-ended', fromPlatform),
    'access-restored': standingComposer('access-restored', fromPlatform),
    'owner-changed': ownerComposer(fromPlatform.supportEmail),
    'emergency-access': accessComposer(address),
  }
  const accounts = openAccounts({ auth, database })
  const accountMessages = {
    ...{ auth, accounts, clock, address, mailer, sms },
    tokenMakers: {
      registration: registrationToken({ auth, clock }),
      'email-change': emailChangeToken({ auth, accounts, clock }),
    },
  }
  const reminding = { runJob, appointmentOf: nextAppointmentOf }
  const connections = openConnections({ config, runJob, keyring, files })
  // With nobody to send it to, it lies with the mails of an installation that has no mail server.
  const contactMailer = config.contact.off ? openOutbox(config.dataDir) : mailer
  const contactAddress = config.contact.off ? site.supportEmail : config.contact.address
  const enquiryMails = { runPlatformJob, clock, address, mailer: contactMailer, contactAddress }
  const replies = config.supportReplies.off ? null : openReplyTokens(rootKey, config.supportReplies.address)
  const nightly = config.nightlyBackup.off
    ? null
    : makeNightlyBackups({
        ...{ settings: config.nightlyBackup, clock, log, run: runNightlyProgram },
        tell: (problem) => mailOfBackup(enquiryMails, problem),
      })
  const queues: Queues = {
    ...connections.queues,
    ...ownVideos.queues,
    'documents.seal-signed': sealSigned,
    'documents.seal-finalised': sealFinalised,
    'documents.seal-annexes': sealAnnexes,
    'documents.archive': archive,
    'documents.note-addendum': noteAddendum,
    'evidence.digest': (data) => makeDigest({ runJob, sealingKey, timestampAuthority }, data),
    'paper.keep-scans': (data) => keepScans({ runJob, files }, data),
    'messages.send': (data) => sendMessage({ runJob, mailer, sms, composers }, data),
    [enquiryQueue]: (data) => tellOfEnquiry(enquiryMails, data),
    ...ticketJobs({
      ...{ runPlatformJob, files, mailer, contactMailer, contactAddress, clock, address, replies },
    }),
    'identity.send-message': (data) => sendAccountMessage(accountMessages, data),
    'signing.answer-link-request': (data) => answerLinkRequest({ database, rates, runJob }, data),
    'signing.replace-locked-link': (data) => replaceLockedLink(runJob, data),
    'signing.mail-copy': (data) => mailCopy(runJob, data),
    'supporters.send-link': (data) => sendSupporterLink(runJob, data),
    'patient-home.answer-request': (data) => answerHomeRequest({ database, rates, runJob, keyring }, data),
    'patient-imports.work': (data) => workOnImport(runJob, data),
    'patient-imports.forget': (data) => forgetImport(runJob, data),
    'day-lists.forget': (data) => forgetDayList(runJob, data),
    ...consentJobs(runJob),
    ...directoryJobs(runJob),
    'staff.tell-owner': (data) => tellOwner(runJob, data),
    ...pictureJobs({ runJob, files }),
    ...aftercareJobs(runJob),
    ...analyticsJobs(runJob),
    ...billingJobs(billing),
    'reminders.plan': (data) => planReminders(reminding, data),
    'reminders.replan': (data) => replanReminders(reminding, data),
    'reminders.remind': (data) => remind(reminding, data),
    'reminders.climb': (data) => climbLadder(runJob, data),
    'reminders.climb-after-call': (data) => climbAfterCall(runJob, data),
    'tasks.settle-contact': (data) => settleContactTasks(runJob, data),
    'tasks.keep-capacity': (data) => keepCapacityTask(runJob, data),
    'matters.keep-tasks': (data) => keepMatterTasks(runJob, data),
    'questions.keep-tasks': (data) => keepQuestionTasks(runJob, data),
    'understanding.keep-task': (data) => keepUnderstandingTask(runJob, data),
    'compliance.mark': (data) => markWaiting(runJob, data),
    'compliance.audit-month': (data) => auditMonth(runJob, data),
    'compliance.make-pack': makePack,
    'compliance.expire-pack': expirePack,
    'records.make-file': makeFile,
    'records.expire-file': expireFile,
    'records.destroy': destroy,
    'setup.try-queue': (data) => answerQueueTrial(runPlatformJob, data),
    'templates.remind-of-reviews': (data) => remindOfReviews(runJob, data),
    'records.remind-of-requests': (data) => remindOfRequests(runJob, data),
    'appointments.assess': (data) => assessAppointment(runJob, data),
    'emergency-accesses.tell': (data) => tellOfAccess(runJob, data),
    'live.tell': ({ clinicId, topic }) =>
      database.borrow((client) => tellNews(client, { clinicId: clinicId!, topic: topic! })),
  }
  const jobs = await openJobs(logins.app, { queues, log, secondsOf })

  const identity = openIdentity({
    ...{ auth, accounts, database, runJob, keyring, rootKey, rates, clock, address, secret },
    settings: config.signIn,
    enqueue: (queue, data) => database.borrow((client) => insertJobs(client, [{ queue, data }])),
  })
  const ownLinks = makeOwnLinks({ database, clock, runJob, insertJobs, secureCookies })
  const draftKeys = openDraftKeys(rootKey)
  const account = { ...identity, files, draftKeys }
  const handovers = handoverNews({ database, runJob, writeAudit, ownLinks })
  const recordParts = { findSignature, documentsOf, scansOf, stillHolds, wordsBeside }
  const handlers: HandledTree = {
    account: accountHandlers(account),
    adminTreatments: adminTreatmentHandlers(treatments),
    adminTemplateFiles: adminTemplateFileHandlers,
    adminTemplates: adminTemplateHandlers,
    adminTickets: adminTicketHandlers,
    adminTranslations: adminTranslationHandlers,
    adminVideos: ownVideos.adminHandlers,
    adoptions: adoptionHandlers,
    aftercare: aftercareHandlers(runJob),
    analytics: analyticsHandlers,
    announcements: announcementHandlers({ database }),
    appointments: appointmentHandlers({ recordDone: recordOfAppointment }),
    audit: auditHandlers({ gapsOf, emailsOfStaff, runJob }),
    authority: authorityHandlers,
    billing: billingHandlers(billing),
    capacity: capacityHandlers({ signDecided }),
    cleanup: cleanupHandlers({ countPending }),
    clinicFigures: clinicFigureHandlers,
    clinicalNotes: clinicalNoteHandlers({
      shorthand: shorthand as LibraryShorthand,
      factors: patientFactors.factors,
      treatments,
      rates,
      model: config.languageModel.off
        ? null
        : { name: config.languageModel.model, ask: openLanguageModel(config.languageModel) },
    }),
    clinics: clinicHandlers({ countStaff, heldFrom }),
    compliance: complianceHandlers,
    clinicSettings: clinicSettingsHandlers({
      pictureTypeOf: photoTypeOf,
      namesOfStaff: async (scope) => (await activeStaff(scope)).map(staffName),
      isCharged,
    }),
    consents: consentHandlers({
      statements: Object.values(words.statements),
      ...recordParts,
      readPictures,
      sendLink,
      isAnswerDue,
      countUnanswered,
      keepWritten,
      awaitedCosigners,
      capacityRefusal,
    }),
    dataProtection: { ...breachHandlers, ...dutyHandlers, ...processing.handlers },
    dataRequests: dataRequestHandlers,
    dayLists: dayListHandlers,
    destructions: destructionHandlers,
    directory: directoryHandlers,
    documents: {
      ...previewHandlers({ typesetter: previewTypesetter, clock }),
      ...letterHandlers({ typesetter, address }),
      ...patientDocumentHandlers,
    },
    emergencyAccesses: emergencyAccessHandlers({
      readEmergency: makeEmergencyReader({ database, clock }),
      recordParts,
    }),
    enquiries: enquiryHandlers({ rates, runPlatformJob }),
    evidence: evidenceHandlers({ database }),
    featureHolds: featureHoldHandlers,
    histories: historyHandlers,
    identity: identityHandlers({ ...identity, handovers }),
    improvementActions: improvementActionHandlers,
    incidents: incidentHandlers,
    inspectionPacks: inspectionPackHandlers,
    integrations: connections.handlers,
    kiosks: kioskHandlers({ ...identity, ownLinks }),
    locks: lockHandlers({ marksOf: (typed) => accounts.marksOf(typed) }),
    maintenance: maintenanceHandlers,
    matters: matterHandlers({
      sendAnswerLink: (scope, consent) => sendLink(scope, consent, undefined, 'question-answered'),
    }),
    messages: messageTextHandlers({ address }),
    outbox: outboxHandlers({
      outbox: openOutboxFolder(config.dataDir),
      folder: path.join(config.dataDir, 'outbox'),
      isSent: { email: !config.mail.off, sms: !config.sms.off },
    }),
    overview: overviewHandlers({
      desk: jobs.desk,
      isMailSent: !config.mail.off,
      unconfigured: findUnconfigured(config).length,
      keepsFiles: config.objectStore.off,
      diskSpace: () => diskSpace(config.dataDir),
    }),
    paper: { ...paperHandlers, ...paperFormHandlers({ typesetter, address }) },
    patientHome: patientHomeHandlers({ database, runJob, runSweep, keyring, ownLinks, secureCookies }),
    patientImports: patientImportHandlers,
    patients: patientHandlers({ mergeParts: [consentMergePart, historyMergePart, appointmentMergePart] }),
    pictures: pictureHandlers,
    policies: policyHandlers,
    platformDocuments: platformDocumentHandlers,
    questions: questionHandlers({
      sendAnswerLink: (scope, consent) => sendLink(scope, consent, undefined, 'question-answered'),
    }),
    queues: queueHandlers(jobs.desk),
    readings: readingHandlers({ provedAt: firstProvedAt }),
    viewings: viewingHandlers({
      openVideo: ownVideos.openForLink,
      openForStaff: ownVideos.openForStaff,
    }),
    records: recordHandlers,
    signing: {
      ...signingHandlers({
        ...{ runSweep, secureCookies, codes, documentsOf, scansOf, draftKeys },
        cosigning: words.cosigning.statements,
      }),
      ...linkHandlers({ address }),
    },
    registration: registrationHandlers(identity),
    reminders: reminderHandlers,
    revenue: revenueHandlers,
    sampleAudits: sampleAuditHandlers,
    savedViews: savedViewHandlers,
    setup: setupHandlers({ ...identity, unconfigured: findUnconfigured(config) }),
    setupChecks: {
      ...checkHandlers({
        ...{ database, runPlatformJob, clock, services, mailer, sms },
        // Whoever waits is told what is wrong; it is not tried again for minutes.
        files: openFiles(config.objectStore, config.dataDir, trialRetries),
        dataDir: config.dataDir,
        isEmbedded: config.database.embedded,
        smsSettings: config.sms,
        timestamps: config.timestamps,
        languageModel: config.languageModel,
      }),
      ...trialPatientHandlers({ runJob, runPlatformJob }),
    },
    setupLibrary: libraryHandlers({
      ...{ runPlatformJob, translations, spend: spending(identity) },
      library: library as never,
    }),
    setupWizard: wizardHandlers({
      ...{ runJob, runPlatformJob, services, accounts, database },
      demo: { ...demoAddresses, remove: removeDemo ?? null },
      inviteLink: invitationLink({ auth, address }),
    }),
    staff: staffHandlers({ countPending }),
    supporters: supporterHandlers({
      ...{ database, runJob, address, secureCookies },
      secrets: supporterSecrets,
    }),
    tasks: taskHandlers,
    templateFiles: templateFileHandlers,
    templates: templateHandlers,
    tickets: ticketHandlers,
    trainings: trainingHandlers,
    translations: translationHandlers,
    treatments: treatmentHandlers,
    understanding: understandingHandlers,
    videos: ownVideos.handlers,
  }
  const runner = { database, clock, writeAudit, insertJobs }
  const links = signingOpeners(database, clock)
  const home = homeOpener(database, clock)
  const admission: Admission = {
    openers: {
      ...identityOpeners({ ...identity, clock }),
      ...links,
      supporter: supporterOpener(database, clock),
      integration: integrationOpener(database, clock),
      // Behind a consent's own path stands its cookie; without one it is a patient's own page.
      patient: (request) => (request.params.consentId ? links.patient(request) : home(request)),
    },
    isHandedOver: async (cookie) => (await identity.readSession(cookie))?.lockedTo != null,
    rates,
    captcha: identity.captcha,
    clock,
    ownOrigins: [address],
    stepUpMinutes: step_up_minutes,
    ...openSwitches(database, clock),
  }
  const uploadLocks = new UploadLocks(logins.app, log)
  const live = new LiveStreams(logins.app, log, { admission, perPersonMax: live_streams_per_person_max })
  const http = await makeHttpServer({
    log,
    trustedProxies: config.trustedProxy.off ? false : config.trustedProxy.networks,
    behindTls: secureCookies,
    eventLoopDelayMsMax,
    connectionsAwaited: () => database.connections().awaited + auth.connectionsAwaited(),
    admission,
    notReady: async () => ((await hasUnappliedMigrations(database)) ? 'migrations are not applied' : null),
  })
  addOperations(http, handlers, runner, log)
  const fileHandlers = [
    documentHandlers(files),
    emergencyAccessFiles(files),
    evidenceFileHandlers({ database, runJob, files, sealingKey }),
    scanFileHandlers(files),
    clinicLogoHandler(database),
    pictureFileHandlers(files),
    processing.files,
    recordFileHandler(files),
    inspectionPackFileHandler(files),
    trainingFileHandler,
    certificateHandler(files),
    providerFiles(identity),
    accountFileHandlers(account),
    analyticsFileHandlers,
    revenueFileHandlers,
    clinicFigureFileHandlers({ typesetter }),
    templateFileEndpoints,
    ticketFileHandlers(files),
    patientImportEndpoints,
    consentExports,
    auditExports({ emailsOfStaff, runJob, runPlatformJob }),
    ownVideos.fileHandler({
      openers: admission.openers,
      isLinkLive: (clinicId, linkId) => runJob(clinicId, (scope) => isLinkLive(scope, linkId)),
    }),
  ]
  addFileEndpoints(http, fileHandlers.flat(), runner)
  addRoutes(http, fhirHandlers({ files, address }), { runner, form: fhirForm(address), log })
  const posts = messageWebhooks({
    ...{ runJob, runSweep },
    bounceSecret: config.bounces.off ? null : config.bounces.secret,
    twilioToken: config.sms.off ? null : config.sms.authToken,
  })
  const mailReplies = ticketMailWebhook({
    runPlatformJob,
    settings:
      replies && !config.supportReplies.off ? { secret: config.supportReplies.secret, replies } : null,
  })
  await addWebhooks(http, [...posts, mailReplies, stripeWebhook(billing)], runner, { address, clock })
  await addUploads(http, videoUploadHandlers, {
    ...{ runner, locker: uploadLocks, folder: ownVideos.folder },
    idleSecondsMax: upload_idle_seconds_max,
  })
  addLiveStreams(http, [streams.live.clinic], live)
  addDescription(http, contract, address)
  addSecurityFile(http, { clock, origin: address, email: contactAddress, policyPage: '/security' })

  const timers = makeSweepTimers(log)
  return {
    http: http as FastifyInstance,
    jobs,
    database,
    live,
    runSweep,
    sealAuditLog: () => sealAuditLog(runSweep, log),
    /** The one-time token of the set-up pages; null when an earlier start made it. */
    makeSetupToken: () => identity.setupTokens.make(clock.now()),
    /** The parts of the installation that are not set up, wherever they might be. */
    unconfigured: () => runPlatformJob((scope) => stillUnset(scope, findUnconfigured(config))),
    sweepExpired: () => sweepExpired(runSweep),
    sweepOutdated: () => sweepOutdated(runSweep),
    forgetKeys: () => forgetKeys(runSweep),
    sweepUnsealed: () => sweepUnsealed(runSweep),
    sweepUnarchived: () => sweepUnarchived(runSweep),
    sweepReviews: () => sweepReviews(runSweep),
    sweepReminders: () => sweepReminders(runSweep),
    sweepRecordFiles: () => sweepRecordFiles(runSweep),
    sweepInspectionPacks: () => sweepInspectionPacks(runSweep),
    sweepSampleAudits: () => sweepSampleAudits(runSweep),
    sweepUnmarked: () => sweepUnmarked(runSweep),
    sweepDataRequests: () => sweepDataRequests(runSweep),
    sweepDestructions: () => sweepDestructions(runSweep),
    sweepDigests: () => sweepDigests(runSweep),
    sweepConnections: () => sweepConnections(runSweep),
    sweepAppointments: () => sweepAppointments(runSweep),
    sweepAftercare: () => sweepAftercare(runSweep),
    sweepUncounted: () => sweepUncounted(runSweep),
    foldTotals: () => foldTotals(runPlatformJob),
    sweepEnquiries: () => sweepEnquiries(runPlatformJob),
    sweepTickets: () => sweepTickets(runPlatformJob),
    sweepAccountMessages: () => sweepAccountMessages({ ...identity, clock }),
    sweepImports: () => sweepImports(runSweep),
    sweepVideos: () => sweepVideos(runSweep, ownVideos.canTranscode),
    /** What the plans cost, as Stripe told not long ago. */
    planPrices: () => gate.prices(),
    reconcilePayments: () => reconcile({ ...billing, now: clock.now() }),
    sweepDayLists: () => sweepDayLists(runSweep),
    /** Begins to work jobs off and to sweep. */
    async work(): Promise<void> {
      await jobs.work()
      // What was written before an interruption waits no longer than this.
      await sealAuditLog(runSweep, log)
      timers.every(seal_audit_seconds, () => sealAuditLog(runSweep, log))
      timers.every(sweep_expired_seconds, () => sweepExpired(runSweep))
      timers.every(sweep_connections_seconds, () => sweepConnections(runSweep))
      timers.every(sweep_unsealed_seconds, () => sweepUnsealed(runSweep))
      // Without an authority nothing is stamped, and nobody looks for what could be.
      if (!config.timestamps.off) timers.every(sweep_unarchived_seconds, () => sweepUnarchived(runSweep))
      timers.every(sweep_outdated_seconds, () => sweepOutdated(runSweep))
      timers.every(sweep_reminders_seconds, () => sweepReminders(runSweep))
      timers.every(sweep_reminders_seconds, () => sweepAftercare(runSweep))
      timers.every(sweep_reviews_seconds, () => sweepReviews(runSweep))
      timers.every(sweep_reviews_seconds, () => sweepDataRequests(runSweep))
      timers.every(sweep_imports_seconds, () => sweepImports(runSweep))
      timers.every(sweep_videos_seconds, () => sweepVideos(runSweep, ownVideos.canTranscode))
      timers.every(sweep_imports_seconds, () => sweepDayLists(runSweep))
      timers.every(sweep_record_files_seconds, () => sweepRecordFiles(runSweep))
      timers.every(sweep_record_files_seconds, () => sweepInspectionPacks(runSweep))
      timers.every(sweep_reviews_seconds, () => sweepSampleAudits(runSweep))
      timers.every(sweep_unmarked_seconds, () => sweepUnmarked(runSweep))
      timers.every(sweep_destructions_seconds, () => sweepDestructions(runSweep))
      timers.every(sweep_digests_seconds, () => sweepDigests(runSweep))
      timers.every(sweep_appointments_seconds, () => sweepAppointments(runSweep))
      timers.every(sweep_uncounted_seconds, () => sweepUncounted(runSweep))
      timers.every(reconcile_payments_seconds, () => reconcile({ ...billing, now: clock.now() }))
      timers.every(fold_totals_seconds, () => foldTotals(runPlatformJob))
      timers.every(sweep_enquiries_seconds, () => sweepEnquiries(runPlatformJob))
      timers.every(sweep_tickets_seconds, () => sweepTickets(runPlatformJob))
      if (nightly) timers.every(sweep_backups_seconds, () => nightly.sweep())
      timers.every(sweep_expired_seconds, () => rates.forgetExpired())
      timers.every(forget_keys_seconds, () => forgetKeys(runSweep))
      timers.every(live_heartbeat_seconds, () => live.beat())
      timers.every(live_recheck_seconds, () => live.recheck())
      timers.every(sweep_expired_seconds, () => sweepAccountMessages({ ...identity, clock }))
    },
    /** Finishes requests and jobs that run, then lets go of everything. */
    async close(): Promise<void> {
      timers.stop()
      nightly?.stop()
      await http.close()
      await live.close()
      await uploadLocks.close()
      await jobs.stop()
      await Promise.all([typesetter.stop(), previewTypesetter.stop()])
      await auth.close()
      await database.close()
    },
  }
}

export type App = Awaited<ReturnType<typeof openApp>>
