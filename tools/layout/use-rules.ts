import { baseName, isTest, type Finding, type SourceFiles } from './source-files.ts'
import { reachableFiles, type SourceGraph } from './source-graph.ts'

/** Rings of files that need one another before any of them can run. */
export function checkCycles(graph: SourceGraph): Finding[] {
  const done = new Set<string>()
  const findings: Finding[] = []
  const visit = (path: string, above: string[]) => {
    const at = above.indexOf(path)
    if (at >= 0) {
      findings.push({ file: path, problem: `is in a ring: ${[...above.slice(at), path].join(' → ')}` })
    } else if (!done.has(path)) {
      const next = graph.get(path)?.imports.filter(({ lazy, typeOnly }) => !lazy && !typeOnly) ?? []
      for (const { file } of next) if (file) visit(file, [...above, path])
      done.add(path)
    }
  }
  for (const path of graph.keys()) visit(path, [])
  return findings
}

/** Where an unused file is looked for; the rest is data that is read by the folder, or words for people. */
const usedByName = /^(contract|wording|verification|server|web|tools|tests)\/(?!migrations\/)/
const isForTests = (path: string) => /^(server\/testing|tests|tools\/layout)\//.test(path)
/** Found by their place: settings of tools, pages that tell of scripts, the framework's root, tables for migrations. */
const isEntryPoint = (path: string) =>
  !path.includes('/') || path.endsWith('.md') || isOfFramework(path) || isTableDefinition(path)

/** What React Router looks for by its name. */
export const isOfFramework = (path: string) => /^web\/(root|entry\.(client|server))\.tsx$/.test(path)
const isTableDefinition = (path: string) => path.startsWith('server/') && path.endsWith('-schema.ts')

/** Files that nothing imports and nothing names, and product files that only tests still use. */
export function checkUnusedFiles(files: SourceFiles, graph: SourceGraph): Finding[] {
  const uses = usesByFile(files, graph)
  const paths = [...files.keys()]
  const inProduct = reachableFiles(paths.filter(isEntryPoint), (path) => uses.get(path) ?? [])
  const inTests = reachableFiles(paths.filter(isTest), (path) => uses.get(path) ?? [])
  return paths
    .filter((path) => usedByName.test(path) && !isTest(path) && !path.endsWith('.d.ts'))
    .filter((path) => !inProduct.has(path) && !(isForTests(path) && inTests.has(path)))
    .map((file) => ({ file, problem: inTests.has(file) ? 'is used by tests only' : 'is not used' }))
}

/** Which files each file imports or names. Names are unique, so a name in quotes can only mean one file. */
export function usesByFile(files: SourceFiles, graph: SourceGraph): Map<string, Set<string>> {
  const pathsOf = Map.groupBy(files.keys(), baseName)
  const uses = new Map<string, Set<string>>()
  for (const [path, text] of files) {
    const imported = graph.get(path)?.imports.flatMap(({ file }) => file ?? []) ?? []
    // Without comments: to be spoken of is no use.
    const named = namesIn(graph.get(path)?.code ?? text).flatMap((name) => pathsOf.get(name) ?? [])
    uses.set(path, new Set([...imported, ...named.filter((other) => other !== path)]))
  }
  return uses
}

const namesIn = (text: string): string[] =>
  Array.from(
    text.matchAll(/[\w.-]+\.(?:tsx?|mjs|css|svg|png|woff2|typ|html|json|yaml|csv|txt)(?=['"`?)\s])/g),
    ([name]) => name,
  )

/** What React Router reads from its root, its routes and its route modules. */
const routeExports =
  /^(default|Layout|HydrateFallback|ErrorBoundary|clientLoader|clientAction|clientMiddleware|meta|links|handle|shouldRevalidate)$/

/**
 * Exports that no other file takes. One that only a test takes must be used in its own file too, and a type is needed
 * where its own file uses it, because what is exported there speaks of it.
 */
export function checkUnusedExports(graph: SourceGraph): Finding[] {
  const takers = importersByExport(graph)
  const named = new Set([...graph.values()].flatMap(({ code }) => namesIn(code)))
  // Settings, tables and scripts are read by a tool, not by an import; what is published, by programs of others.
  const isRead = (path: string) =>
    !path.includes('/') ||
    path.startsWith('clients/') ||
    isTableDefinition(path) ||
    (!takers.has(path) && named.has(baseName(path)))
  const sources = [...graph.values()].filter(({ path }) => !isTest(path) && !isRead(path))
  return sources.flatMap(({ path, text, code, exports }) =>
    exports
      .filter(({ name }) => !(isRoute(path) && routeExports.test(name)) && !isWithoutCounterpart(name, text))
      .filter(({ name, isType, again }) => {
        const byName = takers.get(path)
        const by = [...(byName?.get(name) ?? []), ...(byName?.get('*') ?? [])]
        if (by.some((taker) => !isTest(taker) || isForTests(path))) return false
        return !((isType || by.length > 0) && !again && countOf(name, code) > 1)
      })
      .map(({ name }) => ({ file: path, problem: `exports ${name}, which nobody imports` })),
  )
}

const isRoute = (path: string) => isOfFramework(path) || /^web\/(routes\.ts$|areas\/)/.test(path)
const countOf = (name: string, code: string) =>
  code.match(new RegExp(`\\b${RegExp.escape(name)}\\b`, 'g'))?.length ?? 0
/** A limit of the specification that nothing of ours can keep, with its reason in the comment above it. */
const isWithoutCounterpart = (name: string, text: string) =>
  new RegExp(`no counterpart[^\\n]*\\n(?: \\*[^\\n]*\\n)*export const ${RegExp.escape(name)}\\b`, 'i').test(
    text,
  )

const codeTables = ['contract/sign-in-codes.ts', 'contract/storage-codes.ts']
/** A line of a table of codes, with the comment above it. */
const codeLine = /(?:\/\*\*([^\n]*)\*\/\n)? {2}'([a-z-]+)'(?::|,\n)/g

/** Codes of the error catalogue that nothing of ours answers, unless the comment above says why. */
export function checkUnusedCodes(graph: SourceGraph): Finding[] {
  return codeTables.flatMap((file) => {
    const own = graph.get(file)
    if (!own) return []
    const others = [...graph.values()].filter(({ path }) => path !== file && !isTest(path))
    const isAnswered = (code: string) =>
      own.code.includes(`return '${code}'`) || others.some((other) => other.code.includes(`'${code}'`))
    return [...own.text.matchAll(codeLine)].flatMap(([, comment = '', code = '']) =>
      isAnswered(code) || /no counterpart: /i.test(comment)
        ? []
        : [{ file, problem: `holds ${code}, which nothing answers` }],
    )
  })
}

/** For each file, each name it gives, who takes it. */
function importersByExport(graph: SourceGraph): Map<string, Map<string, string[]>> {
  const takers = new Map<string, Map<string, string[]>>()
  for (const { path, imports } of graph.values()) {
    for (const { file, names } of imports) {
      if (!file) continue
      const byName = takers.get(file) ?? new Map<string, string[]>()
      takers.set(file, byName)
      for (const { name } of names) byName.set(name, [...(byName.get(name) ?? []), path])
    }
  }
  return takers
}
