import { baseName, isCode, isTest, type Finding, type SourceFiles } from './source-files.ts'
import type { SourceGraph } from './source-graph.ts'
import { isOfFramework } from './use-rules.ts'

const depth_max = 4
const index_lines_max = 32

/** Names that say nothing of what is inside. */
const meaninglessWords = new Set([
  'lib',
  'utils',
  'util',
  'helpers',
  'helper',
  'common',
  'shared',
  'misc',
  'manager',
  'service',
])
const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*$/
const isContent = (path: string) => path.startsWith('content/')
const isMessagesOfLanguage = (path: string) => /^content\/messages\/[^/]+\.json$/.test(path)
/** Pages that every repository has under these names, migrations, named by their number, and what is of a language, by its tag. */
const isConventionalName = (path: string) =>
  /^[A-Z]+(\.md)?$/.test(baseName(path)) ||
  /^(server\/migrations|content\/(words|termbases|translations))\//.test(path) ||
  isMessagesOfLanguage(path)

/** Files and folders: kebab-case, words that mean something, not too deep. */
export function checkPaths(files: SourceFiles): Finding[] {
  return [...files.keys()].flatMap((file) => {
    const problems: string[] = []
    const names = file.split('/')
    const words = names.flatMap((name) => name.split(/[-.]/))
    // Words for patients are named by what they say: a risk is common.
    const empty = isContent(file) ? undefined : words.find((word) => meaninglessWords.has(word))
    if (empty) problems.push(`'${empty}' says nothing of what is inside`)
    if (!isConventionalName(file) && !names.every((name) => kebab.test(name) || name === '.ci'))
      problems.push('is not in kebab-case')
    if (names.length - 1 > depth_max) problems.push(`is more than ${depth_max} folders deep`)
    return problems.map((problem) => ({ file, problem }))
  })
}

/** The names that a tool or a convention asks for. */
const repeatableNames = new Set(['index.ts', 'module.ts', 'index.html', 'README.md', 'global-setup.ts'])

/** Names that two files share: whoever searches for one finds the other. */
export function checkUniqueNames(files: SourceFiles): Finding[] {
  // A translation and an Easy Read bear the name of the template that they say, and a language's messages that of its words.
  const isOfTemplate = (file: string) => /^content\/(?:translations|easy-read)\//.test(file)
  const named = [...files.keys()].filter((file) => !isOfTemplate(file) && !isMessagesOfLanguage(file))
  const byName = Map.groupBy(named, baseName)
  return [...byName].flatMap(([name, [first = '', ...others]]) =>
    repeatableNames.has(name) ? [] : others.map((file) => ({ file, problem: `has the name of ${first}` })),
  )
}

/** What a module is about, besides its own name. */
const moduleNouns: Record<string, string[]> = {
  compliance: [
    'compliance',
    'improvement-action',
    'incident',
    'inspection-pack',
    'policy',
    'sample-audit',
    'training',
  ],
  analytics: ['analytics', 'consent-facts', 'count', 'figure', 'platform'],
  'data-protection': ['breach', 'duty', 'processing'],
  'emergency-accesses': ['emergency-access'],
  enquiries: ['enquiry'],
  histories: ['history'],
  identity: [
    'account-message',
    'colleague-attestation',
    'email-link',
    'passkey',
    'password',
    'phone',
    'provider',
    'second-factor',
    'session',
    'sign-in',
  ],
  records: ['data-request', 'destruction', 'erasure'],
  'single-sign-on': ['scim', 'oidc'],
  integrations: ['api-key', 'consent-note', 'fhir', 'webhook', 'write-back'],
  setup: ['check', 'library', 'trial-patient', 'wizard'],
  signing: ['link', 'signature'],
}
const roleSuffixPattern = /^(.+)-(schema|store|handlers|jobs|rules)(\.test)?\.ts$/

/** Files of a module that have a role are named by a noun of the module: `consents/consent-store.ts`. */
export function checkModuleNames(files: SourceFiles): Finding[] {
  return [...files.keys()].flatMap((file) => {
    const [, module, name] = /^server\/modules\/([^/]+)\/([^/]+)$/.exec(file) ?? []
    if (!module || !name || !roleSuffixPattern.test(name)) return []
    const allowed = [module.replace(/s$/, ''), ...(moduleNouns[module] ?? [])]
    if (allowed.some((noun) => name.startsWith(`${noun}-`))) return []
    return [{ file, problem: `has a role, so its name should start with ${allowed.join(' or ')}` }]
  })
}

/** Roots that stood for a term of the field: what a reader would search for is the term (docs/decisions/2026-11-28-standard-names.md). */
const retiredRoots = new Set([
  ...['beside', 'behind', 'aside', 'astray', 'anew', 'gone'],
  ...['said', 'saying', 'told', 'tells', 'news', 'kept', 'vouch', 'want', 'wanted'],
  ...['opener', 'openers', 'trouble', 'desk'],
])
const wordsOf = (name: string): string[] =>
  (name.match(/[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])/g) ?? []).map((word) => word.toLowerCase())

/** Exported names are put together from the field's words. */
export const checkExportedWords = (graph: SourceGraph): Finding[] =>
  [...graph.values()].flatMap(({ path, exports }) =>
    exports.flatMap(({ name }) => {
      const retired = wordsOf(name).find((word) => retiredRoots.has(word))
      return retired ? [{ file: path, problem: `exports ${name}: '${retired}' is a retired root` }] : []
    }),
  )

/** Read by tools that ask for a default export: settings, set-up before tests, the route table and its modules. */
const requiresDefaultExport = (path: string, routes: string) =>
  /^[^/]+\.config\.ts$/.test(path) ||
  baseName(path) === 'global-setup.ts' ||
  path === 'web/routes.ts' ||
  isOfFramework(path) ||
  routes.includes(`'${path.replace(/^web\//, '')}'`)

/** Named exports only, none passed on unnamed; an index is a table of contents, and the plain parts of a page have none. */
export function checkExports(graph: SourceGraph): Finding[] {
  const routes = graph.get('web/routes.ts')?.text ?? ''
  return [...graph.values()].flatMap(({ path, text, exports }) => {
    const problems: string[] = []
    const names = exports.map(({ name }) => name)
    if (names.includes('default') && !requiresDefaultExport(path, routes))
      problems.push('has a default export')
    if (names.includes('*')) problems.push("has 'export *'")
    const onlyPassesOn = exports.length > 1 && exports.every(({ again }) => again)
    if (path.startsWith('web/ui/') && (baseName(path) === 'index.ts' || onlyPassesOn))
      problems.push('is a barrel')
    const isIndex = /^server\/modules\/[^/]+\/index\.ts$/.test(path)
    if (isIndex && text.trimEnd().split('\n').length > index_lines_max)
      problems.push(`has more than ${index_lines_max} lines`)
    return problems.map((problem) => ({ file: path, problem }))
  })
}

/** `content/` is data that clinicians review. */
export const checkContent = (files: SourceFiles): Finding[] =>
  [...files.keys()]
    .filter((path) => path.startsWith('content/') && (isCode(path) || isTest(path)))
    .map((file) => ({ file, problem: 'is code among the content' }))
