import { useMemo } from 'react'
import type { Writing } from '../../../contract/written-language.ts'
import { CleanedHtml } from '../../ui/plain/cleaned-html.tsx'
import { fetchRule } from './later-pages.ts'
import type { WordingRule } from './wording-rule.ts'

type Content = { sections: readonly { title: string; content: string }[] }

const rules = new WeakMap<Content, WordingRule>()
/** Arabic, Indian and Chinese letters: whatever is written without them needs no rule. */
const otherScript = /[\u0590-\u08ff\u0980-\u0a7f\u2e80-\u9fff\ufb50-\ufdff\ufe70-\ufeff]/
const latin: Writing = { lang: 'en', dir: 'ltr' }

/** How the product's own words are marked that stay in English whatever language the pages are in. */
export const inEnglish = { lang: 'en', dir: 'ltr' } as const

/** The same of wording in a language of the patient's. */
export const inLanguage = (lang: string) =>
  ({ lang, dir: lang === 'ar' || lang === 'ur' ? 'rtl' : 'ltr' }) as const

/** Fetches what tells the directions of a consent's wording, where it needs telling; without it the browser guesses. */
export async function fetchDirections(content: Content): Promise<void> {
  if (!content.sections.some(({ title, content: html }) => otherScript.test(title + html))) return
  try {
    const ruleOf = await fetchRule()
    rules.set(content, ruleOf(content.sections))
  } catch (error) {
    console.error(error)
  }
}

/** How wording is marked that stays as it was written, whatever language the pages are in: screen readers and layout go by it. */
export const asWritten = (text: string, content: Content): Writing => rules.get(content)?.of(text) ?? latin

/** The same of all of it. */
export const wholeAsWritten = (content: Content): Writing => rules.get(content)?.whole ?? latin

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
  return <CleanedHtml html={directed} {...wholeAsWritten(content)} className={className} />
}
