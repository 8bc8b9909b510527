import { useMemo } from 'react'
import type { LanguageAndDirection } from '../../../contract/language-detection.ts'
import { CleanedHtml } from '../../ui/plain/cleaned-html.tsx'
import { fetchWordingRule } from './lazy-pages.ts'
import type { WordingRule } from './wording-rule.ts'

type Content = { sections: readonly { title: string; content: string }[] }

const rules = new WeakMap<Content, WordingRule>()
/** Arabic, Indian and Chinese letters: whatever is written without them needs no rule. */
const nonLatinScript = /[\u0590-\u08ff\u0980-\u0a7f\u2e80-\u9fff\ufb50-\ufdff\ufe70-\ufeff]/
const latin: LanguageAndDirection = { lang: 'en', dir: 'ltr' }

/** How the product's own words are marked that stay in English whatever language the pages are in. */
export const englishAttributes = { lang: 'en', dir: 'ltr' } as const

/** The same of wording in a language of the patient's. */
export const attributesOfLanguage = (lang: string) =>
  ({ lang, dir: lang === 'ar' || lang === 'ur' ? 'rtl' : 'ltr' }) as const

/** Fetches what tells the directions of a consent's wording, where it needs telling; without it the browser guesses. */
export async function fetchDirections(content: Content): Promise<void> {
  if (!content.sections.some(({ title, content: html }) => nonLatinScript.test(title + html))) return
  try {
    const ruleOf = await fetchWordingRule()
    rules.set(content, ruleOf(content.sections))
  } catch (error) {
    console.error(error)
  }
}

/** How wording is marked that stays as it was written, whatever language the pages are in: screen readers and layout go by it. */
export const languageAttributes = (text: string, content: Content): LanguageAndDirection =>
  rules.get(content)?.of(text) ?? latin

/** The same of all of it. */
export const wholeLanguageAttributes = (content: Content): LanguageAndDirection =>
  rules.get(content)?.whole ?? latin

/** One part of the wording, each block in the direction of its own words. */
export function SectionWording({
  html,
  content,
  adapt = (wording) => wording,
  className,
}: {
  html: string
  content: Content
  /** Changes how it looks, and no word of it. */
  adapt?: (html: string) => string
  className: string
}) {
  const rule = rules.get(content)
  const directed = useMemo(() => adapt(rule ? rule.html(html) : html), [adapt, rule, html])
  return <CleanedHtml html={directed} {...wholeLanguageAttributes(content)} className={className} />
}
