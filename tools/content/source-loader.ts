import { type ContentFile, type Problem, reporter } from './content-file.ts'
import { parseYaml } from './front-matter.ts'
import { GeneralSources, type PublishedSource, PublishedSources } from './library-schema.ts'

/** A source by its key; `published` is absent for those without findings. */
export type Source = { reference: string; published?: PublishedSource }
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
    Object.entries(general ?? {}).map(([key, { reference }]) => [key, { reference }]),
  )
  const keyByUrl = new Map<string, string>()
  for (const file of files.published) {
    const report = reporter(file, problems)
    for (const [key, published] of Object.entries(parseYaml(file.text, PublishedSources, report) ?? {})) {
      const same = keyByUrl.get(published.url)
      if (sources.has(key)) report(0, `the source "${key}" is in another file too`)
      else if (same) report(0, `the sources "${same}" and "${key}" have one address`)
      sources.set(key, { reference: published.reference, published })
      keyByUrl.set(published.url, key)
    }
  }
  return sources
}

/** Published sources that nothing rests on, named in the file that holds them. */
export function reportUnusedSources(
  files: ContentFile[],
  { sources, used }: { sources: Sources; used: ReadonlySet<string> },
  problems: Problem[],
): void {
  for (const file of files) {
    const report = reporter(file, problems)
    for (const key of sources.keys()) {
      const at = file.text.split('\n').indexOf(`${key}:`)
      if (at >= 0 && !used.has(key)) report(at + 1, `no template uses the source "${key}"`)
    }
  }
}
