import { matchesGlob } from 'node:path'
import { isTest, type SourceFiles } from '../layout/source-files.ts'
import { isRuleTest, moduleTests } from '../steps/test-projects.ts'
import {
  fileFieldMarks,
  guardEntries,
  guardStatements,
  operationDemands,
  type GuardPlace,
} from './guard-statements.ts'
import { sampleByName, type Mutation, type MutationKind } from './mutation.ts'

/** Where guards are looked for: which files, what counts as one there, and how many of each area are tried. */
type Area = {
  name: string
  files: string[]
  kind: MutationKind
  find: 'refusals' | 'every exit' | 'entries'
  most: number
}

/** Modules whose handlers and rules stand between somebody and a patient's record, and how many guards of each are tried. */
const guardedModules: Record<string, { refusals: number; rules: number }> = {
  identity: { refusals: 0, rules: 5 },
  account: { refusals: 0, rules: 1 },
  staff: { refusals: 0, rules: 3 },
  'patient-home': { refusals: 0, rules: 2 },
  consents: { refusals: 0, rules: 6 },
  records: { refusals: 0, rules: 2 },
  kiosks: { refusals: 1, rules: 2 },
  integrations: { refusals: 0, rules: 4 },
  pictures: { refusals: 0, rules: 2 },
  paper: { refusals: 0, rules: 1 },
  videos: { refusals: 0, rules: 2 },
  'data-keys': { refusals: 1, rules: 0 },
  'emergency-accesses': { refusals: 0, rules: 2 },
}

const httpFiles: Record<string, number> = {
  'admission.ts': 18,
  'byte-ranges.ts': 2,
  'captcha.ts': 4,
  'cookie.ts': 4,
  'file-inspection.ts': 2,
  'form-document.ts': 2,
  'idempotency.ts': 3,
  'own-host.ts': 3,
  'page-forms.ts': 3,
  'post-signature.ts': 4,
  'public-address.ts': 3,
  'rate-limits.ts': 3,
  'refusal-log.ts': 1,
  'storable-input.ts': 2,
  'webhooks.ts': 1,
}

const entryFiles: Record<string, number> = {
  'http-server.ts': 4,
  'page-headers.ts': 12,
  'cookie.ts': 4,
  'public-address.ts': 8,
}

const cryptographicFiles: Record<string, number> = {
  'server/platform/files/segment-cipher.ts': 10,
  'server/platform/files/sealed-files.ts': 3,
  'server/platform/keys/keyring.ts': 4,
  'server/modules/identity/session-cookie.ts': 3,
  'server/modules/signing/link-code-rules.ts': 4,
  'server/modules/tickets/ticket-tokens.ts': 2,
  'server/modules/videos/video-addresses.ts': 1,
  'verification/bundle-container.ts': 3,
  'verification/cms-signature.ts': 1,
}

function areasOf(files: SourceFiles): Area[] {
  const code = [...files.keys()].filter((path) => path.endsWith('.ts') && !isTest(path))
  const areas: Area[] = Object.entries(guardedModules).flatMap(([name, { refusals, rules }]): Area[] => {
    const own = code.filter((path) => path.startsWith(`server/modules/${name}/`))
    const ruled = own.filter((path) => path.endsWith('-rules.ts') && !cryptographicFiles[path])
    const rest = own.filter((path) => !ruled.includes(path) && !cryptographicFiles[path])
    return [
      { name, files: rest, kind: 'handler refusal', find: 'refusals', most: refusals },
      { name, files: ruled, kind: 'rule', find: 'every exit', most: rules },
    ]
  })
  const platform = (name: string) => `server/platform/http/${name}`
  for (const [name, most] of Object.entries(httpFiles))
    areas.push({ name, files: [platform(name)], kind: 'http guard', find: 'every exit', most })
  for (const [name, most] of Object.entries(entryFiles))
    areas.push({ name, files: [platform(name)], kind: 'http guard', find: 'entries', most })
  for (const [path, most] of Object.entries(cryptographicFiles))
    areas.push({ name: path, files: [path], kind: 'cryptographic guard', find: 'every exit', most })
  return areas
}

const guardsIn = (file: string, text: string, find: Area['find']): GuardPlace[] =>
  find === 'entries' ? guardEntries(file, text) : guardStatements(file, text, find)

const shortName = (file: string) => file.slice(file.lastIndexOf('/') + 1).replace(/\.ts$/, '')

/** What is run for it, by path: how long it takes to begin with, rule tests first; of those that need other programs none. */
const costs = new Map<string, 0 | 1 | null>()

function costOf(path: string): 0 | 1 | null {
  const known = costs.get(path)
  if (known !== undefined) return known
  const needsDatabase = moduleTests.some((pattern) => matchesGlob(path, pattern))
  const cost = needsDatabase ? 1 : isRuleTest(path) ? 0 : null
  costs.set(path, cost)
  return cost
}

const isPure = (path: string) => costOf(path) === 0
const isRunnable = (path: string) => costOf(path) !== null
const quickestFirst = (paths: Iterable<string>) =>
  [...new Set(paths)].filter(isRunnable).toSorted((a, b) => Number(isPure(b)) - Number(isPure(a)))

/** Which files import each, by the name of the file, which is unique. */
const importersOf = new WeakMap<SourceFiles, Map<string, string[]>>()

function importers(files: SourceFiles): Map<string, string[]> {
  const known = importersOf.get(files)
  if (known) return known
  const made = new Map<string, string[]>()
  for (const [path, text] of files) {
    if (!path.endsWith('.ts')) continue
    for (const [, name = ''] of text.matchAll(/from '[^']*\/([\w.-]+)\.ts'/g))
      made.set(name, [...(made.get(name) ?? []), path])
  }
  importersOf.set(files, made)
  return made
}

/** Tests that import the file, or what imports it, step by step outwards. */
function testsAround(file: string, files: SourceFiles): string[] {
  const found: string[] = []
  const seen = new Set([file])
  let ring = [file]
  for (let step = 0; step < 3 && found.length < 3; step++) {
    const outer = ring.flatMap((one) => importers(files).get(shortName(one)) ?? [])
    const fresh = [...new Set(outer)].filter((path) => !seen.has(path))
    for (const path of fresh) seen.add(path)
    found.push(...quickestFirst(fresh.filter(isTest)))
    ring = fresh.filter((path) => !isTest(path))
  }
  return found
}

/** Behind every file of the door, whatever imports it: what sends requests to it. */
const doorTests: Record<string, string[]> = {
  'verification/cms-signature.ts': ['server/modules/evidence/evidence-seals.test.ts'],
  'server/platform/http/page-headers.ts': ['server/platform/http/page-server.test.ts'],
  'server/platform/http/http-server.ts': ['server/platform/http/http-server.test.ts'],
  'server/platform/http/public-address.ts': ['server/platform/http/public-address.test.ts'],
  'server/platform/http/cookie.ts': [
    'server/platform/http/cookie.test.ts',
    'server/platform/http/http-server.test.ts',
  ],
  'server/platform/http/run-operation.ts': [
    'server/platform/http/operations.database.test.ts',
    'server/modules/file-scans/file-scans.test.ts',
  ],
  'server/platform/http/idempotency.ts': ['server/modules/signing/signature.database.test.ts'],
  'server/platform/http/rate-limits.ts': ['server/modules/identity/sign-in-limits.database.test.ts'],
}

/** The tests of its module: those that name the reason of a refusal before the others, then those of other modules that do. */
function testsOf(file: string, place: GuardPlace, files: SourceFiles): string[] {
  const module = /^server\/modules\/[\w-]+\//.exec(file)?.[0]
  if (!module) {
    const own = quickestFirst([file.replace(/\.ts$/, '.test.ts')].filter((path) => files.has(path)))
    const around = own.length > 0 ? [] : testsAround(file, files).slice(0, 3)
    return [...new Set([...own, ...(doorTests[file] ?? around)])]
  }
  const reason = /(?:refuse\w*\(|Refusal\(|return )'([\w-]+)'/.exec(place.says)?.[1]
  const tests = runnableTests(files)
  const names = (text: string) => reason !== undefined && text.includes(`'${reason}'`)
  const own = tests.filter(([path]) => path.startsWith(module) && !isPure(path))
  const others = tests.filter(
    ([path, text]) => /^(server|tests)/.test(path) && !path.startsWith(module) && names(text),
  )
  const likeliest = own
    .toSorted(([a, ofA], [b, ofB]) => {
      const likeness = (path: string, text: string) =>
        sharedWords(shortName(path), shortName(file)) * 2 + Number(names(text))
      return likeness(b, ofB) - likeness(a, ofA)
    })
    .map(([path]) => path)
  const pure = testsAround(file, files).filter((path) => path.startsWith(module) && isPure(path))
  const everywhere = reason === 'not-found' ? [accessTest] : others.map(([path]) => path).slice(0, 3)
  // A rule that its own tests do not hold is missing there, whoever else would notice.
  if (pure.length > 0 && file.endsWith('-rules.ts')) return pure
  return [...new Set([...pure, ...likeliest.slice(0, 2), ...everywhere.slice(0, 1)])]
}

const testsByFiles = new WeakMap<SourceFiles, [path: string, text: string][]>()

function runnableTests(files: SourceFiles): [path: string, text: string][] {
  const known = testsByFiles.get(files)
  if (known) return known
  const made = [...files].filter(([path]) => isTest(path) && isRunnable(path))
  testsByFiles.set(files, made)
  return made
}

const accessTest = 'tests/access/access.test.ts'

/** How many words two names begin with alike. */
function sharedWords(one: string, other: string): number {
  const [a, b] = [one, other].map((name) => name.split(/[-.]/).map((word) => word.replace(/s$/, '')))
  const differs = a!.findIndex((word, place) => word !== b![place])
  return differs === -1 ? a!.length : differs
}

const demandCounts: Record<string, number> = {
  needs: 9,
  access: 7,
  rate: 6,
  stepUp: 6,
  captcha: 2,
  audit: 6,
  bodyBytesMax: 4,
  idempotent: 3,
  feature: 2,
  scope: 2,
}
const demandTests = ['contract/operation-demands.test.ts']

type Found = { file: string; place: GuardPlace }

const guardName = ({ file, place }: Found) =>
  `${shortName(file)} ${place.within}: ${place.says}`.replaceAll('`', "'")

const toMutation = (kind: MutationKind, found: Found, tests: string[]): Mutation => {
  const { from, to, text } = found.place
  return { kind, guard: guardName(found), change: { file: found.file, from, to, text }, tests }
}

type Listed = { mutations: Mutation[]; guards: string[] }

/** Mutations of the contract: what operations ask for, and which of their fields are files. */
function contractMutations(files: SourceFiles): Listed {
  const contract = [...files].filter(([path]) => /^contract\/[\w-]+\.ts$/.test(path) && !isTest(path))
  const demands = contract.flatMap(([file, text]) =>
    operationDemands(file, text).map((place) => ({ file, place })),
  )
  const marks = contract.flatMap(([file, text]) =>
    fileFieldMarks(file, text).map((place) => ({ file, place })),
  )
  const chosen = Object.entries(demandCounts).flatMap(([name, most]) =>
    sampleByName(
      demands.filter(({ place }) => place.demand === name),
      most,
      guardName,
    ),
  )
  return {
    mutations: [...chosen, ...marks].map((found) => toMutation('operation demand', found, demandTests)),
    guards: [...demands, ...marks].map(guardName),
  }
}

/** Mutations of the source: so many guards of each area, from all there are. */
export function sourceMutations(files: SourceFiles): Listed {
  const { mutations, guards } = contractMutations(files)
  for (const { files: paths, kind, find, most } of areasOf(files)) {
    const found = paths.flatMap((file) =>
      guardsIn(file, files.get(file)!, find).map((place) => ({ file, place })),
    )
    guards.push(...found.map(guardName))
    for (const one of sampleByName(found, most, guardName))
      mutations.push(toMutation(kind, one, testsOf(one.file, one.place, files)))
  }
  return { mutations, guards }
}
