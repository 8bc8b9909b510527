import { X509Certificate } from 'node:crypto'
import { DomUtils, parseDocument } from 'htmlparser2'
import { saml_certificates_max } from '../../../contract/limits.ts'

/** A SAML provider as it is asked and believed. */
export type SamlProvider = { issuer: string; signInAddress: string; certificates: string[] }

const rsa_bits_min = 2048
const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
const pemBlock = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+?-----END CERTIFICATE-----/g

type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number]

/** The elements of this name below a node, whatever prefix their namespace has here. */
export const elementsNamed = (within: Element | ReturnType<typeof parseDocument>, name: string): Element[] =>
  DomUtils.findAll((one) => one.name.split(':').at(-1) === name, within.childNodes)

/** Whether something is an address that browsers are sent to. */
export const isSignInAddress = (typed: string): boolean => {
  const url = URL.parse(typed)
  return url?.protocol === 'https:' && !url.username && !url.password && !url.hash
}

function parseCertificate(pem: string): string | null {
  try {
    const certificate = new X509Certificate(pem)
    const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey
    const isStrong = asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= rsa_bits_min
    return isStrong ? certificate.toString() : null
  } catch {
    return null
  }
}

function usableCertificates(pems: readonly string[]): string[] | null {
  const parsed = pems.map(parseCertificate)
  const certificates = [...new Set(parsed)].filter((one) => one !== null)
  const isUsable =
    !parsed.includes(null) && certificates.length > 0 && certificates.length <= saml_certificates_max
  return isUsable ? certificates : null
}

/** The certificates of a text of PEM; null where there is none, something else, or one that is too weak. */
export function parseCertificates(text: string): string[] | null {
  if (text.replaceAll(pemBlock, '').trim() !== '') return null
  return usableCertificates(text.match(pemBlock) ?? [])
}

const toPem = (base64: string): string =>
  `-----BEGIN CERTIFICATE-----\n${base64.replaceAll(/\s/g, '')}\n-----END CERTIFICATE-----`

/** What a provider says of itself; null where it is not the metadata of one provider that we can sign in with. */
export function parseMetadata(xml: string): SamlProvider | null {
  // Nothing but elements and text: no declared entities, and nothing that another reader would take for something else.
  if (/<!(DOCTYPE|ENTITY|\[CDATA)/i.test(xml)) return null
  const document = parseDocument(xml, { xmlMode: true })
  const entities = elementsNamed(document, 'EntityDescriptor').filter(
    (one) => elementsNamed(one, 'IDPSSODescriptor').length > 0,
  )
  const [entity] = entities
  const [descriptor, another] = entity ? elementsNamed(entity, 'IDPSSODescriptor') : []
  if (!entity || entities.length > 1 || !descriptor || another) return null
  const issuer = (entity.attribs['entityID'] ?? '').trim()
  const service = elementsNamed(descriptor, 'SingleSignOnService').find(
    ({ attribs }) => attribs['Binding'] === redirectBinding,
  )
  const signInAddress = (service?.attribs['Location'] ?? '').trim()
  const keys = elementsNamed(descriptor, 'KeyDescriptor').filter(
    ({ attribs }) => attribs['use'] !== 'encryption',
  )
  const texts = keys.flatMap((key) => elementsNamed(key, 'X509Certificate').map(DomUtils.textContent))
  const certificates = usableCertificates(texts.map(toPem))
  return issuer && isSignInAddress(signInAddress) && certificates
    ? { issuer, signInAddress, certificates }
    : null
}

/** A certificate as administrators tell it from another. */
export function describeCertificate(pem: string) {
  const { fingerprint256, validTo } = new X509Certificate(pem)
  return { pem, fingerprint: fingerprint256, expiresAt: new Date(validTo).toISOString() }
}
