import { isTest, type SourceFiles } from '../layout/source-files.ts'
import { readShownStrings, type ShownString } from './shown-strings.ts'

const patientPages = 'web/(areas/patient|features/(signing|patient-home))/'

/** Where each area's words stand. What patients read of web/ comes from content/words/. */
export const wordAreas: Record<string, RegExp> = {
  clinic: new RegExp(`^web/(?!areas/(admin|public)/|routes|root)(?!${patientPages.slice(4)}).+\\.tsx?$`),
  patient: /^content\/words\/en\.json$/,
  admin: /^web\/areas\/admin\/.+\.tsx?$/,
  public: /^(web\/areas\/public\/.+\.tsx|content\/pages\/.+\.json)$/,
  mails: /^(content\/messages\/en\/.+|server\/.+(mail|message|alert)s?\.ts)$/,
  refusals: /^contract\/.+\.ts$/,
  pdf: /^server\/(.+\.typ|modules\/(documents|evidence|paper)\/.+\.ts)$/,
  server:
    /^server\/modules\/(?!documents\/|evidence\/|paper\/).+(?<!-schema)(?<!(mail|message|alert)s?)\.ts$/,
  forms: /^content\/(capacity|compliance)\/.+\.(yaml|md)$/,
}

/** What the server composes for staff are sentences and titles; the rest of its strings are keys, queries and faults. */
const isComposed = (text: string): boolean => /^[\p{Lu}“‘]/u.test(text) && text.includes(' ')

/** The strings of an area, or of every file of all areas whose path contains `area`. */
export function listArea(sources: SourceFiles, area: string): ShownString[] {
  const patterns = wordAreas[area] ? [wordAreas[area]] : Object.values(wordAreas)
  return [...sources]
    .filter(([path]) => !isTest(path) && patterns.some((pattern) => pattern.test(path)))
    .filter(([path]) => wordAreas[area] || path.includes(area))
    .toSorted(([a], [b]) => a.localeCompare(b, 'en'))
    .flatMap(([path, text]) => readShownStrings(path, text))
    .filter(({ file, text }) => !wordAreas.server!.test(file) || isComposed(text))
}
