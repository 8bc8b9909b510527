import { posix } from 'node:path'
import { isTest, type Finding } from './source-files.ts'
import type { Import, SourceGraph } from './source-graph.ts'

/** Values of the contract that browsers may hold: plain data, and rules without an import. */
const valueFiles = [
  'additional-consents',
  'authority-rules',
  'billing-states',
  'delivery-states',
  'email-address',
  'brand-colour',
  'calendar-day',
  'capacity-rules',
  'charges',
  'clinic-states',
  'clinical-review-states',
  'errors',
  'features',
  'file-problems',
  'group-agreements',
  'languages',
  'preference-rules',
  'encoding-errors',
  'limits',
  'measures',
  'nhs-number',
  'own-figures',
  'pasted-markup',
  'drawn-strokes',
  'password-requirements',
  'pasted-markup',
  'permissions',
  'phone-number',
  'picture-annotations',
  'plans',
  'readiness',
  'retention-rules',
  'risk-basis',
  'risk-figures',
  'risk-rules',
  'sign-in-codes',
  'integration-scopes',
  'consent-states',
  'storage-codes',
  'teeth',
  'conditional-wording',
  'ticket-states',
  'understanding-state',
  'viewing-state',
  'worry-levels',
  'date-parsing',
  'language-detection',
  'frame-origin',
].map((name) => `contract/${name}.ts`)
/** What the platform knows of the contract: how it is written, who calls, and how a refusal reads. */
const platformFiles = [
  'access',
  'calendar-day',
  'errors',
  'features',
  'file-problems',
  'frame-origin',
  'kit',
  'encoding-errors',
  'pasted-markup',
  'permissions',
  'printable-text',
  'storage-codes',
  'date-parsing',
].map((name) => `contract/${name}.ts`)

/** What a test on the server may hold besides: the product as a whole, to ask it from outside. */
const integrationTestPatterns = [
  'clients/',
  'contract/',
  'server/app.ts',
  'server/config.ts',
  'server/testing/',
  'tests/clipboard-inputs.ts',
  'tests/hostile-html.ts',
]

/** What the wording's checks are tried on: the templates as they are shipped. */
const wordingTestPatterns = ['tools/content/content-loader.ts']

type Row = {
  /** Files below this are meant, unless an earlier row holds them. */
  folder: string
  may: string[]
}

/** The import table of ARCHITECTURE.md. A file may always take from its own folder; modules and features have more. */
const importTable: Row[] = [
  { folder: 'contract/', may: ['contract/'] },
  { folder: 'wording/', may: ['wording/'] },
  { folder: 'verification/', may: ['verification/'] },
  { folder: 'server/platform/', may: ['server/platform/', ...platformFiles] },
  { folder: 'server/modules/order.ts', may: ['server/modules/*/module.ts'] },
  {
    folder: 'server/modules/',
    may: ['server/platform/', 'contract/', 'wording/', 'verification/', 'build/content/'],
  },
  { folder: 'server/testing/', may: ['server/', 'contract/', 'build/'] },
  { folder: 'server/', may: ['server/', 'contract/', 'build/'] },
  {
    folder: 'web/ui/plain/',
    may: [
      'web/ui/plain/',
      ...['calendar-day', 'limits', 'date-parsing', 'language-detection'].map(
        (name) => `contract/${name}.ts`,
      ),
    ],
  },
  { folder: 'web/ui/', may: ['web/ui/', 'contract/encoding-errors.ts', 'contract/pasted-markup.ts'] },
  {
    folder: 'web/features/',
    may: [
      'web/ui/',
      'web/api.ts',
      'contract/',
      'wording/',
      'verification/',
      'build/content/',
      'build/contract/',
    ],
  },
  {
    folder: 'web/areas/',
    may: [
      // A clip of ours, as a file that the page plays.
      'content/videos/',
      // The product as it looks, in pictures taken from the demo.
      'content/screens/',
      'web/features/',
      'web/ui/',
      'web/*',
      'contract/',
      'verification/',
      'build/content/',
      'build/contract/',
      'build/trial/',
    ],
  },
  { folder: 'web/', may: ['web/*', 'web/ui/', 'contract/', 'build/content/', 'build/contract/'] },
  {
    folder: 'tests/journeys/',
    may: [
      'tests/journeys/',
      'tests/clipboard-inputs.ts',
      'tests/hostile-html.ts',
      'server/demo/',
      ...valueFiles,
    ],
  },
  // A browser is found as the journeys find it.
  { folder: 'tests/', may: ['tests/', 'server/', 'contract/', 'build/', 'tools/system-programs.ts'] },
  {
    folder: 'tools/',
    may: [
      'tools/',
      'wording/',
      'verification/',
      'server/',
      'contract/',
      'web/routes.ts',
      'build/',
      'package.json',
    ],
  },
  { folder: '', may: ['tools/', 'web/routes.ts'] },
]

/** Findings of the import table, for `order`, the modules from the first that others may use to the last. */
export function checkImports(graph: SourceGraph, order: readonly string[]): Finding[] {
  return [...graph.values()].flatMap((source) =>
    source.imports
      .filter((taken) => !mayImport(source.path, taken, order))
      .map((taken) => ({ file: source.path, problem: `may not import ${taken.file}` })),
  )
}

function mayImport(path: string, { file, typeOnly }: Import, order: readonly string[]): boolean {
  // The types that React Router writes beside each route.
  if (file === undefined || file.includes('/+types/')) return true
  if (isTest(path) && isWithin(path, 'server/') && isWithin(file, ...integrationTestPatterns)) return true
  if (isTest(path) && isWithin(path, 'tools/') && file === 'tests/hostile-html.ts') return true
  if (isTest(path) && isWithin(path, 'wording/') && isWithin(file, ...wordingTestPatterns)) return true
  if (isWithin(file, 'server/testing/'))
    return isWithin(path, 'server/testing/', 'tests/access/', 'tests/attack/', 'tools/prove/')
  if (isWithin(path, 'tests/journeys/') && typeOnly && isWithin(file, 'contract/')) return true
  if (isSibling(path, file)) return true
  if (typeOnly && file === 'server/module.ts' && isWithin(path, 'server/modules/*/module.ts')) return true
  const row = importTable.find(({ folder }) => path.startsWith(folder))
  if (row && isWithin(file, ...row.may)) return true
  return isImportedInReverse(path, file, order)
}

/** Places are folders, ending in a slash, or patterns for files. */
const isWithin = (file: string, ...places: string[]) =>
  places.some((place) => (place.endsWith('/') ? file.startsWith(place) : posix.matchesGlob(file, place)))

const isSibling = (one: string, other: string) => posix.dirname(one) === posix.dirname(other)

/** Whether a module or feature takes what one above it offers: its index, or for queries its tables. */
function isImportedInReverse(path: string, file: string, order: readonly string[]): boolean {
  const [, kind, name] = /^(server\/modules|web\/features)\/([^/]+)\//.exec(path) ?? []
  const [, otherKind, other, rest] = /^(server\/modules|web\/features)\/([^/]+)\/(.+)$/.exec(file) ?? []
  if (!kind || kind !== otherKind || !name || !other || order.indexOf(other) >= order.indexOf(name))
    return false
  const isTables = kind === 'server/modules' && rest?.endsWith('-schema.ts')
  return rest === 'index.ts' || Boolean(isTables && /-(schema|store)\.ts$/.test(path))
}

/** Modules and features whose folder is not in the order: nobody could say what they may import. */
export function checkOrder(graph: SourceGraph, order: readonly string[]): Finding[] {
  const folders = new Set(
    [...graph.keys()].map((path) => /^(?:server\/modules|web\/features)\/[^/]+(?=\/)/.exec(path)?.[0]),
  )
  return [...folders]
    .filter((folder) => folder !== undefined)
    .filter((folder) => !order.includes(folder.slice(folder.lastIndexOf('/') + 1)))
    .map((file) => ({ file, problem: 'is not named in server/modules/order.ts' }))
}

/** Browsers take types from the contract, and values only from its files without imports, which must stay so. */
export function checkContractValues(graph: SourceGraph): Finding[] {
  const taken = [...graph.values()]
    .filter(({ path }) => path.startsWith('web/') && !isTest(path))
    .flatMap(({ path, imports }) =>
      imports
        .filter(
          ({ file, typeOnly }) => !typeOnly && file?.startsWith('contract/') && !valueFiles.includes(file),
        )
        .map(({ file }) => ({ file: path, problem: `may only 'import type' from ${file}` })),
    )
  const heavy = valueFiles
    .filter((path) => graph.get(path)?.imports.some(({ typeOnly }) => !typeOnly))
    .map((file) => ({ file, problem: 'goes into browsers, so it may import types only' }))
  return [...taken, ...heavy]
}
