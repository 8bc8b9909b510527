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
