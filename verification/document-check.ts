import { sha256, type Bytes } from './bytes.ts'
import { readPdfSignatures, readPdfSeals, type PdfSeal, type PdfTimestamp } from './pdf-seals.ts'
import type { SigningCertificate } from './certificate-reading.ts'
import {
  createFindings,
  formatTimestamp,
  unrecognisedFile,
  verdictOf,
  type Fact,
  type Findings,
  type Verdict,
} from './check-result.ts'

/** What the seals of a document prove of it: when it was last sealed, and with which certificates. */
export type SealResult = { since: Date | undefined; signers: SigningCertificate[]; facts: Fact[] }

/** The moment that a seal stands for: the authority's where there is one, else the one that it states. */
function sealTimeOf({ at, proven }: PdfSeal): Date | undefined {
  const stamp = proven?.timeStamp
  return stamp && stamp !== 'broken' ? stamp.at : at
}

/** Checks every seal of a PDF and every time stamp over it, and that nothing stands behind the last one. */
export async function checkSeals(
  pdf: Bytes,
  { path, title }: { path: string; title: string },
  { add }: Findings,
): Promise<SealResult> {
  const { seals, stamps } = await readPdfSignatures(pdf)
  if (seals.length === 0) add(path, title, 'It bears no seal.')
  for (const [place, { proven }] of seals.entries()) {
    const name = seals.length > 1 ? `seal ${place + 1} of ${title}` : `the seal of ${title}`
    if (!proven) add(path, name, 'The document is not what was sealed, or the seal itself was changed.')
    else if (proven.timeStamp === 'broken') add(path, name, 'Its time stamp is not about this seal.')
  }
  for (const { witnessed, added } of stamps) {
    const name = `the archive time stamp of ${title}`
    if (!witnessed)
      add(path, name, 'The document is not what was time-stamped, or the time stamp itself was changed.')
    else if (!added) add(path, name, 'Something was added under it that is no proof of the seals.')
  }
  if (![...seals, ...stamps].some(({ coversAll }) => coversAll) && seals.length > 0)
    add(path, title, 'Something was added behind its last seal.')
  const last = seals.at(-1)
  const signers = seals.flatMap(({ proven }) => proven?.signer ?? [])
  return {
    since: last && sealTimeOf(last),
    signers,
    facts: [
      ...seals.map((seal, place) => ({ label: `Seal ${place + 1}`, value: sealText(seal) })),
      ...stamps.map((stamp) => ({ label: 'Archive time stamp', value: timestampText(stamp) })),
      ...(stamps.length > 0 && signers.some(({ isSelfMade }) => isSelfMade)
        ? [selfIssuedCertificateFact]
        : []),
    ],
  }
}

const selfIssuedCertificateFact: Fact = {
  label: 'Certificate of the seal',
  value: 'made by the installation itself: nobody else vouches for it or could say that it was revoked',
}

const pluralize = (count: number, one: string, more: string): string =>
  count === 1 ? `1 ${one}` : `${count === 0 ? 'no' : count} ${more}`

/** What a stamp witnesses, and what stands with it; answers are told as they stand and judged by nobody here. */
function timestampText({ witnessed, added }: PdfTimestamp): string {
  if (!witnessed || !added) return 'does not hold'
  const { at, authority, until, algorithms } = witnessed
  const proof = [
    pluralize(added.certificates, 'certificate', 'certificates'),
    pluralize(added.answers, 'answer on revocation', 'answers on revocation'),
  ].join(' and ')
  return `${formatTimestamp(at)} by ${authority}, whose certificate ends on ${formatTimestamp(until)}; by ${algorithms.join(', ')}; with ${proof}`
}

function sealText({ at, proven }: PdfSeal): string {
  if (!proven) return 'does not hold'
  const { signer, timeStamp } = proven
  const stated = at ? `, stated ${formatTimestamp(at)}` : ''
  const stamped =
    timeStamp && timeStamp !== 'broken'
      ? `, time-stamped ${formatTimestamp(timeStamp.at)} by ${timeStamp.authority}`
      : ', without a time stamp'
  return `${signer.name} (certificate ${signer.fingerprint.slice(0, 16)})${stated}${stamped}`
}

/** Checks a sealed PDF by itself. */
export async function checkDocument(pdf: Bytes): Promise<Verdict> {
  const fingerprint = await sha256(pdf)
  const found = createFindings()
  if ((await readPdfSeals(pdf)).length === 0)
    return {
      ...unrecognisedFile('This PDF bears no seal, so there is nothing to check it against.'),
      kind: 'document',
    }
  const { since, facts } = await checkSeals(pdf, { path: 'document.pdf', title: 'the document' }, found)
  return verdictOf({
    ...{ kind: 'document', since, findings: found.findings },
    facts: [...facts, { label: 'SHA-256 of the file', value: fingerprint }],
    ask: { documents: [fingerprint], heads: [] },
  })
}
