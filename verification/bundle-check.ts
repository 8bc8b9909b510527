import { bytesOf, isSame, sha256, textOf, type Bytes } from './bytes.ts'
import { findContainerErrors, readContainer } from './bundle-container.ts'
import {
  bundleFormat,
  digestFormat,
  bundlePaths,
  type Digest,
  type ChainHeadProof,
  type Manifest,
  type Part,
  type SectionPosition,
} from './bundle-format.ts'
import { toCanonicalText, parseCanonicalText } from './canonical-text.ts'
import { checkSealedDigest, digestLeaf } from './digest-check.ts'
import { checkSeals, type SealResult } from './document-check.ts'
import { rootFromPath } from './merkle-tree.ts'
import { checkRenewals } from './renewal-check.ts'
import { verifySecondSignature } from './second-signature-check.ts'
import {
  checkChain,
  checkHashedPart,
  checkQuestions,
  checkScans,
  checkSignatures,
  checkConsentText,
  readEvents,
  readJsonObject,
  type Contents,
} from './record-check.ts'
import { readPem, verifyDetachedSignature, type SigningCertificate } from './certificate-reading.ts'
import {
  createFindings,
  formatTimestamp,
  unrecognisedFile,
  verdictOf,
  type Fact,
  type Findings,
  type Verdict,
} from './check-result.ts'

type Reading = ReturnType<typeof readContainer>[number]

const contentsByPath = (reading: Reading): Contents =>
  new Map(reading.map(({ path, content }) => [path, content]))

const isTimestamp = (value: unknown): boolean => typeof value === 'string' && !Number.isNaN(Date.parse(value))
const isText = (value: unknown): value is string => typeof value === 'string'

const isPart = (part: Partial<Part> | null): boolean =>
  isText(part?.path) &&
  isText(part.title) &&
  isText(part.sha256) &&
  typeof part.bytes === 'number' &&
  (part.tells === undefined || (Array.isArray(part.tells) && part.tells.every(isText)))

const isSectionPosition = (place: Partial<SectionPosition> | null): boolean =>
  typeof place?.from === 'number' &&
  typeof place.to === 'number' &&
  isText(place.title) &&
  isText(place.sha256)

/** The manifest, if it says all that a manifest says: whoever forged one may have written anything. */
function readManifest(contents: Contents): Manifest | undefined {
  const content = contents.get(bundlePaths.manifest)
  const value = content && (parseCanonicalText(textOf(content)) as Partial<Manifest> | null | undefined)
  const isWhole =
    value?.format === bundleFormat &&
    [value.clinicId, value.consentId, value.head, value.certificate].every(isText) &&
    (value.second === undefined || isText(value.second)) &&
    isTimestamp(value.asOf) &&
    Array.isArray(value.parts) &&
    value.parts.every(isPart) &&
    Array.isArray(value.sections) &&
    value.sections.every(isSectionPosition)
  return isWhole ? (value as Manifest) : undefined
}

/** Which parts are not what the manifest says of them, and which are missing or were added. */
async function changedParts(contents: Contents, { parts, second }: Manifest): Promise<string[]> {
  const changed: string[] = []
  for (const { path, sha256: expected, bytes } of parts) {
    const content = contents.get(path)
    if (content?.length !== bytes || (await sha256(content)) !== expected) changed.push(path)
  }
  const listed = new Set([
    bundlePaths.manifest,
    bundlePaths.manifestSignature,
    ...(second === undefined ? [] : [bundlePaths.secondSignature]),
    ...parts.map(({ path }) => path),
  ])
  return [...changed, ...[...contents.keys()].filter((path) => !listed.has(path))]
}

/** Checks an evidence bundle. Of the ways in which its container can be read, the one that finds least is told. */
export async function checkBundle(bytes: Bytes): Promise<Verdict> {
  const verdicts: Verdict[] = []
  for (const reading of readContainer(bytes)) {
    const verdict = await checkReading(bytes, reading)
    // Both are held against the whole file, so the other could not find less.
    if (verdict.outcome !== 'not-ours' && verdict.findings.length <= 1) return verdict
    verdicts.push(verdict)
  }
  const ours = verdicts.filter(({ outcome }) => outcome !== 'not-ours')
  const [best] = (ours.length > 0 ? ours : verdicts).toSorted((a, b) => a.findings.length - b.findings.length)
  return best ?? unrecognisedFile('This ZIP file cannot be opened as an evidence bundle.')
}

async function checkReading(bytes: Bytes, reading: Reading): Promise<Verdict> {
  const contents = contentsByPath(reading)
  const manifest = readManifest(contents)
  const found = createFindings()
  if (!contents.has(bundlePaths.manifest) && !contents.has(bundlePaths.manifestSignature))
    return unrecognisedFile('This ZIP file is no evidence bundle of ours.')
  if (!manifest) {
    found.add(bundlePaths.manifest, 'the manifest', 'It cannot be read: it was changed.')
    return verdictOf({
      ...{ kind: 'bundle', since: undefined, findings: found.findings, facts: [] },
      ask: { documents: [], heads: [] },
    })
  }
  const signer = await checkManifest(contents, manifest, found)
  const second = await checkSecondSignature(contents, manifest, found)
  const changed = await changedParts(contents, manifest)
  for (const path of changed) await describeChange(path, contents, manifest, found)
  for (const path of findContainerErrors(bytes, reading, new Set(changed)))
    found.add(path, `the wrapping of ${path}`, 'The ZIP file is not laid out as it was made.')
  const isIntact = (...needed: string[]) => needed.every((path) => !changed.includes(path))
  const sealing = await checkDocuments(contents, manifest, found, changed)
  if (isIntact(bundlePaths.events)) await checkRecord(contents, manifest, found, isIntact)
  const anchors = await checkAnchors(contents, manifest, found, changed)
  const renewals = await checkRenewals(contents, manifest, found, changed)
  return verdictOf({
    kind: 'bundle',
    since: sealing.since ?? new Date(manifest.asOf),
    findings: found.findings,
    facts: [
      ...describeBundle(contents, manifest, signer),
      ...sealing.facts,
      ...anchors,
      ...renewals,
      ...second,
    ],
    ask: { documents: documentHashes(manifest), heads: [manifest.head] },
  })
}

/** Everything that the parts say of one another, as far as they are themselves what the manifest says. */
async function checkRecord(
  contents: Contents,
  manifest: Manifest,
  found: Findings,
  isIntact: (...needed: string[]) => boolean,
): Promise<void> {
  await checkChain(contents, manifest, found)
  if (isIntact(bundlePaths.text, bundlePaths.textPage)) await checkConsentText(contents, found)
  if (isIntact(bundlePaths.signature, bundlePaths.countersignature, bundlePaths.text))
    await checkSignatures(contents, found)
  if (isIntact(bundlePaths.questions)) await checkQuestions(contents, found)
  for (const part of manifest.parts)
    if (part.tells && isIntact(part.path)) checkHashedPart(contents, part, found)
  if (isIntact(bundlePaths.scans)) await checkScans(contents, found)
}

/** Whether the manifest is as it was signed, with the certificate that it names. */
async function checkManifest(
  contents: Contents,
  { certificate }: Manifest,
  { add }: Findings,
): Promise<SigningCertificate | undefined> {
  const path = bundlePaths.certificate(certificate)
  const signer = await readPem(textOf(contents.get(path) ?? new Uint8Array()))
  if (signer?.fingerprint !== certificate) {
    add(path, 'the certificate of the seal', 'It is not the one that the manifest names.')
    return undefined
  }
  const signed = await verifyDetachedSignature(
    signer,
    contents.get(bundlePaths.manifestSignature),
    contents.get(bundlePaths.manifest)!,
  )
  if (!signed)
    add(
      bundlePaths.manifestSignature,
      'the signature of the manifest',
      'The manifest is not what was signed.',
    )
  return signer
}

/** Whether the second signature is over the manifest, by the key that is one of its parts; told as a fact. */
async function checkSecondSignature(
  contents: Contents,
  { second: algorithm }: Manifest,
  { add }: Findings,
): Promise<Fact[]> {
  if (algorithm === undefined) return []
  const publicKey = textOf(contents.get(bundlePaths.secondKey) ?? new Uint8Array()) ?? ''
  const signature = contents.get(bundlePaths.secondSignature) ?? new Uint8Array()
  const holds = await verifySecondSignature(
    { algorithm, publicKey },
    signature,
    contents.get(bundlePaths.manifest)!,
  )
  if (holds === false)
    add(
      bundlePaths.secondSignature,
      'the second signature of the manifest',
      'The manifest is not what was signed.',
    )
  const words = { true: 'valid', false: 'does not hold', unable: 'this program cannot check it; another can' }
  return [{ label: 'Second signature', value: `${algorithm}: ${words[`${holds}`]}` }]
}

/** Parts of the text that are not what was sealed, by their places; where the text has another length, by what it says. */
async function brokenSections(
  content: Bytes,
  sections: readonly SectionPosition[],
): Promise<SectionPosition[]> {
  const said = readJsonObject(new Map([[bundlePaths.text, content]]), bundlePaths.text)?.sections
  const isMoved = Array.isArray(said) && said.length === sections.length
  const broken: SectionPosition[] = []
  for (const [at, section] of sections.entries()) {
    const own = isMoved ? bytesOf(toCanonicalText(said[at])) : content.slice(section.from, section.to)
    if ((await sha256(own)) !== section.sha256) broken.push(section)
  }
  return broken
}

/** Says what became of a part: which piece of the text, which event, or the part as a whole. */
async function describeChange(
  path: string,
  contents: Contents,
  { parts, sections }: Manifest,
  { add }: Findings,
): Promise<void> {
  const part = parts.find((each) => each.path === path)
  const content = contents.get(path)
  if (!part) return add(path, path, 'It is no part of what was sealed.')
  if (!content) return add(path, part.title, 'It is missing.')
  const broken = path === bundlePaths.text ? await brokenSections(content, sections) : []
  for (const { number, title } of broken)
    add(path, `the text of part ${number}, ‘${title}’`, 'It is not the text that was sealed.')
  if (broken.length === 0) add(path, part.title, 'It is not what was sealed.')
}

const documentsOfManifest = ({ parts }: Manifest) =>
  parts
    .filter(({ path }) => path.startsWith('documents/'))
    .toSorted((a, b) => documentNumberOf(a.path) - documentNumberOf(b.path))

/** The number of a document, by which its file begins. */
const documentNumberOf = (path: string): number => Number.parseInt(path.slice('documents/'.length), 10)

/** An annex is a file of its own: it neither continues the record nor is continued by it, only by its own time stamps. */
const isAnnex = (path: string): boolean => /-annex(-archived|-resealed)?\.pdf$/.test(path)

const documentHashes = (manifest: Manifest): string[] =>
  documentsOfManifest(manifest).map(({ sha256: hash }) => hash)

/** Whether each sealed document bears its seals, is one that the chain names, and begins with the one before it. */
async function checkDocuments(
  contents: Contents,
  manifest: Manifest,
  found: Findings,
  changed: readonly string[],
): Promise<Pick<SealResult, 'since' | 'facts'>> {
  const sealed = readEvents(contents).filter(({ event }) => event === 'document.sealed')
  const documents = documentsOfManifest(manifest)
  let newest: SealResult | undefined
  let before: Bytes = new Uint8Array()
  const byNumber = new Map<number, Bytes>()
  const annexes: Fact[] = []
  if (!changed.includes(bundlePaths.events) && sealed.length !== documents.length)
    found.add('documents/', 'the sealed documents', 'They are not those that the chain names.')
  for (const document of documents) {
    const pdf = contents.get(document.path)
    if (!pdf || changed.includes(document.path)) continue
    const told = sealed.find(
      ({ details: { number, kind, sha256: hash } }) =>
        hash === document.sha256 && bundlePaths.document(Number(number), String(kind)) === document.path,
    )
    if (!told && !changed.includes(bundlePaths.events))
      found.add(document.path, document.title, 'It is not the document that the chain names.')
    const sealing = await checkSeals(pdf, document, found)
    const newestOfRecord = isAnnex(document.path) ? undefined : sealing
    for (const { fingerprint } of sealing.signers)
      if (!contents.has(bundlePaths.certificate(fingerprint)))
        found.add(
          document.path,
          document.title,
          'It was sealed with a certificate that is not in the bundle.',
        )
    byNumber.set(documentNumberOf(document.path), pdf)
    if (!newestOfRecord) {
      if (told && told.details.kind !== 'annex')
        checkContinuation(pdf, byNumber.get(Number(told.details.about)), document, found)
      annexes.push(...sealing.facts.map(({ value }) => ({ label: 'Annex', value })))
      continue
    }
    newest = newestOfRecord
    checkContinuation(pdf, before, document, found)
    before = pdf
  }
  return { since: newest?.since, facts: [...(newest?.facts ?? []), ...annexes] }
}

/** Whether a document begins with the one that it continues, where that is there unchanged. */
function checkContinuation(
  pdf: Bytes,
  before: Bytes | undefined,
  { path, title }: Part,
  { add }: Findings,
): void {
  if (before && !isSame(pdf.subarray(0, before.length) as Bytes, before))
    add(path, title, 'It does not begin with the document before it.')
}

/** Whether each daily digest is sealed as it stands and the chain had the head that it names; told as facts. */
async function checkAnchors(
  contents: Contents,
  manifest: Manifest,
  found: Findings,
  changed: readonly string[],
): Promise<Fact[]> {
  const certificates = await Promise.all(
    [...contents].filter(([path]) => path.startsWith('certificates/')).map(([, pem]) => readPem(textOf(pem))),
  )
  const events = readEvents(contents)
  const facts: Fact[] = []
  for (const [path, body] of contents) {
    const [, day] = /^digests\/(\d{4}-\d\d-\d\d)\.json$/.exec(path) ?? []
    if (!day) continue
    const [signed, stamp, way] = (['sig', 'tst', 'path.json'] as const).map((ending) =>
      bundlePaths.digest(day, ending),
    )
    if ([path, signed!, stamp!, way!].some((each) => changed.includes(each))) continue
    const digest = readJsonObject(contents, path) as Digest | undefined
    const { head, path: steps } = (readJsonObject(contents, way!) ?? {}) as Partial<ChainHeadProof>
    const isOurs =
      digest?.format === digestFormat && digest.clinicId === manifest.clinicId && digest.day === day
    if (!isOurs || !Array.isArray(head) || !isHashPath(steps)) {
      found.add(path, `the daily digest of ${day}`, 'It is no digest of this practice.')
      continue
    }
    const signature = contents.get(signed!)
    const signers = await Promise.all(
      certificates.map(async (each) =>
        each && (await verifyDetachedSignature(each, signature, body)) ? each : undefined,
      ),
    )
    const sealed = { path, body, signature, token: contents.get(stamp!) }
    const stampedAt = await checkSealedDigest(
      sealed,
      signers.find((each) => each !== undefined),
      found,
    )
    const [consentId, number, hash] = head
    if (consentId !== manifest.consentId || events[number - 1]?.hash !== hash)
      found.add(way!, `the daily digest of ${day}`, 'The chain did not have the head that the digest names.')
    if ((await rootFromPath(digestLeaf(head), steps)) !== digest.root)
      found.add(way!, `the daily digest of ${day}`, 'The way to the root of the digest does not lead there.')
    const stamped = stampedAt ? `, time-stamped ${formatTimestamp(stampedAt)}` : ''
    facts.push({ label: `Digest of ${day}`, value: `holds the chain as of event ${number}${stamped}` })
  }
  return facts
}

const isHashPath = (steps: unknown): steps is ChainHeadProof['path'] =>
  Array.isArray(steps) &&
  steps.every((step: Partial<ChainHeadProof['path'][number]> | null) => isText(step?.hash))

/** What the bundle is about, in the words of whoever looks at it. */
function describeBundle(
  contents: Contents,
  manifest: Manifest,
  signer: SigningCertificate | undefined,
): Fact[] {
  const content = readJsonObject(contents, bundlePaths.text)
  const signature = readJsonObject(contents, bundlePaths.signature)
  const clinic = content?.clinic as { name?: unknown } | undefined
  const given = [
    { label: 'Practice', value: clinic?.name },
    { label: 'Treatment', value: content?.title },
    { label: 'Signed by', value: signature?.name },
    {
      label: 'Signed',
      value: isTimestamp(signature?.at) ? formatTimestamp(new Date(String(signature?.at))) : undefined,
    },
    { label: 'Bundle signed with', value: signer && `${signer.name}, certificate ${signer.fingerprint}` },
    {
      label: 'Events',
      value: `${manifest.events}, the last one ${formatTimestamp(new Date(manifest.asOf))}`,
    },
    { label: 'Last hash of the chain', value: manifest.head },
  ]
  return given.flatMap(({ label, value }) => (typeof value === 'string' ? [{ label, value }] : []))
}

/** Where each part of the text stands in its file. */
export async function sectionPositions(
  text: string,
  sections: readonly { title: string }[],
): Promise<SectionPosition[]> {
  const encoder = new TextEncoder()
  const places: SectionPosition[] = []
  let from = 0
  for (const [at, section] of sections.entries()) {
    const own = toCanonicalText(section)
    const start = text.indexOf(own, from)
    const first = encoder.encode(text.slice(0, start)).length
    const bytes = encoder.encode(own)
    const place = { from: first, to: first + bytes.length, sha256: await sha256(bytes) }
    places.push({ number: at + 1, title: section.title, ...place })
    from = start + own.length
  }
  return places
}
