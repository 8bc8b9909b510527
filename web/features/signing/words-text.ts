/** A text with its `{name}` placeholders filled. A placeholder without a value stays as it is, so that it is seen. */
export const fill = (text: string, values: Record<string, string | number>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))

/** The text that fits a number in this language, with `{count}` filled. */
export function fillCount(texts: { one: string; other: string }, count: number, locale: string): string {
  const one = new Intl.PluralRules(locale).select(count) === 'one'
  return fill(one ? texts.one : texts.other, { count })
}
