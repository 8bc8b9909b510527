import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isCode, readSources } from '../layout/source-files.ts'
import { readGraph } from '../layout/source-graph.ts'
import { usesByFile } from '../layout/use-rules.ts'

export type InputDigests = {
  /** Every file of code, by its path from the root. */
  codeFiles: string[]
  /** One digest of a file of code, of all that it imports, however far, and of the settings that all are read by. */
  ofSource(path: string): string
  /**
   * One digest of all that a test can come upon: what it imports or names; content, styles and pages too, where one of
   * those reads files; the whole repository for a test of `tools/`, which looks at the code itself.
   */
  ofTest(path: string): string
}

/** Packages and settings of the tools; declarations count for all files. */
const isSetting = (path: string) =>
  path === 'package-lock.json' || path.endsWith('.d.ts') || /^(tsconfig|vitest)[\w.]*$/.test(path)

const readsFiles = /^node:(fs|child_process)/

/** Reads the repository below `root`, to tell by digests what has changed of that on which a result rests. */
export function digestInputs(root: string): InputDigests {
  const files = readSources(root)
  const graph = readGraph(files)
  const paths = [...files.keys()]
  const bytes = (path: string) => readOrNothing(join(root, path))
  const digest = (of: string[]) => hash(of.map((path) => `${path} ${hash(bytes(path))}`).join('\n'))
  const settings = digest(['.oxlintrc.json', ...paths.filter(isSetting)])
  const data = digest(paths.filter((path) => !isCode(path)))
  const everything = digest(paths)
  const imports = (path: string) => graph.get(path)?.imports.flatMap(({ file }) => file ?? []) ?? []
  const uses = usesByFile(files, graph)
  const own = (path: string) => `${path} ${hash(bytes(path))}`
  const ofSource = digestGraph(own, imports)
  const ofUses = digestGraph(
    (path) => own(path) + (graph.get(path)?.imports.some(({ from }) => readsFiles.test(from)) ? data : ''),
    (path) => uses.get(path) ?? [],
  )
  return {
    codeFiles: [...graph.keys()],
    ofSource: (path) => hash(settings + ofSource(path)),
    ofTest: (path) => hash(settings + ofUses(path) + (path.startsWith('tools/') ? everything : '')),
  }
}

/**
 * A digest of a node and of all that can be reached from it, by Tarjan's strongly connected components: each node is
 * visited once, and nodes that need one another share one digest.
 */
export function digestGraph(
  own: (node: string) => string,
  next: (node: string) => Iterable<string>,
): (node: string) => string {
  const digests = new Map<string, string>()
  const orders = new Map<string, number>()
  const open: string[] = []
  const visit = (node: string): number => {
    const order = orders.size
    orders.set(node, order)
    const start = open.push(node) - 1
    let lowest = order
    for (const other of next(node)) {
      if (digests.has(other)) continue
      lowest = Math.min(lowest, orders.get(other) ?? visit(other))
    }
    if (lowest < order) return lowest
    const component = open.splice(start)
    const reached = new Set(
      component.flatMap((each) => [...next(each)].flatMap((it) => digests.get(it) ?? [])),
    )
    const found = hash([...component.map(own).sort(), ...[...reached].sort()].join('\n'))
    for (const each of component) digests.set(each, found)
    return lowest
  }
  return (node) => {
    if (!digests.has(node)) visit(node)
    return digests.get(node)!
  }
}

const hash = (data: string | Buffer) => createHash('sha1').update(data).digest('base64')

/** What an import names and the build has not made yet has no bytes. */
function readOrNothing(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch {
    return Buffer.alloc(0)
  }
}
