import { isTest, type Finding } from './source-files.ts'
import { reachableFiles, type Import, type Source, type SourceGraph } from './source-graph.ts'

/** Names of package.json: those the product runs with, and those together with what only making it needs. */
export type DeclaredPackages = { product: readonly string[]; all: readonly string[] }

const heavyForPatients = /^(@base-ui\/|@orpc\/|react-router|zod)/
const plainPackages = /^(react|clsx|vitest)$/

/** What patients load stays small: no heavy package behind their entry, and next to none in the parts they share. */
export function checkPackages(graph: SourceGraph, declared: DeclaredPackages): Finding[] {
  const entries = [...graph.keys()].filter((path) => path.startsWith('web/areas/patient/') && !isTest(path))
  const forPatients = reachableFiles(entries, (path) => filesRun(graph.get(path)?.imports ?? []))
  return [...graph.values()].flatMap((source) =>
    source.imports.filter(isPackage).flatMap(({ from }) => {
      const problem = packageProblem(source, from, declared, forPatients)
      return problem ? [{ file: source.path, problem }] : []
    }),
  )
}

const filesRun = (imports: Import[]) =>
  imports.flatMap(({ file, typeOnly }) => (file && !typeOnly ? [file] : []))
const isPackage = ({ from, file, typeOnly }: Import) => !file && !typeOnly && !from.startsWith('node:')

function packageProblem(
  { path }: Source,
  from: string,
  declared: DeclaredPackages,
  forPatients: Set<string>,
) {
  const name = /^(@[^/]+\/)?[^/]+/.exec(from)?.[0] ?? from
  if (!declared.all.includes(name)) return `imports ${name}, which package.json does not name`
  const runs = /^(server|contract)\/(?!testing\/)/.test(path) && !isTest(path)
  if (runs && !declared.product.includes(name)) return `imports ${name}, which is only there for development`
  if (forPatients.has(path) && heavyForPatients.test(from)) return `brings ${name} to patients`
  const isPlain = path.startsWith('web/ui/plain/')
  if (isPlain && !plainPackages.test(from)) return `imports ${name}: plain parts use react and clsx`
  return undefined
}

/**
 * The wording's checks run wherever somebody writes, in the build and in browsers; those of sealed files also where there
 * is no server and no network. They bring nothing with them.
 */
export function checkWording(graph: SourceGraph): Finding[] {
  return [...graph.values()]
    .filter(({ path }) => /^(wording|verification)\//.test(path) && !isTest(path))
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ file }) => !file)
        .map(({ from }) => ({ file: path, problem: `imports ${from}: these checks need nothing` })),
    )
}
