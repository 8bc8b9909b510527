import { isTest, type Finding } from './source-files.ts'
import type { Import, Source, SourceGraph } from './source-graph.ts'

/** Names of package.json: those the product runs with, and those together with what only making it needs. */
export type Declared = { product: readonly string[]; all: readonly string[] }

const patientHeavy = /^(@base-ui\/|@orpc\/|react-router|zod)/
const plainPackages = /^(react|clsx|vitest)$/

/** What patients load stays small: no heavy package behind their entry, and next to none in the parts they share. */
export function checkPackages(graph: SourceGraph, declared: Declared): Finding[] {
  const entries = [...graph.keys()].filter((path) => path.startsWith('web/areas/patient/') && !isTest(path))
  const forPatients = reachable(graph, entries)
  return [...graph.values()].flatMap((source) =>
    source.imports.filter(isPackage).flatMap(({ from }) => {
      const problem = packageProblem(source, from, declared, forPatients)
      return problem ? [{ file: source.path, problem }] : []
    }),
  )
}

const isPackage = ({ from, file, typeOnly }: Import) => !file && !typeOnly && !from.startsWith('node:')

function packageProblem({ path }: Source, from: string, declared: Declared, forPatients: Set<string>) {
  const name = /^(@[^/]+\/)?[^/]+/.exec(from)?.[0] ?? from
  if (!declared.all.includes(name)) return `imports ${name}, which package.json does not name`
  const runs = /^(server|contract)\/(?!testing\/)/.test(path) && !isTest(path)
  if (runs && !declared.product.includes(name)) return `imports ${name}, which is only there for development`
  if (forPatients.has(path) && patientHeavy.test(from)) return `brings ${name} to patients`
  const isPlain = path.startsWith('web/ui/plain/')
  if (isPlain && !plainPackages.test(from)) return `imports ${name}: plain parts use react and clsx`
  return undefined
}

/** All files that the code of these files needs when it runs, themselves included. */
function reachable(graph: SourceGraph, from: Iterable<string>): Set<string> {
  const seen = new Set<string>()
  const waiting = [...from]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue
    seen.add(path)
    for (const { file, typeOnly } of graph.get(path)?.imports ?? []) if (file && !typeOnly) waiting.push(file)
  }
  return seen
}
