import { clsx } from 'clsx'

export type CleanedHtmlProps = {
  /** Only what the server has cleaned: it is put into the page as it is. */
  html: string
  /** Of most of it, where that is known: blocks in another script say their own. */
  lang?: string | undefined
  dir?: 'ltr' | 'rtl' | 'auto' | undefined
  className?: string | undefined
}

/** Formatted wording as it stands. */
export const CleanedHtml = ({ html, lang, dir = 'auto', className }: CleanedHtmlProps) => (
  <div
    dir={dir}
    lang={lang}
    className={clsx('rich-text', className)}
    dangerouslySetInnerHTML={{ __html: html }}
  />
)
