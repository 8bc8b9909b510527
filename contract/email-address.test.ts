import { expect, test } from 'vitest'
import { validateEmail, formatEmail, parseEmail } from './email-address.ts'

const validEmail = 'eleanor@example.org'
const longestLabel = 'b'.repeat(63)
/** 254 octets in all, the most that a path holds (RFC 5321, section 4.5.3.1.3). */
const longestEmail = `${'a'.repeat(64)}@${[longestLabel, longestLabel, 'b'.repeat(57)].join('.')}.org`

test.each<[written: string, address: string, ...others: string[]]>([
  [validEmail, validEmail],
  // The domain is the same in capitals; before the @ that is for its server to say.
  [' Eleanor@Example.ORG ', 'Eleanor@example.org'],
  // Pasted from mail programs and pages.
  ['mailto:eleanor@example.org', validEmail],
  ['MAILTO:eleanor@example.org?subject=Your%20visit', validEmail],
  ['mailto:eleanor%2Bhome@example.org', 'eleanor+home@example.org'],
  ['<eleanor@example.org>', validEmail],
  ['Eleanor Whitcombe <eleanor@example.org>', validEmail],
  ['"Whitcombe, Eleanor" <eleanor@example.org>', validEmail],
  ['eleanor@example.org <eleanor@example.org>', validEmail],
  ['Email: eleanor@example.org', validEmail],
  ['eleanor@example.org (work)', validEmail],
  ['(eleanor@example.org)', validEmail],
  ["'eleanor@example.org", validEmail],
  ['="eleanor@example.org"', validEmail],
  // Punctuation behind it, blanks and invisible characters around it.
  ['eleanor@example.org.', validEmail],
  ['eleanor@example.org,', validEmail],
  ['eleanor@example.org;', validEmail],
  ['“eleanor@example.org”', validEmail],
  ['\u200beleanor@example.org\ufeff', validEmail],
  ['elea\u00adnor@exam\u200bple.org', validEmail],
  ['eleanor @ example.org', validEmail],
  ['\u00a0eleanor@example.org\t', validEmail],
  ['eleanor＠example．org', validEmail],
  // Several: the first, and the others.
  ['a@example.org; b@example.org', 'a@example.org', 'b@example.org'],
  ['a@example.org, b@example.org, c@example.org', 'a@example.org', 'b@example.org', 'c@example.org'],
  ['a@example.org b@example.org', 'a@example.org', 'b@example.org'],
  ['a@example.org/b@example.org', 'a@example.org', 'b@example.org'],
  ['a@example.org or b@example.org', 'a@example.org', 'b@example.org'],
  ['A <a@example.org>; B <b@example.org>', 'a@example.org', 'b@example.org'],
  ['a@example.org; a@EXAMPLE.org', 'a@example.org'],
  // What RFC 5321 allows before the @.
  ["o'connor@example.org", "o'connor@example.org"],
  ['a.b-c_d+e@example.org', 'a.b-c_d+e@example.org'],
  ["!#$%&'*+/=?^_`{}~-@example.org", "!#$%&'*+/=?^_`{}~-@example.org"],
  [`${'a'.repeat(64)}@example.org`, `${'a'.repeat(64)}@example.org`],
  [`a@${longestLabel}.org`, `a@${longestLabel}.org`],
  [longestEmail, longestEmail],
  // Domains in every script, as mail servers take them (IDNA).
  ['anna@müller.de', 'anna@xn--mller-kva.de'],
  ['anna@mu\u0308ller.de', 'anna@xn--mller-kva.de'],
  ['anna@MÜLLER.de', 'anna@xn--mller-kva.de'],
  ['anna@xn--mller-kva.de', 'anna@xn--mller-kva.de'],
  ['info@пример.рф', 'info@xn--e1afmkfd.xn--p1ai'],
  ['user@例え.jp', 'user@xn--r8jz45g.jp'],
  ['x@faß.de', 'x@xn--fa-hia.de'],
  ['x@example。org', 'x@example.org'],
])('%j is read', (written, address, ...others) => {
  expect(parseEmail(written)).toEqual({ address, others })
  expect(parseEmail(address)).toEqual({ address, others: [] })
})

test.each([
  ['', 'format'],
  ['none', 'format'],
  ['eleanor', 'format'],
  ['@example.org', 'format'],
  ['eleanor@', 'format'],
  ['a@@example.org', 'format'],
  ['.a@example.org', 'format'],
  ['a..b@example.org', 'format'],
  ['a.@example.org', 'format'],
  ['a@example', 'format'],
  ['a@example..org', 'format'],
  ['a@example.123', 'format'],
  ['a@192.0.2.1', 'format'],
  ['a@[192.0.2.1]', 'format'],
  ['a@-example.org', 'format'],
  ['a@example-.org', 'format'],
  ['a@exa_mple.org', 'format'],
  ['a@example.org:25', 'format'],
  [`a@${'b'.repeat(64)}.org`, 'format'],
  [`${'a'.repeat(65)}@example.org`, 'length'],
  [longestEmail.replace('b.org', 'bb.org'), 'length'],
  ['jörg@example.org', 'letters'],
  ['аmara@example.org', 'letters'],
  // Somebody else's address, were it guessed.
  ['john smith@example.org', 'words'],
  ['"john smith"@example.org', 'words'],
  ['eleanor@example,org', 'words'],
  ['eleanor@example.org\r\nBcc: thief@example.org', 'words'],
])('%j is no address: %s', (written, problem) => {
  expect(parseEmail(written)).toEqual({ problem })
})

test('one address is asked for where several were written', () => {
  expect(validateEmail('a@example.org, b@example.org')).toBe('There are two e-mail addresses here. Enter one')
  expect(validateEmail(validEmail)).toBeNull()
})

test.each([
  [validEmail, validEmail],
  ['anna@xn--mller-kva.de', 'anna@müller.de'],
  ['info@xn--e1afmkfd.xn--p1ai', 'info@пример.рф'],
  ['user@xn--r8jz45g.jp', 'user@例え.jp'],
  ['x@xn--fa-hia.de', 'x@faß.de'],
  ['a@xn--mgbh0fb.xn--kgbechtv', 'a@مثال.إختبار'],
  // One letter of another script among those of ours stays told (UTS 39).
  ['a@xn--pple-43d.com', 'a@xn--pple-43d.com'],
  ['a@xn--.org', 'a@xn--.org'],
  ['a@xn--!!.org', 'a@xn--!!.org'],
])('%s is shown as %s', (address, shown) => {
  expect(formatEmail(address)).toBe(shown)
})
