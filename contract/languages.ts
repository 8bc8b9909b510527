/**
 * The languages that patients may read in besides English, by BCP 47 tag. Import-free, so that browsers may use it as a
 * value.
 */
export const languages = {
  cy: { name: 'Welsh', ownName: 'Cymraeg', direction: 'ltr' },
  pl: { name: 'Polish', ownName: 'Polski', direction: 'ltr' },
  pa: { name: 'Punjabi', ownName: 'ਪੰਜਾਬੀ', direction: 'ltr' },
  ur: { name: 'Urdu', ownName: 'اردو', direction: 'rtl' },
  ar: { name: 'Arabic', ownName: 'العربية', direction: 'rtl' },
  ro: { name: 'Romanian', ownName: 'Română', direction: 'ltr' },
  pt: { name: 'Portuguese', ownName: 'Português', direction: 'ltr' },
  bn: { name: 'Bengali', ownName: 'বাংলা', direction: 'ltr' },
  'zh-Hans': { name: 'Simplified Chinese', ownName: '简体中文', direction: 'ltr' },
} as const
export type Language = keyof typeof languages
export const languageTags = Object.keys(languages) as Language[]

/** The languages in which a practice offers the patient's pages, by tag: English, and those it has chosen. */
export const readingTags = (offered: readonly Language[]): ('en' | Language)[] => [
  'en',
  ...languageTags.filter((tag) => offered.includes(tag)),
]

/**
 * The pages' own tag of a language on record ('zh' is read as Simplified Chinese); undefined where they have none, or the
 * practice does not offer it.
 */
export const languageTag = (language: string, offered: readonly Language[]): 'en' | Language | undefined =>
  readingTags(offered).find((tag) => tag === language || tag.split('-')[0] === language)

/** How this patient reads, by what their record says; English where the pages do not speak their language. */
export function deliveryDefaults(
  { language, accessNeeds }: { language: string; accessNeeds: readonly string[] },
  offered: readonly Language[],
): { language: 'en' | Language; format: 'standard' | 'large-print' | 'easy-read' } {
  const format = (['easy-read', 'large-print'] as const).find((need) => accessNeeds.includes(need))
  return { language: languageTag(language, offered) ?? 'en', format: format ?? 'standard' }
}
