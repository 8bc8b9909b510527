import { useMemo } from 'react'
import { CleanedHtml, type CleanedHtmlProps } from './cleaned-html.tsx'
import { addTextDirection } from './rich-text-direction.ts'

/** Formatted wording, each part of it in whichever direction its language runs unless that is said. */
export function RichText({ html, ...marks }: CleanedHtmlProps) {
  const directed = useMemo(() => addTextDirection(html), [html])
  return <CleanedHtml html={directed} {...marks} />
}
