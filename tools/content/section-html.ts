import { markdownToHtml, type MarkdownRule } from '../../server/platform/rich-text-markdown.ts'

/**
 * Markdown as the HTML that sections may hold: p, ul, ol, li, strong, em, h3, br and links to https.
 * Throws `MarkdownError` for anything else.
 */
export const sectionHtml = (text: string): string => markdownToHtml(text, markdownProblemOf)

const markdownProblemOf: MarkdownRule = (token) => {
  if (token.type === 'html') return 'cannot show this (html)'
  if (token.type === 'heading' && token.depth !== 3) return 'use ### for'
  if (token.type === 'link' && !token.href.startsWith('https://')) return 'links must begin with https://'
  if (token.type === 'list' && token.loose) return 'no empty lines between the points of a list'
  return null
}
