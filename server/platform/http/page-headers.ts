import { isFrameOrigin } from '../../../contract/frame-origin.ts'
import type { HeaderClass, Page } from './page-table.ts'

/** Headers of files: they may be used by this site alone and are what they say they are. */
export const fileHeaders = {
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
} as const

/** Every document may use this device's camera, place and the like: never. */
const permissionsPolicy = ['camera', 'display-capture', 'geolocation', 'microphone', 'payment', 'usb']
  .map((name) => `${name}=()`)
  .join(', ')

/**
 * Headers of a document: what it may load and run, who may frame it, what it tells others, how long it keeps.
 * `framedBy` is the one other site that may frame this document of a class that such a site may frame.
 */
export function pageHeaders(
  headerClass: HeaderClass | undefined,
  page: Page,
  framedBy: string | null = null,
): Record<string, string> {
  if (!headerClass)
    throw new Error(`The page ${page.pattern} has the unknown header class '${page.headerClass}'`)
  return {
    ...fileHeaders,
    'cache-control': headerClass.cacheControl,
    'content-security-policy': contentPolicy(headerClass, page.scriptHashes, framedBy),
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': permissionsPolicy,
    'referrer-policy': headerClass.referrerPolicy,
    ...(headerClass.robots && { 'x-robots-tag': headerClass.robots }),
  }
}

/** A URL may have a semicolon in its host, which would end the directive: nothing but a plain origin stands in a policy. */
function asAncestor(origin: string): string {
  if (!isFrameOrigin(origin)) throw new Error('A page was to be framed by what is no origin')
  return origin
}

function contentPolicy(
  { framedBySite, framedByNamedSite, callsNobody }: HeaderClass,
  scriptHashes: string[],
  framedBy: string | null,
): string {
  const ancestor = framedByNamedSite && framedBy ? asAncestor(framedBy) : "'none'"
  const calls = callsNobody ? "'none'" : "'self'"
  const directives = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...scriptHashes.map((hash) => `'${hash}'`)],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'media-src': ["'self'", 'blob:'],
    'connect-src': [calls],
    'worker-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': [calls],
    'frame-ancestors': [framedBySite ? "'self'" : ancestor],
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')
}
