import { posix } from 'node:path'
import { parseSync } from 'vite'
import { isCode, type SourceFiles } from './source-files.ts'

export type Import = {
  /** As written. */
  from: string
  /** The file it names, from the root; undefined for a package. */
  file: string | undefined
  /** Nothing of it is left when the code runs. */
  typeOnly: boolean
  /** By `import()`, when it is needed. */
  lazy: boolean
  /** What is taken, and what it is called here. `*` stands for everything. */
  names: { name: string; local: string }[]
}

export type Source = {
  path: string
  text: string
  /** The text without comments, at the same places. */
  code: string
  imports: Import[]
  /** Names given to others; `default` and `*` are what they say. `again` tells those taken from another file. */
  exports: { name: string; isType: boolean; again: boolean }[]
}

/** The code of the repository, each file with what it takes from others and gives to them. */
export type SourceGraph = ReadonlyMap<string, Source>

/** Reads the imports and exports of every code file. */
export function readGraph(files: SourceFiles): SourceGraph {
  const code = [...files].filter(([path]) => isCode(path))
  return new Map(code.map(([path, text]) => [path, readSource(path, text)]))
}

function readSource(path: string, text: string): Source {
  const { module, comments } = parseSync(path, text)
  const code = comments.reduce(blankOut, text)
  const imports: Import[] = []
  const add = (from: string, typeOnly: boolean, lazy: boolean, names: Import['names']) =>
    imports.push({ from, file: resolveImport(path, from), typeOnly, lazy, names })

  for (const { start, moduleRequest, entries } of module.staticImports) {
    const names = entries.map(({ importName, localName }) => ({
      name: importName.name ?? (importName.kind === 'Default' ? 'default' : '*'),
      local: localName.value,
    }))
    add(moduleRequest.value, /^import type\b/.test(text.slice(start, start + 20)), false, names)
  }
  const exports: Source['exports'] = []
  for (const { start, entries } of module.staticExports) {
    const typeOnly = /^export type\b/.test(text.slice(start, start + 20))
    for (const { moduleRequest, importName, exportName, isType } of entries) {
      const name = exportName.name ?? (exportName.kind === 'Default' ? 'default' : '*')
      exports.push({ name, isType, again: moduleRequest !== null })
      if (moduleRequest)
        add(moduleRequest.value, typeOnly, false, [{ name: importName.name ?? '*', local: '' }])
    }
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const from = /^['"`]([^'"`$]+)['"`]$/.exec(text.slice(moduleRequest.start, moduleRequest.end))?.[1]
    if (from) add(from, false, true, [{ name: '*', local: '' }])
  }
  for (const [, from = '', name = ''] of code.matchAll(/\bimport\('([^']+)'\)\.([A-Z]\w*)/g))
    add(from, true, false, [{ name, local: '' }])
  return { path, text, code, imports, exports }
}

const blankOut = (text: string, { start, end }: { start: number; end: number }) =>
  text.slice(0, start) + text.slice(start, end).replace(/[^\n]/g, ' ') + text.slice(end)

function resolveImport(path: string, from: string): string | undefined {
  if (!from.startsWith('.')) return undefined
  return posix.join(posix.dirname(path), from.replace(/\?\w+$/, ''))
}

/** Everything that can be reached from these files by one step after another, themselves included. */
export function reachableFiles(
  from: Iterable<string>,
  next: (path: string) => Iterable<string>,
): Set<string> {
  const seen = new Set<string>()
  const waiting = [...from]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue
    seen.add(path)
    waiting.push(...next(path))
  }
  return seen
}
