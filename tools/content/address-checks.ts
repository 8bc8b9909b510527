import { z } from 'zod'
import { languageTags } from '../../contract/languages.ts'
import { type ContentFile, type Problem, reporter } from './content-file.ts'
import { parseYaml } from './front-matter.ts'
import { line } from './library-schema.ts'

const Forms = z.strictObject({
  forms: z.partialRecord(
    z.enum(languageTags),
    z.strictObject({ form: line, guide: line, never: line, toChild: line.optional() }),
  ),
})

/** Where texts of one language each stand: words, messages, translations and termbases. */
const languageOf = ({ path }: ContentFile): string =>
  /^content\/translations\/([^/]+)\//.exec(path)?.[1] ?? /([^/]+)\.\w+$/.exec(path)![1]!

/** Of a termbase's line, its own words alone: the English beside them is nobody's form of address. */
const targetWordsOfTermbase = (text: string): string => text.replace(/^\s*-? ?en: .*$/, '')

/** Reports where a text addresses the patient in another form than the one `content/forms-of-address.yaml` names. */
export function reportFormsOfAddress(
  file: ContentFile,
  texts: readonly ContentFile[],
  problems: Problem[],
): void {
  const forms = parseYaml(file.text, Forms, reporter(file, problems))?.forms ?? {}
  for (const text of texts) {
    const kept = Object.entries(forms).find(([language]) => language === languageOf(text))?.[1]
    if (!kept) continue
    const never = new RegExp(kept.never, 'iu')
    const report = reporter(text, problems)
    for (const [at, written] of text.text.split(/\n|\\n/).entries()) {
      if (kept.toChild !== undefined && written.startsWith(kept.toChild)) continue
      const [found] = never.exec(targetWordsOfTermbase(written)) ?? []
      if (found) report(0, `"${found}" (line ${at + 1}) is not the form of address: ${kept.form}`)
    }
  }
}
