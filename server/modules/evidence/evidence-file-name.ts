/** Of each name, so that the whole fits where disks allow 255 bytes. */
const name_bytes_max = 80

/** What no file system refuses: letters of any script, digits, spaces and what names have in them. */
function namePart(text: string): string {
  const allowed = text
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N} .'’-]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/[. ]+$/, '')
  let fitting = ''
  for (const letter of allowed) {
    if (Buffer.byteLength(fitting + letter) > name_bytes_max) break
    fitting += letter
  }
  return fitting.trim()
}

/**
 * What the evidence of a consent is called where people file it: 'Consent evidence – Hollis, Margaret – 2026-11-28.zip'.
 * Headers carry the dash and other scripts encoded.
 */
export function evidenceFileName(
  { firstName, lastName }: { firstName: string; lastName: string },
  day: string,
): string {
  const person = [namePart(lastName), namePart(firstName)].filter(Boolean).join(', ')
  return `${['Consent evidence', person, day].filter(Boolean).join(' – ')}.zip`
}
