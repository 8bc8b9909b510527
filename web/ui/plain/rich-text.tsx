import { clsx } from 'clsx'
import { useMemo } from 'react'
import { directedHtml } from './rich-text-direction.ts'

type RichTextProps = {
  /** Only what the server has cleaned: it is put into the page as it is. */
  html: string
  /** Of most of it, where that is known: blocks in another script say their own. */
  lang?: string | undefined
  dir?: 'ltr' | 'rtl' | 'auto' | undefined
  className?: string | undefined
}

/** Formatted wording, each part of it in whichever direction its language runs unless that is said. */
export function RichText({ html, lang, dir = 'auto', className }: RichTextProps) {
  const directed = useMemo(() => directedHtml(html), [html])
  return (
    <div
      dir={dir}
      lang={lang}
      className={clsx('rich-text', className)}
      dangerouslySetInnerHTML={{ __html: directed }}
    />
  )
}
