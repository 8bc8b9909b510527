import { type ContentFile, type Problem, reporter } from './content-file.ts'
import { parseYaml } from './front-matter.ts'
import {
  GeneralSources,
  type OutdatedSource,
  type PublishedSource,
  PublishedSources,
} from './library-schema.ts'
import type { LibraryOutdatedSource } from './library-types.ts'

/** A source by its key; `published` is absent for those without findings, `outdated` for those that stand. */
export type Source = { reference: string; published?: PublishedSource; outdated?: OutdatedSource }
export type Sources = ReadonlyMap<string, Source>

/**
 * The sources that templates name: those without findings (`content/templates/sources.yaml`) and published ones
 * (`content/sources/`). A key, and the address of a published source, stand once.
 */
export function loadSources(
  files: { general: ContentFile; published: ContentFile[] },
  problems: Problem[],
): Sources {
  const general = parseYaml(files.general.text, GeneralSources, reporter(files.general, problems))
  const sources = new Map<string, Source>(
    Object.entries(general ?? {}).map(([key, { reference, outdated }]) => [
      key,
      { reference, ...(outdated && { outdated }) },
    ]),
  )
  const keyByUrl = new Map<string, string>()
  for (const file of files.published) {
    const report = reporter(file, problems)
    for (const [key, published] of Object.entries(parseYaml(file.text, PublishedSources, report) ?? {})) {
      const same = keyByUrl.get(published.url)
      if (sources.has(key)) report(0, `the source "${key}" is in another file too`)
      else if (same) report(0, `the sources "${same}" and "${key}" have one address`)
      const { reference, outdated } = published
      sources.set(key, { reference, published, ...(outdated && { outdated }) })
      keyByUrl.set(published.url, key)
    }
  }
  for (const file of [files.general, ...files.published])
    reportReplacements(file, sources, reporter(file, problems))
  return sources
}

/** What replaces a source has to be there, and to stand itself. */
function reportReplacements(
  file: ContentFile,
  sources: Sources,
  report: (line: number, message: string) => void,
): void {
  for (const [key, { outdated }] of sources) {
    const at = lineOf(file, key)
    if (outdated?.replacedBy === undefined || at === 0) continue
    const replacement = sources.get(outdated.replacedBy)
    if (!replacement) report(at, `"${key}" is replaced by "${outdated.replacedBy}", which is no source`)
    else if (replacement.outdated)
      report(at, `"${key}" is replaced by "${outdated.replacedBy}", which is outdated itself`)
  }
}

/** Sources that were withdrawn or superseded, by reference, with the references of what replaces them. */
export const listOutdatedSources = (sources: Sources): LibraryOutdatedSource[] =>
  [...sources.values()].flatMap(({ reference, outdated }) =>
    outdated
      ? [
          {
            ...{ reference, state: outdated.state, on: outdated.on, note: outdated.note ?? null },
            replacedBy: sources.get(outdated.replacedBy ?? '')?.reference ?? null,
          },
        ]
      : [],
  )

/** The line on which a file begins a source, from 1; 0 where it has none of that key. */
const lineOf = ({ text }: ContentFile, key: string): number =>
  text.split('\n').findIndex((line) => line.startsWith(`${key}:`)) + 1

/** Published sources that nothing rests on and that replace none, named in the file that holds them. */
export function reportUnusedSources(
  files: ContentFile[],
  { sources, used }: { sources: Sources; used: ReadonlySet<string> },
  problems: Problem[],
): void {
  for (const file of files) {
    const report = reporter(file, problems)
    const replacements = new Set([...sources.values()].map(({ outdated }) => outdated?.replacedBy))
    for (const key of sources.keys()) {
      const at = lineOf(file, key)
      if (at > 0 && !used.has(key) && !replacements.has(key))
        report(at, `no template uses the source "${key}"`)
    }
  }
}
