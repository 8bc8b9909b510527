import { Readable } from 'node:stream'
import type { InferContractRouterInputs } from '@orpc/contract'
import { contract, files as fileRoutes, type Contract } from '../../../contract/index.ts'
import type { PaperAdditionalConsent } from '../../../contract/matters.ts'
import type { ClinicScope, TenantScope } from '../../platform/database/transaction.ts'
import type { Files } from '../../platform/files/files.ts'
import { handle, handleFile, type HandlerResult, type FileResponse } from '../../platform/http/operations.ts'
import { refuse, type Refusal } from '../../platform/http/refusal.ts'
import { capacityRefusal } from '../capacity/index.ts'
import { settingsOf } from '../clinics/index.ts'
import {
  actionRules,
  appendEvent,
  eventsOf,
  lockConsent,
  transitionConsent,
  recordPaperCopyGiven,
  validityEnd,
  hashMark,
  type ConsentRecord,
} from '../consents/index.ts'
import { findSigningRights } from '../authority/index.ts'
import { saveRecordedAnswers, answersAll } from '../matters/index.ts'
import {
  confirmsAll,
  findSignature,
  insertStaffSignature,
  agreesToAny,
  maySign,
  otherNameDetails,
  revokeConsentLinks,
  type PaperSignature,
} from '../signing/index.ts'
import { declinedPositions, textFrozenAt, isDocumentCodeOf, paperTimeError, scanHash } from './paper-rules.ts'
import { findScanFile, insertScan, scanDownloadName, scansOf, scanStorageName } from './paper-store.ts'
import { readScan, type ParsedScanFile } from './scan-content.ts'

type TakeInInput = InferContractRouterInputs<Contract>['paper']['takeIn'] & {
  additional: PaperAdditionalConsent
}

/** Why what is told of the paper does not make a signature; null when it does. */
async function signatureError(
  scope: ClinicScope,
  consent: ConsentRecord,
  { signedOn, confirmed, choices, additional, signerRole }: TakeInInput,
) {
  const { statements, treatments } = consent.content!
  const fixed = textFrozenAt(await eventsOf(scope, consent.id))!
  const told = paperTimeError(new Date(signedOn), { fixed, now: scope.now })
  if (told) return told
  if (!confirmsAll(statements, confirmed)) return 'statement-unconfirmed'
  const wanted = treatments?.length ?? 1
  if (choices.length !== wanted) return 'choice-missing'
  if (!answersAll(additional, consent.content!)) return 'additional-missing'
  if (!agreesToAny(wanted, declinedPositions(choices))) return 'nothing-accepted'
  const { signers } = await findSigningRights(scope, consent, new Date(signedOn))
  return maySign(signerRole, signers) ? null : 'not-authorised'
}

type Scanned = Pick<TakeInInput, 'code' | 'complete' | 'files'>

/** The scan as it was sent; or why it is not taken. */
async function acceptScan({ contentHash }: ConsentRecord, { code, complete, files }: Scanned) {
  if (!isDocumentCodeOf(code, contentHash!)) return 'wrong-code'
  return complete ? readScan(files) : 'pages-missing'
}

const markOf = ({ actor, now }: ClinicScope, files: readonly ParsedScanFile[]): PaperSignature => ({
  kind: 'paper',
  scan: scanHash(files),
  files: files.map(({ type, pages, sha256 }) => ({ type, pages, sha256 })),
  takenAt: now.toISOString(),
  takenBy: actor.name,
})

/** Signs a locked consent with what is on its paper. */
async function signWith(
  scope: ClinicScope,
  consent: ConsentRecord,
  told: TakeInInput & { idempotencyKey: string; files: string[]; scan: ParsedScanFile[] },
): Promise<void> {
  const { id: consentId, contentHash, content } = consent
  const { name, signerRole, scan, idempotencyKey } = told
  const [declined, signedOn] = [declinedPositions(told.choices), new Date(told.signedOn)]
  const mark = markOf(scope, scan)
  const hash = hashMark(mark)
  await insertScan(scope, { consentId, number: 1, reason: '' }, scan)
  await insertStaffSignature(scope, {
    ...{ consentId, idempotencyKey, name, signerRole, mark, declined },
    at: signedOn,
    markHash: hash,
    statements: content!.statements,
    contentHash: contentHash!,
  })
  await saveRecordedAnswers(scope, consent, told.additional, { how: 'paper', on: signedOn })
  const { validity } = await settingsOf(scope)
  const { signers } = await findSigningRights(scope, consent, signedOn)
  await transitionConsent(scope, consent, 'sign', {
    details: {
      ...{ name, signerRole, kind: mark.kind, contentHash, markHash: hash },
      ...{ scan: mark.scan, signedOn: told.signedOn },
      ...(declined.length > 0 ? { declined } : {}),
      ...otherNameDetails(told, signers),
    },
    // What is agreed to holds from when it is signed, whenever the paper comes in.
    set: { validUntil: validityEnd(signedOn, content!, validity) },
  })
  await revokeConsentLinks(scope, consentId)
}

const queueScanStorage = (scope: ClinicScope, consentId: string) =>
  scope.enqueue('paper.keep-scans', { clinicId: scope.clinicId, consentId })

/** The operations of `contract/paper.ts` but for printing. */
export const paperHandlers = {
  giveOut: handle(contract.paper.giveOut, async (scope, { consentId, givenAt }) => {
    const consent = await lockConsent(scope, consentId)
    if (!consent) return refuse('not-found')
    const refusal = actionRules.giveOut({ ...consent, now: scope.now })
    if (refusal) return refuse(refusal)
    const [at, fixed] = [new Date(givenAt), textFrozenAt(await eventsOf(scope, consentId))!]
    const fault = paperTimeError(at, { fixed, now: scope.now })
    if (fault) return refuse(fault)
    await recordPaperCopyGiven(scope, consent, at)
    return { answer: { givenAt: at.toISOString() }, subject: consentId, details: { givenAt } }
  }),

  takeIn: handle(contract.paper.takeIn, async (scope, told, { idempotencyKey }) => {
    const { consentId } = told
    const consent = await lockConsent(scope, consentId)
    if (!consent) return refuse('not-found')
    if (consent.status === 'signed' || consent.status === 'finalised') return refuse('already-signed')
    if (actionRules.paper({ ...consent, now: scope.now })) return refuse('wrong-state')
    const incapable = await capacityRefusal(scope, consentId, told.signerRole)
    if (incapable) return refuse(incapable)
    const scan = await acceptScan(consent, told)
    if (typeof scan === 'string') return refuse(scan)
    const fault = await signatureError(scope, consent, told)
    if (fault) return refuse(fault)
    await signWith(scope, consent, { ...told, scan, idempotencyKey: idempotencyKey! })
    queueScanStorage(scope, consentId)
    const [kept] = await scansOf(scope, consentId)
    const details = { contentHash: consent.contentHash, scan: kept!.sha256 }
    return { answer: kept!, subject: consentId, details }
  }),

  addScan: handle(contract.paper.addScan, async (scope, { consentId, reason, ...sent }) => {
    const consent = await lockConsent(scope, consentId)
    if (!consent) return refuse('not-found')
    const isOnPaper = (await findSignature(scope, consentId))?.mark.kind === 'paper'
    const refusal = actionRules.addScan({ ...consent, isOnPaper })
    if (refusal) return refuse(refusal)
    const scan = await acceptScan(consent, sent)
    if (typeof scan === 'string') return refuse(scan)
    const number = (await scansOf(scope, consentId)).length + 1
    await insertScan(scope, { consentId, number, reason }, scan)
    await appendEvent(scope, consentId, 'consent.scan_added', { number, reason, scan: scanHash(scan) })
    queueScanStorage(scope, consentId)
    const kept = (await scansOf(scope, consentId)).at(-1)!
    return { answer: kept, subject: consentId, details: { number, scan: kept.sha256 } }
  }),
}

type FoundFile = NonNullable<Awaited<ReturnType<typeof findScanFile>>>

/** The bytes of a file of a scan, from the database until the store has them. */
export const readScanFile =
  (files: Files, { file, content }: FoundFile) =>
  async () => {
    if (content) return { stream: Readable.from([content]), bytes: content.byteLength }
    const stored = await files.read(scanStorageName(file))
    if (!stored) throw new Error('A scan is missing from the file store')
    return stored
  }

/** Scans as files. */
export function scanFileHandlers(files: Files) {
  type Wanted = { consentId: string; fileId: string }
  async function answer(
    scope: TenantScope,
    { consentId, fileId }: Wanted,
  ): Promise<HandlerResult<FileResponse> | Refusal> {
    const found = await findScanFile(scope, consentId, fileId)
    if (!found) return refuse('not-found')
    const { file } = found
    return {
      answer: {
        open: readScanFile(files, found),
        type: file.type,
        name: scanDownloadName(file),
        etag: file.sha256,
      },
      subject: consentId,
      details: { fileId, sha256: file.sha256 },
    }
  }
  return [
    handleFile(fileRoutes.paper.forClinic, (scope, wanted) => answer(scope, wanted)),
    handleFile(fileRoutes.paper.forPatient, (scope, wanted) => answer(scope, wanted)),
  ]
}
