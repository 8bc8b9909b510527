import { X509Certificate } from 'node:crypto'
import { fromBER } from 'asn1js'
import * as pkijs from 'pkijs'
import type { OutboundFetch } from '../http/outbound-fetch.ts'

/** What a seal is checked with once those who issued its certificates answer no more: all as DER. */
export type ValidationMaterial = { certificates: Uint8Array[]; ocsps: Uint8Array[]; crls: Uint8Array[] }

/** Bounds of what is asked for at addresses that certificates name. */
export const validationFetchLimits = { timeout_ms: 10_000, bytes_max: 512 * 1024 }
const chain_length_max = 6
const oids = { timeStampToken: '1.2.840.113549.1.9.16.2.14', crlPlaces: '2.5.29.31' }
/** RFC 6960: the answer was given. */
const ocsp_successful = 0

/**
 * Gathers what there is to be had for the certificates of these envelopes: the certificates themselves, those of the
 * time stamps in them and of who issued them, and what their issuers say of revocation, as OCSP answers or as lists. A
 * certificate that issued itself has nobody to be asked, and an issuer who does not answer, or whose answer nobody could
 * rely on later, leaves a gap and no fault: the stamp over the document is worth having without it.
 *
 * @param envelopes signatures and time stamps as DER
 * @param fetchOutside reads what is at an address that a certificate names: whoever answered in the authority's place
 *   named it, so it leads into no network of ours
 */
export async function collectValidationMaterial(
  envelopes: readonly Uint8Array[],
  fetchOutside: OutboundFetch,
): Promise<ValidationMaterial> {
  const found = new Map<string, X509Certificate>()
  const add = (certificate: X509Certificate) => found.set(certificate.fingerprint256, certificate)
  for (const certificate of envelopes.flatMap(certificatesIn)) add(certificate)
  // Issuers are added while they are found, and asked for theirs in turn; a chain is never longer than this.
  for (let step = 0; step < chain_length_max; step++) {
    const orphans = [...found.values()].filter((each) => !issuerOf(each, found.values()))
    const issuers = await Promise.all(orphans.map((orphan) => fetchIssuer(orphan, fetchOutside)))
    if (issuers.every((issuer) => issuer === undefined)) break
    for (const issuer of issuers) if (issuer) add(issuer)
  }
  const material: ValidationMaterial = { certificates: [], ocsps: [], crls: [] }
  for (const certificate of found.values()) {
    material.certificates.push(certificate.raw)
    const issuer = issuerOf(certificate, found.values())
    if (issuer && issuer !== certificate)
      await addRevocationData(material, { certificate, issuer, fetchOutside })
  }
  return material
}

/** The certificates of an envelope, and of the time stamp in it. */
function certificatesIn(envelope: Uint8Array): X509Certificate[] {
  const content = new pkijs.ContentInfo({ schema: fromBER(envelope).result })
  const signed = new pkijs.SignedData({ schema: content.content })
  const own = (signed.certificates ?? []).flatMap((each) =>
    each instanceof pkijs.Certificate ? new X509Certificate(Buffer.from(each.toSchema().toBER())) : [],
  )
  const attributes = signed.signerInfos.flatMap(({ unsignedAttrs }) => unsignedAttrs?.attributes ?? [])
  const tokens = attributes
    .filter(({ type }) => type === oids.timeStampToken)
    .flatMap(({ values }) => values.map((value: { toBER(): ArrayBuffer }) => new Uint8Array(value.toBER())))
  return [...own, ...tokens.flatMap(certificatesIn)]
}

/** Who issued a certificate, which may be itself. */
const issuerOf = (certificate: X509Certificate, known: Iterable<X509Certificate>) =>
  [...known].find((each) => certificate.checkIssued(each) && certificate.verify(each.publicKey))

/** Addresses that a certificate names for a purpose. */
const addressesFor = ({ infoAccess }: X509Certificate, purpose: 'OCSP' | 'CA Issuers'): string[] =>
  (infoAccess ?? '')
    .split('\n')
    .filter((line) => line.startsWith(`${purpose} - URI:`))
    .map((line) => line.slice(`${purpose} - URI:`.length))

async function fetchIssuer(
  certificate: X509Certificate,
  fetchOutside: OutboundFetch,
): Promise<X509Certificate | undefined> {
  for (const address of addressesFor(certificate, 'CA Issuers')) {
    const answer = await fetchOutside(address)
    const issuer = answer && tryParse(() => new X509Certificate(answer))
    if (issuer && issuerOf(certificate, [issuer])) return issuer
  }
  return undefined
}

type AskedCertificate = {
  certificate: X509Certificate
  issuer: X509Certificate
  fetchOutside: OutboundFetch
}

/** The issuer's answer on revocation: of now, or its list where it has no answer of now. */
async function addRevocationData(material: ValidationMaterial, asked: AskedCertificate): Promise<void> {
  const ocsp = await requestOcspStatus(asked)
  if (ocsp) material.ocsps.push(ocsp)
  else material.crls.push(...(await fetchCrl(asked)))
}

const asPkijs = ({ raw }: X509Certificate) => pkijs.Certificate.fromBER(raw)

async function requestOcspStatus({
  certificate,
  issuer,
  fetchOutside,
}: AskedCertificate): Promise<Uint8Array | undefined> {
  const [about, by] = [asPkijs(certificate), asPkijs(issuer)]
  for (const address of addressesFor(certificate, 'OCSP')) {
    const request = new pkijs.OCSPRequest()
    await request.createForCertificate(about, { hashAlgorithm: 'SHA-1', issuerCertificate: by })
    const body = new Uint8Array(request.toSchema(true).toBER())
    const answer = await fetchOutside(address, { body, contentType: 'application/ocsp-request' })
    if (!answer) continue
    const isAnswer = await tryParse(async () => {
      const response = pkijs.OCSPResponse.fromBER(answer)
      if (response.responseStatus.valueBlock.valueDec !== ocsp_successful) return false
      const said = pkijs.BasicOCSPResponse.fromBER(response.responseBytes!.response.valueBlock.valueHexView)
      const { isForCertificate } = await said.getCertificateStatus(about, by)
      // Whoever answers is the issuer, or shows a certificate of theirs for it.
      said.certs = [...(said.certs ?? []), by]
      return isForCertificate && (await said.verify({ trustedCerts: [by] }))
    })
    if (isAnswer) return answer
  }
  return undefined
}

async function fetchCrl({ certificate, issuer, fetchOutside }: AskedCertificate): Promise<Uint8Array[]> {
  const [about, by] = [asPkijs(certificate), asPkijs(issuer)]
  const extension = about.extensions?.find(({ extnID }) => extnID === oids.crlPlaces)
  const places = (extension?.parsedValue as pkijs.CRLDistributionPoints | undefined)?.distributionPoints ?? []
  const addresses = places
    .flatMap(({ distributionPoint }) => (Array.isArray(distributionPoint) ? distributionPoint : []))
    .flatMap(({ type, value }) => (type === 6 ? [String(value)] : []))
  for (const address of addresses) {
    const answer = await fetchOutside(address)
    if (!answer) continue
    const isList = await tryParse(async () => {
      const list = pkijs.CertificateRevocationList.fromBER(answer)
      return list.verify({ issuerCertificate: by })
    })
    if (isList) return [answer]
  }
  return []
}

/** What somebody's bytes say; undefined where they are not what they should be. */
function tryParse<T>(read: () => T): T | undefined {
  try {
    const value = read()
    return value instanceof Promise ? (value.catch(() => undefined) as T) : value
  } catch {
    return undefined
  }
}
