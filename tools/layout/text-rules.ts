import { parseSync, Visitor } from 'vite'
import { isTest, type Finding, type SourceFiles } from './source-files.ts'
import type { SourceGraph } from './source-graph.ts'

/** The trade's words. The platform and the parts of a page would serve any other trade as well. */
const domainTerms = /dental|dentist|tooth|teeth|diagnosis|treatment/gi
/** The audiences and tenants of `contract/access.ts`. */
const audienceWords = /patient|consent|clinic/gi

/** Files of the platform that name them, to keep audiences and tenants apart or their words out of the log. */
const namesAudiences =
  /^(database\/(distribution|policy-functions|prepared-query|roles|sealed-column|tenancy|transaction)|http\/(admission|audit-entry|idempotency|idempotency-schema|operations|refusal|run-operation)|jobs\/job-runner|live\/live-(feed|streams))\.ts$/
const mayNameDomain = /^log-redaction\.ts$/

/** Words of the product in code that should not know it. A comment may give a reason in them. */
export function checkDomainTerms(files: SourceFiles, graph: SourceGraph): Finding[] {
  return [...files].flatMap(([file, text]) => {
    const [, name] = /^(?:server\/platform|web\/ui)\/(.+)$/.exec(file) ?? []
    if (!name || isTest(file)) return []
    const code = graph.get(file)?.code ?? text.replace(/\/\*.*?\*\//gs, '')
    const found = [
      ...(mayNameDomain.test(name) ? [] : (code.match(domainTerms) ?? [])),
      ...(namesAudiences.test(name) ? [] : (code.match(audienceWords) ?? [])),
    ]
    const words = new Set(found.map((word) => word.toLowerCase()))
    return [...words].map((word) => ({ file, problem: `says '${word}', which is a word of the product` }))
  })
}

type ForbiddenMarker = { pattern: RegExp; problem: string; unless?: RegExp }

/** Each with a letter in brackets, so that this file does not break its own rule. */
const forbiddenMarkers: ForbiddenMarker[] = [
  { pattern: /\b(TOD[O]|FIXM[E])\b/, problem: 'promises work for later' },
  { pattern: /\b(it|test|describe)(\.\w+)*\.onl[y]\(/, problem: 'leaves the other tests out' },
  { pattern: /\b(it|test|describe)(\.\w+)*\.(ski[p]|tod[o])\(/, problem: 'leaves a test out' },
  { pattern: /@ts-(ignor[e]|nochec[k])\b/, problem: 'silences the compiler' },
  {
    pattern: /@ts-expect-erro[r]\b/,
    problem: 'expects an error without a reason',
    unless: /@ts-expect-erro[r]\W+\w+ \w+/,
  },
  { pattern: /(oxlint|eslint)-disabl[e]/, problem: 'silences a check without a reason', unless: / -- \S+/ },
]

/** Work put off, and checks silenced without saying why. */
export function checkForbiddenMarkers(graph: SourceGraph): Finding[] {
  return [...graph.values()].flatMap(({ path, text }) =>
    text
      .split('\n')
      .flatMap((line, index) =>
        forbiddenMarkers
          .filter(({ pattern, unless }) => pattern.test(line) && !unless?.test(line))
          .map(({ problem }) => ({ file: `${path}:${index + 1}`, problem })),
      ),
  )
}

/** Files whose connections live on and hear of their loss themselves; every other is taken by `withDedicatedConnection`. */
const longLivedConnectionFiles =
  /^server\/platform\/(database\/(dedicated-connection|embedded-postgres)|files\/upload-locks|live\/live-feed)\.ts$/

/** A connection without a listener ends the process when the database goes down. */
export function checkConnections(graph: SourceGraph): Finding[] {
  return [...graph.values()]
    .filter(
      ({ path, code }) =>
        path.startsWith('server/') &&
        !path.startsWith('server/testing/') &&
        !isTest(path) &&
        !longLivedConnectionFiles.test(path) &&
        /new pg\.Client\(/.test(code),
    )
    .map(({ path }) => ({ file: path, problem: 'makes a connection that nothing hears the loss of' }))
}

/** Files that work on sessions of their own, past any pooler. */
const ownSessionFiles =
  /^server\/(platform\/(database\/(embedded-postgres|migrate|wal-archive)|files\/upload-locks|live\/live-feed)|backup\/[\w-]+)\.ts$/

/** What outlives its transaction: a lock, a setting, a channel, a cursor, a table. */
const sessionState =
  /pg_(?:try_)?advisory_(?:un)?lock\w*\(|set_config\([^;`]*?,\s*false\)|[`'"]\s*(?:listen [\w$]|set (?:session|role)\b|set \w+ (?:=|to) )|\bcursor with hold\b|create temp(?:orary)? table/

/** A pooler lends the session to somebody else for the next transaction. */
export function checkSessionState(graph: SourceGraph): Finding[] {
  return [...graph.values()]
    .filter(
      ({ path, code }) =>
        path.startsWith('server/') &&
        !path.startsWith('server/testing/') &&
        !isTest(path) &&
        !ownSessionFiles.test(path) &&
        sessionState.test(code),
    )
    .map(({ path }) => ({ file: path, problem: 'leaves something in a session, which a pooler lends on' }))
}

/** The one module that makes spans: it takes only the keys that are named there. */
const spanModule = 'server/platform/tracing/spans.ts'

/** A span made elsewhere could say anything of anybody. */
export function checkSpans(graph: SourceGraph): Finding[] {
  return [...graph.values()]
    .filter(
      ({ path, code }) =>
        path.startsWith('server/') &&
        path !== spanModule &&
        /\.(?:startSpan|startActiveSpan|recordException|addEvent)\(|\bgetActiveSpan\b/.test(code),
    )
    .map(({ path }) => ({ file: path, problem: `makes or fills a span itself: ask ${spanModule}` }))
}

/** Each `any` has a comment beside it or above it that says why nothing narrower would do. */
export function checkAny(graph: SourceGraph): Finding[] {
  return [...graph.values()].flatMap(({ path, text, code }) => {
    if (!/\bany\b/.test(code)) return []
    const lines = text.split('\n')
    const numbers = new Set(startsOfAny(path, text).map((start) => text.slice(0, start).split('\n').length))
    return [...numbers]
      .filter((number) => !isExplained(lines, number))
      .map((number) => ({ file: `${path}:${number}`, problem: "says 'any' without a reason" }))
  })
}

/** A comment on the line itself or on the one above. */
function isExplained(lines: string[], number: number): boolean {
  const line = lines[number - 1] ?? ''
  const above = (lines[number - 2] ?? '').trim()
  return /\/[/*]/.test(line) || above.startsWith('//') || above.endsWith('*/')
}

function startsOfAny(path: string, text: string): number[] {
  const starts: number[] = []
  new Visitor({ TSAnyKeyword: ({ start }) => void starts.push(start) }).visit(parseSync(path, text).program)
  return starts
}

/** Where days of the calendar are made, and nowhere else. */
const dateConversionFiles = /^(contract\/calendar-day|server\/platform\/zoned-time)\.ts$/

/**
 * A moment cut down to its day or month in UTC is another day than the practice's for an hour of each summer night. Days
 * come from `contract/calendar-day.ts`, or on the server from `server/platform/zoned-time.ts`.
 */
export function checkDateConversions(graph: SourceGraph): Finding[] {
  const cut =
    /to(?:ISOString|JSON)\(\)\s*\.\s*(?:(?:slice|substring|substr)\(0,\s*(?:7|10)\)|split\(['"]T['"]\))/
  return [...graph.values()]
    .filter(({ path, code }) => !dateConversionFiles.test(path) && cut.test(code))
    .map(({ path }) => ({
      file: path,
      problem: 'takes the day of a moment in UTC: ask contract/calendar-day.ts',
    }))
}
