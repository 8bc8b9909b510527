/** An e-mail address as mail servers take it, and the others that stood beside it; or why there is none. */
export type ParsedEmail = { address: string; others: string[] } | { problem: keyof typeof emailProblems }

/** What is said of writing that cannot be taken. */
export const emailProblems = {
  format: 'Enter an e-mail address in the correct format',
  words: 'Enter the e-mail address alone, without spaces or other words',
  letters: 'Before the @, use letters without accents: most mail servers deliver to no others',
  length: 'This e-mail address is too long: mail servers take 64 characters before the @ and 254 in all',
} as const

/** What is said where one address is asked for, and several were written. */
export const severalEmailsMessage = (count: number): string =>
  `There are ${count === 2 ? 'two' : count} e-mail addresses here. Enter one`

/** RFC 5321, sections 4.5.3.1.1 and 4.5.3.1.3: in octets, the path's angle brackets left out. */
const local_length_max = 64
const address_length_max = 254
/** What nobody types as an address. */
const written_length_max = 1000
/** RFC 1035, section 2.3.4. */
const label_length_max = 63

/** A dot-atom of RFC 5322; quoted ones no provider gives out. */
const dotAtom = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/
/** A name of at least two labels, the last one no number: letters, digits and hyphens inside (RFC 1123). */
const hostName = /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+(?!\d+$)[a-z\d](?:[a-z\d-]*[a-z\d])$/

/** A domain in the form that mail servers take (IDNA, UTS 46): 'müller.de' as 'xn--mller-kva.de'; '' for none. */
function asciiDomain(domain: string): string {
  // What would end the host of an address on the web.
  if (/[\s/?#@:[\]\\%]/.test(domain)) return ''
  const address = `https://${domain}`
  const parsed = URL.canParse(address) ? new URL(address).hostname : ''
  const labels = parsed.split('.')
  return hostName.test(parsed) && labels.every(({ length }) => length <= label_length_max) ? parsed : ''
}

/** One address, judged by its two parts. */
function validateAddress(written: string): { address: string } | { problem: keyof typeof emailProblems } {
  const at = written.lastIndexOf('@')
  const [local, domain] = [written.slice(0, at), asciiDomain(written.slice(at + 1))]
  if (domain === '') return { problem: 'format' }
  if (/[^\0-\x7F]/.test(local)) return { problem: 'letters' }
  if (!dotAtom.test(local)) return { problem: 'format' }
  const address = `${local}@${domain}`
  const isTooLong = local.length > local_length_max || address.length > address_length_max
  return isTooLong ? { problem: 'length' } : { address }
}

/** The same writing without what nothing is drawn for, wide characters as plain ones, one blank between words. */
const plainText = (written: string): string =>
  written
    .normalize('NFC')
    .replaceAll(/[\uFF01-\uFF5E]/g, (wide) => String.fromCodePoint(wide.codePointAt(0)! - 0xfee0))
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?@ ?/g, '@')
    .trim()

/** An address of RFC 6068 as text: its parameters go, and what is escaped in it is written out. */
function emailFromMailtoLink(_link: string, address: string): string {
  try {
    return ` ${decodeURIComponent(address)} `
  } catch {
    return ` ${address} `
  }
}

const bracketedAddress = /(?:"[^"]*" ?|[^"<>,;]*)<([^<>]*@[^<>]*)>/g
const addressComment = /\([^()@]*\)/g
const emailLabel = /^(?:e-?mail(?: address)?|mail) ?:? ?(?=\S+@)/i
const addressSeparator = /[\s,;|]+|(?<=@[^\s/]*)\/(?=[^\s/@]+@)/
const trailingPunctuation = /[.,;:!?'"’”)\]>]+$/
const leadingPunctuation = /^['"‘“([<=]+/
const conjunction = /^(?:or|and|&|\/|-|–)?$/i

/**
 * Reads e-mail addresses however they are pasted: 'mailto:', 'Name <a@b>', blanks and invisible characters around, domains
 * in any script, several in one place. An address with a blank or a word beside it is not guessed at: it would be somebody
 * else's.
 */
export function parseEmail(written: string): ParsedEmail {
  if (written.length > written_length_max) return { problem: 'length' }
  const text = plainText(written).replaceAll(/mailto:([^\s?<>"]*)(?:\?[^\s<>"]*)?/gi, emailFromMailtoLink)
  const named = [...text.matchAll(bracketedAddress)].map(([, address]) => address!.trim())
  const rest = text
    .replaceAll(bracketedAddress, ' ')
    .replaceAll(addressComment, ' ')
    .trim()
    .replace(emailLabel, '')
  const words = rest
    .split(addressSeparator)
    .map((word) => word.replace(leadingPunctuation, '').replace(trailingPunctuation, ''))
  const bare = words.filter((word) => word.includes('@'))
  const found = [...new Set([...named, ...bare])]
  if (found.length === 0) return { problem: 'format' }
  if (words.some((word) => !word.includes('@') && !conjunction.test(word))) return { problem: 'words' }
  const judged = found.map(validateAddress)
  const wrong = judged.find((each) => 'problem' in each)
  if (wrong) return wrong
  const [address, ...others] = new Set(judged.flatMap((each) => ('address' in each ? each.address : [])))
  return { address: address!, others }
}

/** What is wrong with the writing of one address; null where it is one. */
export function validateEmail(written: string): string | null {
  const read = parseEmail(written)
  if ('problem' in read) return emailProblems[read.problem]
  return read.others.length > 0 ? severalEmailsMessage(read.others.length + 1) : null
}

/** RFC 3492, section 5. */
const [base, tMin, tMax, skew, damp, firstBias, firstCode] = [36, 1, 26, 38, 700, 72, 128]

function adaptPunycodeBias(delta: number, count: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? damp : 2))
  rest += Math.floor(rest / count)
  let steps = 0
  for (; rest > ((base - tMin) * tMax) / 2; steps += base) rest = Math.floor(rest / (base - tMin))
  return steps + Math.floor(((base - tMin + 1) * rest) / (rest + skew))
}

/** What a label behind 'xn--' stands for (RFC 3492); null where it is none. */
function decodePunycodeLabel(label: string): string | null {
  const split = label.lastIndexOf('-')
  const codes = [...label.slice(0, Math.max(split, 0))].map((letter) => letter.codePointAt(0)!)
  let [code, at, bias] = [firstCode, 0, firstBias]
  for (let place = split + 1; place < label.length;) {
    const start = at
    for (let [weight, step] = [1, base]; ; step += base) {
      const digit = parseInt(label[place++] ?? '', base)
      if (Number.isNaN(digit)) return null
      // Letters count from 0 and figures follow them, the other way round than in base 36.
      const value = digit < 10 ? digit + 26 : digit - 10
      at += value * weight
      const threshold = Math.min(Math.max(step - bias, tMin), tMax)
      if (value < threshold) break
      weight *= base - threshold
    }
    bias = adaptPunycodeBias(at - start, codes.length + 1, start === 0)
    code += Math.floor(at / (codes.length + 1))
    at %= codes.length + 1
    if (code > 0x10ffff) return null
    codes.splice(at++, 0, code)
  }
  return String.fromCodePoint(...codes)
}

/** Letters of one script, so that none can pass for another's (UTS 39, single script). */
const singleScriptPattern = new RegExp(
  `^(?:${[
    ...['Latin', 'Greek', 'Cyrillic', 'Arabic', 'Hebrew', 'Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati'],
    ...['Tamil', 'Telugu', 'Thai', 'Hangul', 'Georgian', 'Armenian', 'Ethiopic'],
  ]
    .map((script) => `[\\p{scx=${script}}\\d-]+`)
    .join('|')}|[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Latin}\\d-]+)$`,
  'u',
)

/** A stored address as people read it: 'anna@müller.de'. A label of letters of several scripts stays as it is stored. */
export function formatEmail(address: string): string {
  const at = address.lastIndexOf('@') + 1
  const labels = address.slice(at).split('.')
  const readable = labels.map((each) => {
    const decoded = each.startsWith('xn--') ? decodePunycodeLabel(each.slice(4)) : null
    return decoded !== null && singleScriptPattern.test(decoded) ? decoded : each
  })
  return address.slice(0, at) + readable.join('.')
}
