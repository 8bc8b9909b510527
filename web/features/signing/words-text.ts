/** A text with its `{name}` placeholders filled. A placeholder without a value stays as it is, so that it is seen. */
export const fillPlaceholders = (text: string, values: Record<string, string | number>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))

/** English needs two forms; other languages add those that their numbers have. */
type CountTexts = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>

/** The text that fits a number in this language, with `{count}` filled. */
export function fillCount(texts: CountTexts, count: number, locale: string): string {
  const form = new Intl.PluralRules(locale).select(count)
  return fillPlaceholders(texts[form] ?? texts.other, { count })
}
